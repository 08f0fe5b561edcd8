import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { FileLinks } from '../../src/storage/file-links.ts'
import type { Place } from '../../src/storage/storage.ts'
import { benchSecretKey, type Program } from '../program.ts'
import type { Site, World } from '../world.ts'
import { middle, type Result, type Round, type Row } from './compare.ts'

/** Files that come and go by links of the service, on the disk. */
export const files: Row[] = [
  { name: 'files that come, beside a hand-written server', floor: 0.7, unit: 'MB/s', run: uploads },
  { name: 'files that go, beside a hand-written server', floor: 0.7, unit: 'MB/s', run: downloads },
  { name: 'resident memory while 100 files of 100 MB come and go', floor: 0.8, unit: 'MB', run: largeFiles },
]

const megabyte = 1_000_000
const contentType = 'application/octet-stream'
const links = new FileLinks({ current: Buffer.from(benchSecretKey, 'hex') })
const agent = new Agent({ keepAlive: true })
/** Files of a turn, so many of them at the same time. */
const turn = { files: 8, atOnce: 4, bytes: 25 * megabyte }
const rounds = 8

/** The address of a file at each of the two servers. */
interface Addresses {
  put: string
  get: string
  headers: Record<string, string | number>
}

const expiresAt = () => new Date(Date.now() + 900_000)

export function ofService({ url }: Program, place: Place, size: number): Addresses {
  const up = links.sealUpload(place, { size, contentType, expiresAt: expiresAt() })
  const down = links.sealDownload(place, { name: 'a.bin', contentType, expiresAt: expiresAt() })
  return {
    put: `${url}/files/upload?token=${up}`,
    get: `${url}/files/download?token=${down}`,
    headers: { 'Content-Type': contentType, 'Upload-Length': size, 'Content-Length': size },
  }
}

const ofLimit = ({ url }: Program, { fileId }: Place, size: number): Addresses => ({
  put: `${url}/files/upload?name=${fileId}`,
  get: `${url}/files/download?name=${fileId}`,
  headers: { 'Content-Type': contentType, 'Content-Length': size },
})

async function uploads(world: World): Promise<Result> {
  const site = await world.one()
  const piece = randomBytes(megabyte)
  return inTurns(site, async (address, done) => {
    const put = () => putFile(address(), piece, turn.bytes)
    await inParallel(turn.files, turn.atOnce, put)
    done(turn.files * turn.bytes)
  })
}

async function downloads(world: World): Promise<Result> {
  const site = await world.one()
  const piece = randomBytes(megabyte)
  return inTurns(site, async (address, done, prepare) => {
    const stored = Array.from({ length: turn.atOnce }, address)
    await prepare(() => Promise.all(stored.map((one) => putFile(one, piece, turn.bytes))))
    let next = 0
    await inParallel(turn.files, turn.atOnce, () => getFile(stored[next++ % stored.length]!))
    done(turn.files * turn.bytes)
  })
}

type Work = (
  address: () => Addresses,
  done: (bytes: number) => void,
  prepare: (work: () => Promise<unknown>) => Promise<void>,
) => Promise<void>

/** All in one folder, as the hand-written server keeps them: a new folder costs more than a new file, and there are few. */
const newId = (): string => `${randomUUIDv7().slice(0, -2)}00`

/** Places of files that documents of the newest organization wait for: without one, a link takes nothing. */
export async function announce(site: Site, count: number, newIdOf: () => string): Promise<Place[]> {
  const { rows } = await site.db.query<{ org_id: string; id: string }>(
    'select m.org_id, m.id from memberships m order by m.org_id desc, m.id limit 1',
  )
  const { org_id: orgId, id: membershipId } = rows[0]!
  const places = Array.from({ length: count }, () => ({ orgId, fileId: newIdOf() }))
  await site.db.query(
    `insert into documents (org_id, id, title, search_text, category, category_key, visibility, uploaded_by, membership_id,
                            file_id, file_name, size, content_type, sha256, upload_expires_at, created_at, updated_at)
     select $1, f.id, 'a', 'a', 'Other', 'other', 'hr', 'hr', $2, f.id, 'a.bin', 1, $4, repeat('0', 64),
            now() + interval '1 hour', now(), now()
       from unnest($3::uuid[]) as f (id)`,
    [orgId, membershipId, places.map(({ fileId }) => fileId), contentType],
  )
  return places
}

/** Megabytes in a second of both, in turns. */
async function inTurns(site: Site, work: Work): Promise<Result> {
  const places = await announce(site, rounds * 2 * turn.files, newId)
  const rate = async (program: Program, of: typeof ofLimit): Promise<number> => {
    let [bytes, prepared] = [0, 0]
    const begun = performance.now()
    await work(
      () => of(program, places.pop()!, turn.bytes),
      (count) => void (bytes = count),
      async (before) => {
        const from = performance.now()
        await before()
        prepared = performance.now() - from
      },
    )
    const seconds = (performance.now() - begun - prepared) / 1000
    return bytes / megabyte / seconds
  }
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const order = [
      { program: site.ours, of: ofService },
      { program: site.limit, of: ofLimit },
    ]
    if (round % 2 === 1) order.reverse()
    const rates: number[] = []
    for (const { program, of } of order) rates.push(await rate(program, of))
    const [ours, limit] = (round % 2 === 1 ? rates.toReversed() : rates) as [number, number]
    // Both write their first files with code that is not compiled yet.
    if (round > 1) measured.push({ ours, limit, ratio: ours / limit })
  }
  await removeAll(site)
  return middle(measured)
}

/** The most memory that a server takes for the first quarter of large files, beside the most that it takes for all of them. */
async function largeFiles(world: World): Promise<Result> {
  const site = await world.one()
  const places = await announce(site, 100, randomUUIDv7)
  const server = await site.another()
  const size = 100 * megabyte
  const piece = randomBytes(megabyte)
  const one = async () => {
    const place = places.pop()!
    const address = ofService(server, place, size)
    await putFile(address, piece, size)
    await getFile(address)
    await rm(join(site.dataDir, 'files', place.orgId, place.fileId.slice(-2), place.fileId))
  }
  const mostWhile = async (count: number): Promise<number> => {
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, server.residentBytes() / megabyte)), 100)
    await inParallel(count, 4, one)
    clearInterval(watch)
    return most
  }
  const before = await mostWhile(25)
  const most = Math.max(before, await mostWhile(75))
  await server.stop()
  return middle([{ ours: most, limit: before, ratio: before / most }])
}

const removeAll = ({ dataDir }: Site): Promise<unknown> =>
  Promise.all([
    rm(join(dataDir, 'files'), { recursive: true, force: true }),
    rm(join(dataDir, 'hand-written-files'), { recursive: true, force: true }),
  ])

async function inParallel(count: number, atOnce: number, work: () => Promise<void>): Promise<void> {
  let left = count
  const one = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

export async function putFile({ put, headers }: Addresses, piece: Buffer, size: number): Promise<void> {
  const outgoing = request(put, { method: 'PUT', headers, agent })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  for (let sent = 0; sent < size; sent += piece.length)
    if (!outgoing.write(piece)) await once(outgoing, 'drain')
  outgoing.end()
  const [answer] = await answered
  answer.resume()
  if (answer.statusCode !== 204) throw new Error(`a file was answered with ${answer.statusCode}`)
  await once(answer, 'end')
}

async function getFile({ get }: Addresses): Promise<void> {
  const outgoing = request(get, { agent }).end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  answer.resume()
  if (answer.statusCode !== 200) throw new Error(`a file was answered with ${answer.statusCode}`)
  await once(answer, 'end')
}
