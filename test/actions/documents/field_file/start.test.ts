import { expect } from 'chai'
import { announce, pdf } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.field_file.start: the file of a custom field', () => {
  const server = useServer()

  it('is one that the field takes', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id: person_id } = await company.person()
    const field = (label: string, rest: object) =>
      web.call('org_fields_create', { label, type: 'file', ...rest })
    await field('Scan', { file: { kinds: ['image', 'office'], max_mb: 1 } })
    const { id: field_id } = await field('Old one', {})
    await web.call('org_fields_update', { field_id, archived: true })
    await web.call('org_fields_create', { label: 'Size', type: 'text' })
    const file = announce(pdf())
    const image = { ...file, name: 'scan.png', content_type: 'image/png' }
    const wrong: [string, object, string, string][] = [
      ['scan', file, 'validation_failed', 'file_kind_not_of_field'],
      ['scan', { ...image, size: 1024 * 1024 + 1 }, 'validation_failed', 'file_too_large'],
      ['old_one', file, 'conflict', 'custom_field_archived'],
      ['size', file, 'validation_failed', 'field_takes_no_file'],
      ['nothing', file, 'validation_failed', 'custom_field_unknown'],
    ]
    for (const [field_key, sent, code, why] of wrong) {
      const call = web.call('documents_field_file_start', { person_id, field_key, file: sent as typeof file })
      const { body } = await refused(call, code)
      expect(body.error.details!.map((one) => one.code)).to.deep.equal([why])
    }
    const { document } = await web.call('documents_field_file_start', {
      person_id,
      field_key: 'scan',
      file: image,
    })
    expect(document).to.deep.include({ visibility: 'hr_person', status: 'pending', uploaded_by: 'hr' })
  })
})
