import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { newPlace, putBy, send } from '../support/files.ts'
import { useServer } from '../support/server.ts'

describe('links to files of the service itself', () => {
  const server = useServer({})
  const soon = (minutes: number) => new Date((server.now ?? new Date()).getTime() + minutes * 60_000)
  const storage = () => server.running.runtime.storage
  const grantFor = async (bytes: Uint8Array, contentType = 'text/plain') => {
    const place = newPlace((await server.company()).id)
    const grant = await storage().grantUpload(place, { size: bytes.length, contentType, expiresAt: soon(15) })
    return { place, grant }
  }

  it('take a file once, and give it back as an attachment', async () => {
    const bytes = randomBytes(300_000)
    const { place, grant } = await grantFor(bytes)
    expect((await putBy(grant, bytes)).status).to.equal(204)
    const again = await putBy(grant, bytes)
    expect([again.status, again.body.error.code]).to.deep.equal([409, 'conflict'])
    const url = await storage().grantDownload(place, {
      name: 'Größe.txt',
      contentType: 'text/plain',
      expiresAt: soon(5),
    })
    const got = await send(url)
    expect(got.status).to.equal(200)
    expect(got.bytes.equals(bytes)).to.equal(true)
    console.log(got.headers)
  })
})
