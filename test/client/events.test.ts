import { expect } from 'chai'
import {
  ConnectionError,
  EventsGoneError,
  RollcallError,
  createClient,
  type Client,
  type EventsOptions,
  type FeedItem,
} from '../../src/client/index.ts'
import type { Company } from '../support/company.ts'
import { caught } from '../support/expect.ts'
import { useFront, type Step } from '../support/front.ts'
import { unique, useServer } from '../support/server.ts'
import { notBefore, until } from '../support/wait.ts'

const busy: Step = { status: 503, headers: { 'Retry-After': '0' }, body: '<h1>Busy</h1>' }

describe('the events of a client', () => {
  const server = useServer({})
  const front = useFront(() => server.baseUrl)
  before(() => void (server.running.runtime.waiting.longestMs = Infinity))
  let company: Company
  let client: Client
  let create: () => Promise<string>

  beforeEach(async () => {
    company = await server.company()
    const owner = await company.as('owner')
    const { secret } = owner.credential as { secret: string }
    client = createClient({ baseUrl: front.baseUrl, key: secret })
    create = async () => (await owner.call('org_units_create', { name: unique('Unit'), kind: 'team' })).id
  })

  const asked = (): Record<string, unknown>[] =>
    front.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  const unitOf = (event: FeedItem): string => {
    if (event.type !== 'unit.created') throw new Error(event.type)
    return event.data.unit.id
  }
  /** The units of so many events. */
  async function take(count: number, options: EventsOptions = {}): Promise<FeedItem[]> {
    const found: FeedItem[] = []
    for await (const event of client.events(options)) {
      found.push(event)
      if (found.length === count) break
    }
    return found
  }

  it('are all there were, in their order, and then those to come', async () => {
    const units = [await create(), await create()]
    const found: string[] = []
    for await (const event of client.events()) {
      found.push(unitOf(event))
      if (found.length === 2) void create().then((id) => units.push(id))
      if (found.length === 3) break
    }
    expect(found).to.deep.equal(units)
    // It asked for one answer, and waited in the second.
    expect(asked().map(({ wait }) => wait)).to.deep.equal([25, 25])
  })

  it('go on after each event: a reader that ends anywhere misses none and gets none twice', async () => {
    const units = [await create(), await create(), await create()]
    const found: string[] = []
    let after: string | undefined
    for (let n = 0; n < 3; n++) {
      const [event] = await take(1, { after })
      after = event!.cursor
      found.push(unitOf(event!))
    }
    expect(found).to.deep.equal(units)
  })

  it('begin now when asked to, and are only of the types asked for', async () => {
    await create()
    const cursors: string[] = []
    const stop = new AbortController()
    const options: EventsOptions = {
      from: 'now',
      types: ['unit.created'],
      signal: stop.signal,
      onCursor: (cursor) => {
        if (cursors.push(cursor) === 1) void create()
      },
    }
    const found: FeedItem[] = []
    for await (const event of client.events(options)) {
      found.push(event)
      stop.abort()
    }
    expect(found).to.have.length(1)
    expect(asked()[0]).to.deep.include({ from: 'now', types: ['unit.created'] })
    // The event was not done when the signal came.
    expect(cursors).to.have.length(1)
  })

  it('go on after busy answers and broken connections, however many', async () => {
    const units = [await create()]
    const found: string[] = []
    front.plan('pass', ...Array<Step>(6).fill(busy), 'cut', 'lose', { ...busy, status: 429 }, 'pass')
    for await (const event of client.events()) {
      found.push(unitOf(event))
      if (found.length === 1) units.push(await create())
      if (found.length === 2) break
    }
    expect(found).to.deep.equal(units)
    expect(front.requests).to.have.length(11)
  })

  it('fail when the first call does, as every call', async () => {
    front.plan(...Array<Step>(9).fill(busy))
    expect(await caught(take(1)))
      .to.be.instanceOf(ConnectionError)
      .and.include({ status: 503, attempts: 4 })
    front.plan()
    const refused = await caught(take(1, { after: 'nonsense' }))
    expect(refused).to.be.instanceOf(RollcallError).and.include({ code: 'validation_failed' })
  })

  it('tell that some are gone, before those that come after them', async () => {
    await create()
    const [first] = await take(1)
    const [, rest] = [await create(), await create()]
    await take(3)
    await server.db.query(`delete from events where org_id = $1 and position <= 2`, [company.id])
    const gone = await caught(take(1, { after: first!.cursor }))
    if (!(gone instanceof EventsGoneError)) throw gone
    const told: string[] = []
    const onGone = async (beginsAt: string | null): Promise<void> => {
      await Promise.resolve()
      told.push(`gone until ${beginsAt}`)
    }
    for (const event of await take(1, { after: first!.cursor, onGone })) told.push(unitOf(event))
    expect(told).to.deep.equal([`gone until ${gone.beginsAt}`, rest])
    expect(gone.message).to.include(gone.beginsAt!)
  })

  it('do not ask again at once where nothing waits', async () => {
    const { waiting } = server.running.runtime
    waiting.longestMs = 0
    const loop = client.events({ from: 'now', onCursor: () => void answers.push(1) })
    const answers: number[] = []
    const ending = loop.next()
    await until('it has begun, and was told that there is nothing', () => answers.length === 2)
    await notBefore(900, () => until('it asks again', () => answers.length === 3))
    waiting.longestMs = Infinity
    await create()
    expect((await ending).done).to.equal(false)
  })

  for (const [when, step] of [
    ['waits for an answer', 'silent'],
    ['waits for the next try', { ...busy, headers: { 'Retry-After': '30' } }],
  ] as const)
    it(`end without an error when the signal comes while it ${when}`, async () => {
      await create()
      const stop = new AbortController()
      front.plan('pass', step)
      const found: string[] = []
      for await (const event of client.events({ signal: stop.signal })) {
        found.push(unitOf(event))
        setTimeout(() => stop.abort(), 200)
      }
      expect(found).to.have.length(1)
      expect(front.requests).to.have.length(2)
    })

  it('are none when the signal came before', async () => {
    expect(await take(1, { signal: AbortSignal.abort() })).to.deep.equal([])
    expect(front.requests).to.have.length(0)
  })
})
