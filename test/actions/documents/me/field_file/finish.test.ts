import { expect } from 'chai'
import { actor } from '../../../../support/approvals.ts'
import { announce, pdf, put, uploadIntoField } from '../../../../support/documents.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('documents.me.field_file.finish: a file in a custom field of one’s own', () => {
  const server = useServer()

  it('replaces the one that HR put there', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { key } = await web.call('org_fields_create', {
      label: 'Licence',
      type: 'file',
      file: { self_upload: true },
    })
    const ada = await actor(server, company, 'member')
    await uploadIntoField(web, ada.personId, key, pdf('by HR'))
    const bytes = pdf('by Ada')
    const { document, upload } = await ada.key.call('documents_me_field_file_start', {
      ...{ field_key: key, file: announce(bytes) },
    })
    await put(upload, bytes)
    const ready = await ada.key.call('documents_me_field_file_finish', { document_id: document.id })
    const { documents } = await ada.key.call('documents_me_list', {})
    expect(documents).to.deep.equal([ready])
    const again = { document_id: document.id }
    expect(await ada.key.call('documents_me_field_file_finish', again)).to.deep.equal(ready)
    const [field] = (await web.call('org_fields_list', {})).filter((one) => one.key === key)
    await web.call('org_fields_update', { field_id: field!.id, archived: true })
    await refused(ada.key.call('documents_me_field_file_finish', again), 'not_found')
    expect((await ada.key.call('documents_me_list', {})).documents).to.deep.equal([])
  })
})
