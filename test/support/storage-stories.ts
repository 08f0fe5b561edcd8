import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import type { Place, Storage, UploadGrant } from '../../src/storage/storage.ts'
import { newPlace, putBy, send, type FileAnswer } from './files.ts'

/** A place for files that stories are told about: a folder, or a bucket. */
export interface StorageSite {
  storage: () => Storage
  /** An organization whose links work. */
  organization: () => Promise<string>
  /** Has a document wait for the bytes, where the storage asks for one. */
  announce?: (place: Place, size: number) => Promise<void>
  /** Moves the clock of whoever looks at links. */
  later: (minutes: number) => void
  now: () => Date
}

const contentType = 'application/pdf'

/** What each of the two kinds of storage must do. Their status codes differ, but what is refused leaves nothing. */
export function storageStories({ storage, organization, announce, later, now }: StorageSite): void {
  const soon = (minutes: number) => new Date(now().getTime() + minutes * 60_000)
  const grantFor = async (bytes: Uint8Array): Promise<{ place: Place; grant: UploadGrant }> => {
    const place = newPlace(await organization())
    return { place, grant: await grantAt(place, bytes.length) }
  }
  const grantAt = async (place: Place, size: number): Promise<UploadGrant> => {
    await announce?.(place, size)
    return storage().grantUpload(place, { size, contentType, expiresAt: soon(15) })
  }
  const linkTo = (place: Place, name = 'a.pdf') =>
    storage().grantDownload(place, { name, contentType, expiresAt: soon(5) })
  const store = async (bytes: Uint8Array) => {
    const { place, grant } = await grantFor(bytes)
    expect((await putBy(grant, bytes)).status).to.be.within(200, 299)
    return place
  }
  const stored = async (place: Place, size: number): Promise<Buffer | undefined> => {
    const handle = await storage().open(place, size)
    return handle && readAll(handle)
  }
  /** Refused, without a byte of what was sent, and nothing is there. */
  const refused = async (answer: Promise<FileAnswer>, place: Place, secret?: string) => {
    const { status, bytes } = await answer
    expect(status).to.be.within(400, 499)
    if (secret !== undefined) expect(bytes.toString()).not.to.contain(secret)
    expect(await storage().find(place)).to.equal(undefined)
  }

  it('keeps what is put by a link, and gives it back under its name, to be saved', async () => {
    const bytes = randomBytes(700_000)
    const place = await store(bytes)
    const found = await storage().find(place)
    expect(found).to.deep.include({ place, size: bytes.length })
    expect(hashOf((await stored(place, bytes.length))!)).to.equal(hashOf(bytes))
    const answer = await send(await linkTo(place, 'Lohn "März" 100%.pdf'))
    expect(answer.status).to.equal(200)
    expect(hashOf(answer.bytes)).to.equal(hashOf(bytes))
    expect(answer.headers).to.include({
      'content-type': contentType,
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Lohn _M_rz_ 100_.pdf"; filename*=UTF-8''Lohn%20%22M%C3%A4rz%22%20100%25.pdf`,
    })
    // Until it expires, a link may be followed again: browsers and download managers do.
    expect((await send(await linkTo(place))).bytes.length).to.equal(bytes.length)
  })

  it('keeps a file of no bytes, too', async () => {
    const place = await store(Buffer.alloc(0))
    expect((await storage().find(place))?.size).to.equal(0)
    expect(await stored(place, 0)).to.have.length(0)
  })

  it('takes one file by a link: another one is refused, and changes nothing', async () => {
    const [first, second] = [Buffer.from('first'), Buffer.from('other')]
    const { place, grant } = await grantFor(first)
    expect((await putBy(grant, first)).status).to.be.within(200, 299)
    expect((await putBy(grant, second)).status).to.be.oneOf([409, 412])
    expect(String(await stored(place, first.length))).to.equal('first')
  })

  it('takes one of two that come at the same moment', async () => {
    const bodies = ['aaaa', 'bbbb'].map((text) => Buffer.alloc(400_000, text))
    const { place, grant } = await grantFor(bodies[0]!)
    const answers = await Promise.all(bodies.map((body) => putBy(grant, body)))
    expect(answers.filter(({ status }) => status < 300)).to.have.length(1)
    const kept = hashOf((await stored(place, 400_000))!)
    expect(kept).to.equal(hashOf(bodies[answers.findIndex(({ status }) => status < 300)]!))
  })

  it('takes fifty at once', async () => {
    const orgId = await organization()
    const files = Array.from({ length: 50 }, () => ({ place: newPlace(orgId), bytes: randomBytes(200_000) }))
    await Promise.all(
      files.map(async ({ place, bytes }) => {
        const grant = await grantAt(place, bytes.length)
        expect((await putBy(grant, bytes)).status).to.be.within(200, 299)
      }),
    )
    for (const { place, bytes } of files)
      expect(hashOf((await stored(place, bytes.length))!)).to.equal(hashOf(bytes))
  })

  it('refuses a link that is late', async () => {
    const bytes = Buffer.from('zebra')
    const { place, grant } = await grantFor(bytes)
    const kept = await store(bytes)
    const link = await linkTo(kept)
    later(6)
    expect((await send(link)).status).to.be.within(400, 499)
    later(16)
    await refused(putBy(grant, bytes), place, 'zebra')
  })

  it('refuses another method, and a link of the other kind', async () => {
    const bytes = Buffer.from('method')
    const { place, grant } = await grantFor(bytes)
    for (const method of ['POST', 'PATCH', 'DELETE', 'GET'])
      await refused(putBy(grant, bytes, { method }), place)
    await refused(putBy(grant, bytes, { url: await linkTo(place) }), place)
    const kept = await store(bytes)
    const link = await linkTo(kept)
    for (const method of ['DELETE', 'PUT', 'POST']) {
      expect((await send(link, { method, headers: { 'Content-Length': '0' } })).status).to.be.within(400, 499)
      expect(String(await stored(kept, bytes.length))).to.equal('method')
    }
  })

  it('refuses another size: shorter, longer, or one that is not told', async () => {
    const bytes = Buffer.from('zebra: so many')
    const { place, grant } = await grantFor(bytes)
    await refused(putBy(grant, bytes.subarray(1)), place, 'ebra')
    await refused(putBy(grant, Buffer.concat([bytes, bytes])), place, 'zebra')
    await refused(putBy(grant, Buffer.alloc(0)), place)
    const { url, method, headers } = grant
    const chunked = { ...headers, 'Transfer-Encoding': 'chunked' }
    await refused(send(url, { method, headers: chunked, body: [bytes] }), place, 'zebra')
    expect((await putBy(grant, bytes)).status, 'what was refused does not use up the link').to.be.within(
      200,
      299,
    )
  })

  it('refuses other headers, and a request without them', async () => {
    const bytes = Buffer.from('zebra')
    const { place, grant } = await grantFor(bytes)
    for (const name of Object.keys(grant.headers)) {
      await refused(putBy(grant, bytes, { headers: { [name]: 'text/html' } }), place, 'zebra')
      const { [name]: _left, ...headers } = grant.headers
      await refused(putBy({ ...grant, headers }, bytes), place, 'zebra')
    }
    await refused(
      putBy(grant, bytes, { headers: { 'Content-Type': `${contentType}; charset=utf-8` } }),
      place,
    )
  })

  it('refuses a link that was changed anywhere', async () => {
    const bytes = Buffer.from('zebra')
    const { place, grant } = await grantFor(bytes)
    const other = await grantFor(bytes)
    const { origin, pathname, search } = new URL(grant.url)
    const sealed = search.slice(-40)
    const ids = `${place.orgId}/${place.fileId}`
    const changed = [
      ...[0, 7, 20, 39]
        .map((at) => search.slice(0, -40) + replaceAt(sealed, at))
        .map((query) => pathname + query),
      `${pathname}${search}&x=1&X-Goog-Expires=604800`.replace('?', '?token=x&'),
      `${pathname}${search.slice(0, -1)}`,
      `${pathname}${search.slice(0, 1)}`,
      `${pathname}?${'a'.repeat(9000)}`,
      `${pathname}?token=${'A'.repeat(9000)}`,
      `${pathname}?token=%00`,
      `${pathname}/../${place.fileId}${search}`,
      `/${place.orgId}%2f..%2f..%2fsecret.key${search}`,
      `${pathname}%00${search}`,
      `/files/${ids}${search}`,
      `/files/..%2f..%2f${ids}${search}`,
    ]
    for (const path of changed) await refused(putBy(grant, bytes, { url: origin + path }), place, 'zebra')
    expect(await storage().find(other.place)).to.equal(undefined)
  })

  it('keeps nothing of a file whose sender stops in the middle', async () => {
    const bytes = randomBytes(500_000)
    const { place, grant } = await grantFor(bytes)
    const headers = { 'Content-Length': String(bytes.length), ...grant.headers }
    await breakOff(grant.url, headers, bytes.subarray(0, 300_000))
    expect((await putBy(grant, bytes)).status, 'its link is still good').to.be.within(200, 299)
    expect(hashOf((await stored(place, bytes.length))!)).to.equal(hashOf(bytes))
  })

  it('keeps what the service makes, and never replaces it', async () => {
    const place = newPlace(await organization())
    await storage().put(place, Buffer.from('image'), 'image/webp')
    await storage().put(place, Buffer.from('other'), 'image/webp')
    expect(String(await stored(place, 5))).to.equal('image')
  })

  it('keeps what comes from elsewhere in pieces, and never replaces it', async () => {
    const place = newPlace(await organization())
    for (const pieces of [
      ['in ', 'pieces'],
      ['another', '!!'],
    ])
      await storage().putFrom(place, Readable.from(pieces.map((text) => Buffer.from(text))), 9, 'text/plain')
    expect(String(await stored(place, 9))).to.equal('in pieces')
  })

  it('keeps nothing that comes from elsewhere with another size', async () => {
    for (const size of [8, 10]) {
      const place = newPlace(await organization())
      const put = storage().putFrom(
        place,
        Readable.from([Buffer.from('in '), Buffer.from('pieces')]),
        size,
        'text/plain',
      )
      expect(
        await put.then(
          () => 'kept',
          (error: Error) => error.message,
        ),
      ).to.match(/^A file came with (more|fewer) bytes/)
      expect(await storage().find(place)).to.equal(undefined)
    }
  })

  it('opens a file at its size alone, to be read anywhere', async () => {
    const place = await store(Buffer.from('0123456789'))
    expect(await storage().open(place, 9)).to.equal(undefined)
    expect(await storage().open(newPlace(), 10)).to.equal(undefined)
    const handle = (await storage().open(place, 10))!
    const { buffer } = await handle.read(Buffer.alloc(3), 0, 3, 7)
    await handle.close()
    expect(String(buffer)).to.equal('789')
  })

  it('removes a file, and finds none the next time', async () => {
    const place = await store(Buffer.from('gone'))
    const link = await linkTo(place)
    await storage().remove(place)
    await storage().remove(place)
    expect(await storage().find(place)).to.equal(undefined)
    expect(await storage().open(place, 4)).to.equal(undefined)
    expect((await send(link)).status).to.equal(404)
  })

  it('lists all files in pages, and removes those of one organization', async () => {
    const [going, staying] = [randomUUIDv7(), randomUUIDv7()]
    const places = [going, staying, going, staying, going].map((orgId) => newPlace(orgId))
    for (const place of places) await storage().put(place, Buffer.from('listed'), 'text/plain')
    const listed = async () => {
      const files: Place[] = []
      let next: string | undefined
      do {
        const page = await storage().list(next, 2)
        expect(page.files.length).to.be.at.most(2)
        files.push(...page.files.map(({ place }) => place))
        next = page.next
      } while (next !== undefined)
      return files.filter(({ orgId }) => orgId === going || orgId === staying)
    }
    expect(await listed()).to.have.deep.members(places)
    await storage().removeOrganization(going)
    await storage().removeOrganization(going)
    expect(await listed()).to.have.deep.members(places.filter(({ orgId }) => orgId === staying))
  })

  it('takes no place that is not made of two ids', async () => {
    const good = newPlace()
    for (const id of ['..', '../../etc', '', 'A'.repeat(36), `${good.fileId}/..`, `${good.fileId}\0`]) {
      const places = [
        { orgId: id, fileId: good.fileId },
        { orgId: good.orgId, fileId: id },
      ]
      for (const place of places) {
        const tries = [
          () => storage().find(place),
          () => storage().remove(place),
          () => storage().open(place, 1),
        ]
        for (const attempt of tries) {
          const error = await attempt().then(
            () => undefined,
            (thrown: unknown) => thrown,
          )
          expect(error).to.be.instanceOf(Error)
        }
      }
    }
  })
}

/** Sends a part of a body, and leaves. Resolves when the other side has noticed. */
async function breakOff(url: string, headers: Record<string, string>, part: Uint8Array): Promise<void> {
  const answer = send(url, { method: 'PUT', headers, body: thenFail(part) })
  await answer.then(
    ({ status }) => expect(status).to.be.at.least(400),
    () => undefined,
  )
}

async function* thenFail(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part
  throw new Error('the sender left')
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const replaceAt = (text: string, at: number): string => {
  const other = text[at] === '0' ? '1' : '0'
  return text.slice(0, at) + other + text.slice(at + 1)
}

async function readAll(handle: FileHandle): Promise<Buffer> {
  try {
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
