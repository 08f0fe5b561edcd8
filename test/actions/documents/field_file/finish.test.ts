import { expect } from 'chai'
import { announce, pdf, put, uploadIntoField } from '../../../support/documents.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.field_file.finish: the file of a custom field', () => {
  const server = useServer()

  it('replaces the one before, whose events tell it', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await company.person()
    const { key } = await web.call('org_fields_create', { label: 'Diploma', type: 'file', tier: 'job' })
    const first = await uploadIntoField(web, id, key, pdf('first'))
    expect(first).to.deep.include({
      visibility: 'hr_person_manager',
      field: { key, label: 'Diploma' },
      category: 'Other',
    })
    const second = await uploadIntoField(web, id, key, pdf('second'))
    expect((await web.call('documents_list', { person_id: id })).documents).to.deep.equal([second])
    await refused(web.call('documents_download', { document_id: first.id }), 'not_found')
    const events = await readEvents(server.db, company)
    expect(events.map(({ type, subject_id }) => [type, subject_id])).to.deep.equal([
      ['document.created', first.id],
      ['document.deleted', first.id],
      ['document.created', second.id],
    ])
  })

  it('is one, however many are finished at the same moment', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await company.person()
    const { key } = await web.call('org_fields_create', { label: 'Diploma', type: 'file' })
    const started = await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const bytes = pdf(`${number}`)
        const { document, upload } = await web.call('documents_field_file_start', {
          ...{ person_id: id, field_key: key, file: announce(bytes) },
        })
        await put(upload, bytes)
        return document.id
      }),
    )
    await Promise.all(started.map((document_id) => web.call('documents_field_file_finish', { document_id })))
    expect((await web.call('documents_list', { person_id: id })).documents).to.have.length(1)
  })

  it('does not come into a field that was archived meanwhile, and no other finish takes it', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await company.person()
    const { key, id: field_id } = await web.call('org_fields_create', { label: 'Diploma', type: 'file' })
    const bytes = pdf()
    const { document, upload } = await web.call('documents_field_file_start', {
      ...{ person_id: id, field_key: key, file: announce(bytes) },
    })
    await put(upload, bytes)
    const other = await refused(web.call('documents_upload_finish', { document_id: document.id }), 'conflict')
    expect(other.body.error.details![0]).to.deep.include({
      code: 'upload_of_other_kind',
      params: { start: 'documents/field_file.start', finish: 'documents/field_file.finish' },
    })
    await web.call('org_fields_update', { field_id, archived: true })
    const late = await refused(
      web.call('documents_field_file_finish', { document_id: document.id }),
      'conflict',
    )
    expect(late.body.error.details![0]!.code).to.equal('field_archived_meanwhile')
    await web.call('org_fields_update', { field_id, archived: false })
    expect((await web.call('documents_field_file_finish', { document_id: document.id })).status).to.equal(
      'ready',
    )
  })
})
