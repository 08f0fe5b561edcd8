import { expect } from 'chai'
import { uploadIntoField } from '../../../../support/documents.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.fields.update: the tier of a field with files', () => {
  const server = useServer()

  it('widens only when confirmed, as that of a field with values', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const field = { label: 'Passport', type: 'file', tier: 'private' } as const
    const { id: field_id } = await hr.call('org_fields_create', field)
    const { id: personId } = await company.person()
    const { id: document_id } = await uploadIntoField(hr, personId, 'passport')

    const { body } = await refused(hr.call('org_fields_update', { field_id, tier: 'public' }), 'conflict')
    expect(body.error.details![0]).to.include({ path: 'tier', code: 'tier_exposes_values' })
    expect(body.error.message).to.include('People who have a value in this field: 1.')
    const confirmed = { field_id, tier: 'public', confirm_expose_existing: true } as const
    expect(await hr.call('org_fields_update', confirmed)).to.include({ tier: 'public' })

    expect(await hr.call('org_fields_update', { field_id, tier: 'private' })).to.include({ tier: 'private' })
    await hr.call('documents_delete', { document_id })
    expect(await hr.call('org_fields_update', { field_id, tier: 'job' })).to.include({ tier: 'job' })
  })

  it('widens only when confirmed while a file is on its way', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: field_id } = await hr.call('org_fields_create', { label: 'CV', type: 'file', tier: 'job' })
    const { id: person_id } = await company.person()
    const file = { name: 'cv.pdf', size: 10, content_type: 'application/pdf', sha256: '0'.repeat(64) }
    await hr.call('documents_field_file_start', { person_id, field_key: 'cv', file })
    const { body } = await refused(hr.call('org_fields_update', { field_id, tier: 'public' }), 'conflict')
    expect(body.error.details![0]).to.include({ code: 'tier_exposes_values' })
  })
})
