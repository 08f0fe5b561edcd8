import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { transferLimits } from '../../src/http/transfers.ts'
import { task as removeDocumentFiles } from '../../src/jobs/remove_document_files.ts'
import { deleteOrganization } from '../../src/operator/delete.ts'
import { closeOrganization, pauseOrganization } from '../../src/operator/status.ts'
import type { Place, UploadGrant } from '../../src/storage/storage.ts'
import { announce, pdf, storeAwaited } from '../support/documents.ts'
import { newPlace, putBy, send } from '../support/files.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'
import { together } from '../support/together.ts'
import { notBefore, until } from '../support/wait.ts'

const contentType = 'text/plain'

describe('links to files of the service itself', () => {
  const server = useServer({})
  const soon = (minutes: number) => new Date((server.now ?? new Date()).getTime() + minutes * 60_000)
  const storage = () => server.running.runtime.storage
  const organization = async () => (await server.company()).id
  const grantAt = async (place: Place, size: number, expiresAt = soon(15)) => {
    await storeAwaited(server.db, place, size)
    return storage().grantUpload(place, { size, contentType, expiresAt })
  }
  const linkTo = (place: Place, name = 'a.txt') =>
    storage().grantDownload(place, { name, contentType, expiresAt: soon(5) })
  const store = async (bytes: Uint8Array, orgId?: string) => {
    const place = newPlace(orgId ?? (await organization()))
    await storage().put(place, bytes, contentType)
    return place
  }
  const filesOf = (orgId: string) => globSync('*/*', { cwd: join(server.dataDir, 'files', orgId) })
  const unfinished = () => readdirSync(join(server.dataDir, 'files', '.unfinished'))

  /** Begins to put a file, and answers the request, to which bytes can be written. */
  function begin({ url, headers }: UploadGrant, size: number): ClientRequest {
    const outgoing = request(url, {
      method: 'PUT',
      headers: { ...headers, 'Content-Length': size },
      agent: false,
    })
    outgoing.on('error', () => undefined)
    outgoing.flushHeaders()
    return outgoing
  }
  const statusOf = async (outgoing: ClientRequest): Promise<number> => {
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode!
  }

  it('answer so that a browser saves the file, and runs and keeps nothing of it', async () => {
    const place = await store(Buffer.from('<script>alert(1)</script>'))
    const { status, headers } = await send(await linkTo(place, 'x.html'))
    expect(status).to.equal(200)
    expect(headers).to.include({
      'content-type': contentType,
      'content-disposition': 'attachment; filename="x.html"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'content-length': '25',
    })
    expect(headers).not.to.have.any.keys(
      'access-control-allow-origin',
      'content-encoding',
      'transfer-encoding',
    )
  })

  it('are sent as they are to who would take them compressed', async () => {
    const place = await store(Buffer.alloc(100_000, 'a'))
    const { headers, bytes } = await send(await linkTo(place), { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(headers).to.include({ 'content-length': '100000' }).and.not.have.property('content-encoding')
    expect(bytes.length).to.equal(100_000)
  })

  it('answer a part, where there is one', async () => {
    const url = await linkTo(await store(Buffer.from('0123456789')))
    const part = async (range: string, more: Record<string, string> = {}) => {
      const { status, headers, bytes } = await send(url, { headers: { Range: range, ...more } })
      return [
        status,
        headers['content-range'],
        status < 300 ? bytes.toString() : headers['content-length'] !== '10',
      ]
    }
    expect(await part('bytes=2-4')).to.deep.equal([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).to.deep.equal([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-2')).to.deep.equal([206, 'bytes 8-9/10', '89'])
    expect(await part('bytes=-99')).to.deep.equal([206, 'bytes 0-9/10', '0123456789'])
    expect(await part('bytes=0-999999999')).to.deep.equal([206, 'bytes 0-9/10', '0123456789'])
    for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0'])
      expect(await part(range)).to.deep.equal([416, 'bytes */10', true])
    for (const range of [
      'bytes=0-1,4-5',
      'bytes=4-2',
      'bytes=-',
      'lines=1-2',
      'bytes=x-1',
      `bytes=${'9'.repeat(40)}-`,
    ])
      expect(await part(range)).to.deep.equal([200, undefined, '0123456789'])
    const { etag = '' } = (await send(url)).headers
    expect(await part('bytes=1-1', { 'If-Range': etag })).to.deep.equal([206, 'bytes 1-1/10', '1'])
    expect(await part('bytes=1-1', { 'If-Range': '"another"' })).to.deep.equal([200, undefined, '0123456789'])
  })

  it('answer HEAD with the headers alone', async () => {
    const url = await linkTo(await store(Buffer.from('0123456789')))
    const { status, headers, bytes } = await send(url, { method: 'HEAD', headers: { Range: 'bytes=1-2' } })
    expect([status, headers['content-length'], bytes.length]).to.deep.equal([200, '10', 0])
  })

  it('are nothing without a token, and name the methods that they take', async () => {
    const answers = await Promise.all([
      send(`${server.baseUrl}/files/upload`, { method: 'PUT', headers: { 'Upload-Length': '1' } }),
      send(`${server.baseUrl}/files/download`),
      send(`${server.baseUrl}/files/upload`),
      send(`${server.baseUrl}/files/download`, { method: 'PUT' }),
      send(`${server.baseUrl}/files/`),
    ])
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 405, 405, 404])
    expect(answers.map(({ headers }) => headers.allow)).to.deep.equal([
      undefined,
      undefined,
      'PUT',
      'GET, HEAD',
      undefined,
    ])
  })

  it('are not looked at where the size is missing or is no number', async () => {
    const { url, headers } = await grantAt(newPlace(await organization()), 10)
    const { 'Upload-Length': _size, ...others } = headers
    for (const link of [url, `${url}x`])
      for (const size of [{}, { 'Upload-Length': 'ten' }, { 'Upload-Length': '-1' }]) {
        const { status, body } = await send(link, { method: 'PUT', headers: { ...others, ...size } })
        expect([status, body.error.code]).to.deep.equal([400, 'validation_failed'])
      }
  })

  it('are refused in the language of the caller, before the body is sent', async () => {
    const place = newPlace(await organization())
    const grant = await grantAt(place, 10)
    const url = grant.url.replace('token=', 'token=x')
    const outgoing = begin({ ...grant, url, headers: { ...grant.headers, 'Accept-Language': 'de' } }, 10)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    expect(answer.statusCode).to.equal(404)
    expect(answer.headers['content-language']).to.equal('de')
    outgoing.destroy()
  })

  it('stop when the organization is paused or closed, and when it is deleted', async () => {
    for (const stop of [
      (slug: string) => pauseOrganization(server.db, slug, 'unpaid', new Date()),
      (slug: string) => closeOrganization(server.db, slug, '9999-12-31', 'unpaid', new Date()),
    ]) {
      const company = await server.company()
      const [stored, coming] = [await store(Buffer.from('zebra'), company.id), newPlace(company.id)]
      const [link, grant] = [await linkTo(stored), await grantAt(coming, 5)]
      await stop(company.slug)
      expect((await send(link)).status).to.equal(404)
      expect((await putBy(grant, Buffer.from('zebra'))).status).to.equal(404)
      expect(await storage().find(coming)).to.equal(undefined)
    }
    const gone = newPlace()
    await storage().put(gone, Buffer.from('zebra'), contentType)
    expect((await send(await linkTo(gone))).status).to.equal(404)
  })

  it('leave nothing of a file whose document, or whose organization, is deleted while its bytes come', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const bytes = pdf('under way')
    const file = announce(bytes)
    const subject = { kind: 'company' as const }
    const { document, upload } = await web.call('documents_upload_start', {
      subject,
      category: 'Policy',
      file,
    })
    const gone = await server.company()
    const place = newPlace(gone.id)
    // Makes the folders of files.
    await store(bytes)
    const [first, second] = [
      begin({ ...upload!, method: 'PUT' }, bytes.length),
      begin({ ...(await grantAt(place, bytes.length)), method: 'PUT' }, bytes.length),
    ]
    for (const one of [first, second]) one.write(bytes.subarray(0, 10))
    await until('both are on their way', () => unfinished().length === 2)
    await web.call('documents_delete', { document_id: document.id })
    await runJob(server, removeDocumentFiles, new Date())
    await deleteOrganization(server.db, gone.slug, { confirm: gone.slug, force: true })
    await storage().removeOrganization(gone.id)
    for (const one of [first, second]) one.end(bytes.subarray(10))
    expect(await Promise.all([statusOf(first), statusOf(second)])).to.deep.equal([404, 404])
    for (const { id } of [company, gone]) expect(filesOf(id)).to.deep.equal([])
  })

  it('take nothing more when their document is ready or deleted, also when its bytes are gone', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const bytes = pdf('awaited')
    const start = () =>
      web.call('documents_upload_start', {
        subject: { kind: 'company' },
        category: 'Policy',
        file: announce(bytes),
      })
    const send = async ({ upload: grant }: Awaited<ReturnType<typeof start>>) =>
      (await putBy({ ...grant!, method: 'PUT' }, bytes)).status
    const [deleted, ready] = [await start(), await start()]
    await web.call('documents_delete', { document_id: deleted.document.id })
    expect(await send(deleted)).to.equal(404)
    expect(await send(ready)).to.equal(204)
    expect(await send(ready)).to.equal(409)
    await web.call('documents_upload_finish', { document_id: ready.document.id })
    const late = await putBy({ ...ready.upload!, method: 'PUT' }, bytes)
    expect(late.status).to.equal(404)
    expect(JSON.stringify(late.body)).to.contain('until its document is ready')
    await web.call('documents_delete', { document_id: ready.document.id })
    await runJob(server, removeDocumentFiles, new Date())
    expect(await send(ready)).to.equal(404)
  })

  it('leave nothing of a link, a name or a file in the log', async () => {
    const bytes = Buffer.from('zebra-bytes')
    const place = newPlace(await organization())
    const grant = await grantAt(place, bytes.length)
    await putBy(grant, bytes)
    await putBy(grant, bytes)
    const link = await linkTo(place, 'zebra-name.txt')
    await send(link)
    await send(`${link}x`)
    const log = server.logLines.join('')
    expect(log).to.contain('"action":"/files/upload"').and.contain(place.orgId)
    for (const secret of ['zebra', 'token', grant.url.slice(-30), link.slice(-30)])
      expect(log).not.to.contain(secret)
  })

  it('keep files where only the owner of the process can read them', async () => {
    const place = await store(Buffer.from('mine'))
    const { orgId, fileId } = place
    const path = ['files', orgId, fileId.slice(-2), fileId]
    const modes = path.map(
      (_, index) => statSync(join(server.dataDir, ...path.slice(0, index + 1))).mode & 0o777,
    )
    expect(modes).to.deep.equal([0o700, 0o700, 0o700, 0o600])
  })

  it('leave an unfinished file only until the sweep, which spares those that are being written', async () => {
    await store(Buffer.from('x'))
    const folder = join(server.dataDir, 'files', '.unfinished')
    for (const name of ['old', 'young']) writeFileSync(join(folder, name), 'half')
    const before = new Date(Date.now() - 61 * 60_000)
    utimesSync(join(folder, 'old'), before, before)
    await storage().sweep()
    expect(unfinished()).to.include('young').and.not.include('old')
  })

  it('are refused beyond the limit of an organization, and go on for others', async () => {
    const orgId = await organization()
    const size = 100
    const grants = await Promise.all(
      Array.from({ length: transferLimits.perOrganization + 1 }, () => grantAt(newPlace(orgId), size)),
    )
    const [last, ...first] = grants as [UploadGrant, ...UploadGrant[]]
    const under = first.map((grant) => begin(grant, size))
    under.forEach((outgoing) => outgoing.write('x'))
    await until('all have begun', () => unfinished().length >= transferLimits.perOrganization)
    const { status, headers } = await putBy(last, randomBytes(size))
    expect([status, headers['retry-after']]).to.deep.equal([503, '2'])
    const other = await grantAt(newPlace(await organization()), size)
    expect((await putBy(other, randomBytes(size))).status).to.equal(204)
    const [leaving, ...staying] = under as [ClientRequest, ...ClientRequest[]]
    leaving.destroy()
    await until('there is room again', async () => (await putBy(last, randomBytes(size))).status === 204)
    const statuses = staying.map(statusOf)
    staying.forEach((outgoing) => outgoing.end(randomBytes(size - 1)))
    expect(new Set(await Promise.all(statuses))).to.deep.equal(new Set([204]))
  })

  together(
    {
      'may take longer than other requests, while something comes': async () => {
        const place = newPlace(await organization())
        const outgoing = begin(await grantAt(place, 14), 14)
        const status = statusOf(outgoing)
        await notBefore(13_000, async () => {
          for (let second = 0; second < 13; second++) {
            outgoing.write('x')
            await sleep(1000)
          }
          outgoing.end('x')
          expect(await status).to.equal(204)
        })
        expect((await storage().find(place))?.size).to.equal(14)
      },

      'are given up when nothing comes for ten seconds': async () => {
        const place = newPlace(await organization())
        const outgoing = begin(await grantAt(place, 14), 14)
        outgoing.write('x')
        await notBefore(10_000, async () => expect(await statusOf(outgoing)).to.equal(408))
        expect(await storage().find(place)).to.equal(undefined)
      },

      'are given up when their time is over before all has come': async () => {
        const place = newPlace(await organization())
        const expiresAt = new Date((server.now ?? new Date()).getTime() + 3000)
        const grant = await grantAt(place, 1000, expiresAt)
        const outgoing = begin(grant, 1000)
        const trickle = setInterval(() => outgoing.write('x'), 200)
        expect(await statusOf(outgoing)).to.equal(408)
        clearInterval(trickle)
        expect(await storage().find(place)).to.equal(undefined)
      },
    },
    2,
  )
})
