import { expect } from 'chai'
import { activityOf } from '../../support/activity.ts'
import { announce, pdf, upload } from '../../support/documents.ts'
import { readEvents } from '../../support/events.ts'
import { refused } from '../../support/expect.ts'
import { putBy, send } from '../../support/files.ts'
import { useServer } from '../../support/server.ts'
import { until } from '../../support/wait.ts'

describe('documents.delete: a document', () => {
  const server = useServer({ ROLE: 'all' })

  it('goes with its bytes and all that its row says, and its links end', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await upload(web, { title: 'Old plan' })
    const { url } = await web.call('documents_download', { document_id: id })
    const { rows } = await server.db.query('select file_id from documents where id = $1', [id])
    const place = { orgId: company.id, fileId: rows[0].file_id as string }
    expect(await web.call('documents_delete', { document_id: id })).to.deep.equal({ id, deleted: true })
    await refused(web.call('documents_download', { document_id: id }), 'not_found')
    await until('the bytes are gone', async () => !(await server.running.runtime.storage.find(place)))
    expect((await send(url!)).status).to.equal(404)
    // Until its link to send bytes is over, a row says where more could come.
    await until('the row holds nothing', async () => {
      const { rows: left } = await server.db.query(
        'select status, title, file_name from documents where id = $1',
        [id],
      )
      return left[0].status === 'removed' && left[0].title === '' && left[0].file_name === ''
    })
    expect((await readEvents(server.db, company)).map(({ type }) => type)).to.deep.equal([
      'document.created',
      'document.deleted',
    ])
    const [line] = await activityOf(server, company, 'documents.delete')
    expect([line!.summary, line!.subject_name]).to.deep.equal([
      'Deleted the company document {subject}',
      'Old plan',
    ])
  })

  it('takes no bytes any more whose upload was under way', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const bytes = pdf()
    const { document, upload: grant } = await web.call('documents_upload_start', {
      ...{ subject: { kind: 'company' }, category: 'Policy', file: announce(bytes) },
    })
    await web.call('documents_delete', { document_id: document.id })
    expect((await putBy({ ...grant!, method: 'PUT' }, bytes)).status).to.equal(404)
    await refused(web.call('documents_upload_finish', { document_id: document.id }), 'not_found')
    expect((await web.call('documents_list', {})).documents).to.deep.equal([])
  })
})

describe('documents.delete: where no worker removes bytes', () => {
  const server = useServer()

  it('ends the links to a document at once', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await upload(web)
    const { url } = await web.call('documents_download', { document_id: id })
    expect((await send(url!)).status).to.equal(200)
    await web.call('documents_delete', { document_id: id })
    expect((await send(url!)).status).to.equal(404)
  })
})
