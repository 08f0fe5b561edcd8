import { expect } from 'chai'
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFeedCursor } from '../../../../src/domain/cursor.ts'
import { checkBody } from '../../../support/contract.ts'
import { inUndoneTransaction, untilBlocked } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('webhooks.feed.list', () => {
  const server = useServer({})
  before(() => void (server.running.runtime.waiting.longestMs = Infinity))

  async function scene() {
    const company = await server.company()
    const owner = await company.as('owner')
    let count = 0
    const create = () => owner.call('org_units_create', { name: `Unit ${++count}`, kind: 'team' })
    const read = (input: object = {}) => owner.call('webhooks_feed_list', input)
    return { company, owner, create, read }
  }

  it('has what happened, oldest first, as webhooks send it, page after page', async () => {
    const { company, create, read } = await scene()
    const units = [await create(), await create(), await create()]
    const first = await read({ limit: 2 })
    expect(first.has_more).to.equal(true)
    const second = await read({ limit: 2, after: first.next })
    expect([second.has_more, second.truncated, second.begins_at]).to.deep.equal([false, false, null])
    const events = [...first.events, ...second.events]
    expect(events.map(({ data }) => (data as { unit: { id: string } }).unit.id)).to.deep.equal(
      units.map(({ id }) => id),
    )
    for (const { cursor: _cursor, ...event } of events) {
      expect(event).to.deep.include({
        type: 'unit.created',
        version: 'v1',
        organization_id: company.id,
        test: false,
      })
      expect(event.id).to.match(/^evt_/)
      checkBody(event.type, event)
    }
    expect(events.map(({ cursor }) => cursor).slice(1)).to.deep.equal([first.next, second.next])
    const afterFirst = await read({ after: events[0]!.cursor })
    expect(afterFirst.events).to.deep.equal(events.slice(1))
    const end = await read({ after: second.next })
    expect([end.events, end.next]).to.deep.equal([[], second.next])
  })

  it('has the time at which each was stored, so that the later of two tells how a record is now', async () => {
    const { create, owner, read } = await scene()
    const { id: unit_id } = await create()
    const { next } = await read({ from: 'now' })
    const at = (minute: number) => new Date(`2026-06-15T12:0${minute}:00.000Z`)
    await inUndoneTransaction(server.db, async (other) => {
      await other.query('lock table idempotency_records in share mode')
      server.now = at(1)
      const slow = owner.call('org_units_update', { unit_id, name: 'Late' }, { idempotencyKey: 'slow' })
      await untilBlocked(server.db, slow)
      server.now = at(2)
      await owner.call('org_units_update', { unit_id, name: 'Early' })
      server.now = at(3)
      await other.query('rollback')
      expect((await slow).name).to.equal('Late')
    })
    const { events } = await read({ after: next })
    expect(
      events.map(({ timestamp, data }) => [timestamp, (data as { unit: { name: string } }).unit.name]),
    ).to.deep.equal([
      [at(2).toISOString(), 'Early'],
      [at(3).toISOString(), 'Late'],
    ])
    const ids = events.map(({ id }) => id)
    expect(ids.toSorted()).to.deep.equal(ids)
  })

  it('begins now when asked to, and shows only the types asked for, going on past all others', async () => {
    const { create, owner, read } = await scene()
    const unit = await create()
    const { next, events } = await read({ from: 'now' })
    expect(events).to.deep.equal([])
    await owner.call('org_units_update', { unit_id: unit.id, name: 'Other' })
    await create()
    const page = await read({ after: next, types: ['unit.updated'] })
    expect(page.events.map(({ type }) => type)).to.deep.equal(['unit.updated'])
    expect((await read({ after: page.next })).events).to.deep.equal([])
    const { body } = await owner.post('/v1/webhooks/feed.list', { types: ['unit.created', 'unit.sold'] })
    expect(body.error.details[0]).to.deep.include({ path: 'types[1]', code: 'event_type_unknown' })
  })

  it('begins with the newest ones when asked to, in the same order, and goes on after them', async () => {
    const { create, owner, read } = await scene()
    expect(await read({ from: 'newest' })).to.deep.include({ events: [], has_more: false })
    const [first] = [await create(), await create(), await create()]
    await owner.call('org_units_update', { unit_id: first!.id, name: 'Other' })
    const all = (await read()).events
    const newest = await read({ from: 'newest', limit: 2 })
    expect(newest.events).to.deep.equal(all.slice(2))
    expect([newest.has_more, newest.truncated]).to.deep.equal([false, false])
    const created = await read({ from: 'newest', limit: 2, types: ['unit.created'] })
    expect(created.events).to.deep.equal(all.slice(1, 3))
    for (const page of [newest, created])
      expect((await read({ after: page.next, from: 'newest' })).events).to.deep.equal([])
  })

  it('says when events are gone, and from when on there are some', async () => {
    const { company, create, read } = await scene()
    await create()
    const { next } = await read()
    await create()
    await create()
    await read()
    await server.db.query(`delete from events where org_id = $1 and position <= 2`, [company.id])
    const page = await read({ after: next })
    expect(page.truncated).to.equal(true)
    expect(page.events).to.have.length(1)
    expect(page.begins_at).to.equal(page.events[0]!.timestamp)
    expect((await read({ after: page.next })).truncated).to.equal(false)
    // Who begins has missed nothing.
    expect((await read()).truncated).to.equal(false)
    await server.db.query(`delete from events where org_id = $1`, [company.id])
    const empty = await read({ after: next })
    expect([empty.truncated, empty.begins_at, empty.events]).to.deep.equal([true, null, []])
  })

  it('begins again for a reader of another database, or of a later state of this one', async () => {
    const { create, read } = await scene()
    await create()
    const database = server.running.runtime.databaseId
    const places = [
      { database: randomUUIDv7(), position: 1 },
      { database, position: 2 },
      { database, position: Number.MAX_SAFE_INTEGER },
    ]
    for (const place of places) {
      const page = await read({ after: encodeFeedCursor(place) })
      expect([page.truncated, page.events.length]).to.deep.equal([true, 1])
    }
  })

  it('refuses what is no cursor of it', async () => {
    const { owner } = await scene()
    for (const after of ['', 'x', 'p8qPuQ5nE9KgAAAAAAAAAKg', `f${'A'.repeat(23)}`]) {
      const { status, body } = await owner.post('/v1/webhooks/feed.list', { after })
      expect([status, body.error.details[0].code], after).to.deep.equal([400, 'bad_cursor'])
    }
  })

  it('waits until something happens', async () => {
    const { create, read } = await scene()
    const { next } = await read()
    const waiting = read({ after: next, wait: 20, types: ['unit.created'] })
    await sleep(300)
    const unit = await create()
    const { events } = await waiting
    expect(events.map(({ data }) => (data as { unit: { id: string } }).unit.id)).to.deep.equal([unit.id])
  })

  it('holds no turn while it waits, and is answered at once when very many do', async () => {
    const { owner, create, read } = await scene()
    const { next } = await read()
    const waiting = Array.from({ length: 5 }, () => read({ after: next, wait: 25 }))
    await sleep(300)
    const { events } = await read({ after: next, wait: 25 })
    expect(events).to.deep.equal([])
    await owner.call('platform_whoami', {})
    await create()
    for (const answer of await Promise.all(waiting)) expect(answer.events).to.have.length(1)
  })

  it('answers at once when the server stops', async () => {
    const { read } = await scene()
    const { next } = await read()
    const waiting = read({ after: next, wait: 25 })
    await sleep(300)
    server.running.runtime.waiting.stop()
    expect((await waiting).events).to.deep.equal([])
  })
})
