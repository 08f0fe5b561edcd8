import { expect } from 'chai'
import { actor } from '../../../../support/approvals.ts'
import { announce, pdf } from '../../../../support/documents.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('documents.me.field_file.start: a file in a custom field of one’s own', () => {
  const server = useServer()

  it('needs a field that lets people add it', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    await owner.call('org_fields_create', { label: 'Badge', type: 'file' })
    await owner.call('org_fields_create', { label: 'Licence', type: 'file', file: { self_upload: true } })
    const { key, personId } = await actor(server, company, 'member')
    const file = announce(pdf())
    const call = key.call('documents_me_field_file_start', { field_key: 'badge', file })
    expect((await refused(call, 'forbidden')).body.error.details![0]!.code).to.equal('field_file_by_hr')
    const { document } = await key.call('documents_me_field_file_start', { field_key: 'licence', file })
    expect(document).to.deep.include({ uploaded_by: 'self', visibility: 'hr_person' })
    expect(document.subject.person!.id).to.equal(personId)
  })
})
