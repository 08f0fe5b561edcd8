import { randomUUIDv7, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { openStorage } from '../../src/storage/open.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { newPlace, putBy } from '../support/files.ts'
import { Bucket } from '../support/bucket-objects.ts'
import { GoogleStorage, type Keeper } from '../support/google-storage.ts'
import { Emulator } from '../support/storage-emulator.ts'
import { storageStories } from '../support/storage-stories.ts'

/** In memory, or the emulator that `npm run test:storage` has started. */
async function keeper(): Promise<Keeper> {
  const address = process.env['TEST_STORAGE_EMULATOR']
  if (!address) return new Bucket()
  const emulator = new Emulator(address)
  await emulator.createBucket('acme-people')
  return emulator
}

describe('files in a bucket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-bucket-'))
  let google: GoogleStorage
  let storage: Storage

  before(async () => {
    google = await GoogleStorage.start(folder, await keeper())
    process.env['GOOGLE_APPLICATION_CREDENTIALS'] = google.credentialsFile
    storage = await openStorage({
      bucket: { name: 'acme-people', emulator: google.url },
      dataDir: folder,
      secrets: { current: randomBytes(32) },
      baseUrl: () => 'http://localhost',
      clock: () => new Date(),
    })
  })
  afterEach(() => void (google.now = undefined))
  after(async () => {
    delete process.env['GOOGLE_APPLICATION_CREDENTIALS']
    await google.stop()
    rmSync(folder, { recursive: true })
  })

  storageStories({
    storage: () => storage,
    organization: () => Promise.resolve(randomUUIDv7()),
    now: () => new Date(),
    later: (minutes) => void (google.now = new Date((google.now ?? new Date()).getTime() + minutes * 60_000)),
  })

  it('refuses what was signed for another host or bucket, and headers of Google that were not signed', async () => {
    const bytes = Buffer.from('zebra')
    const place = newPlace()
    const expiresAt = new Date(Date.now() + 900_000)
    const grant = await storage.grantUpload(place, { size: 5, contentType: 'text/plain', expiresAt })
    const other = grant.url.replace('/acme-people/', '/acme-others/')
    for (const change of [
      { headers: { Host: 'storage.example.com' } },
      { headers: { 'x-goog-acl': 'public-read' } },
      { headers: { 'x-goog-meta-x': '1' } },
      { url: other },
    ]) {
      expect((await putBy(grant, bytes, change)).status).to.equal(403)
      expect(await storage.find(place)).to.equal(undefined)
    }
    expect((await putBy(grant, bytes)).status).to.equal(200)
  })

  it('does not see what was put as compressed: readers would get other bytes than were looked at', async () => {
    const bytes = gzipSync('zebra')
    const place = newPlace()
    const expiresAt = new Date(Date.now() + 900_000)
    const grant = await storage.grantUpload(place, {
      size: bytes.length,
      contentType: 'text/plain',
      expiresAt,
    })
    const headers = { 'Content-Encoding': 'gzip' }
    expect((await putBy(grant, bytes, { headers })).status).to.equal(200)
    expect(await storage.find(place)).to.equal(undefined)
    expect(await storage.open(place, bytes.length)).to.equal(undefined)
  })
})
