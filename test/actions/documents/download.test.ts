import { expect } from 'chai'
import { globSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { announce, pdf, upload } from '../../support/documents.ts'
import { refused } from '../../support/expect.ts'
import { send } from '../../support/files.ts'
import { useServer } from '../../support/server.ts'

describe('documents.download: a link', () => {
  const server = useServer()

  it('is given when the bytes were looked at, not before', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { document } = await web.call('documents_upload_start', {
      ...{ subject: { kind: 'company' }, category: 'Policy', file: announce(pdf()) },
    })
    const call = web.call('documents_download', { document_id: document.id })
    expect((await refused(call, 'conflict')).body.error.details![0]!.code).to.equal('document_not_ready')
  })

  it('says whom to tell where the storage has lost the file: another link does not help', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await upload(web)
    const { rows } = await server.db.query('select file_id from documents where id = $1', [id])
    await server.running.runtime.storage.remove({ orgId: company.id, fileId: rows[0].file_id })
    const { url } = await web.call('documents_download', { document_id: id })
    const { status, body } = await send(url!)
    expect([status, body.error.message]).to.satisfy(
      ([code, message]: [number, string]) =>
        code === 404 && message.includes('tell whoever runs this server'),
    )
  })

  it('gives no part of a file as if it were all of it', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await upload(web)
    const { rows } = await server.db.query('select file_id, size from documents where id = $1', [id])
    const { url } = await web.call('documents_download', { document_id: id })
    expect((await send(url!)).status).to.equal(200)
    const folder = join(server.dataDir, 'files', company.id)
    truncateSync(
      join(folder, globSync(`*/${rows[0].file_id}*`, { cwd: folder })[0]!),
      Number(rows[0].size) - 1,
    )
    expect((await send(url!)).status).to.equal(404)
  })
})
