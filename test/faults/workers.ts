import { randomUUIDv7 } from 'node:crypto'
import { asSystem, ofOrganization } from '../../src/db/system.ts'
import type { DomainEvent } from '../../src/events/domain-event.ts'
import { originOfService } from '../../src/events/origin.ts'
import { writeDomainEvents } from '../../src/pipeline/record.ts'
import { until } from '../support/wait.ts'
import type { Outcome } from './run.ts'
import type { Site } from './site.ts'

/** More than a worker takes of one endpoint while nothing is answered, so that there is something left for another one. */
const events = 150
/**
 * Requests that a worker may have under way at one endpoint, those that it was settling when it was stopped, and those that ended
 * meanwhile: on a slow disk two settlements may wait behind one.
 */
const unsettled = 8 + 3 * 16

/**
 * Two workers send to the same endpoints at the same time: each event arrives exactly once, because nobody dies. Then one of
 * them stands still (SIGSTOP) in the middle of it. The other one goes on when the leases are over, and when the first one wakes
 * up it sends nothing more of what it had, and changes nothing of what the other one has settled.
 */
export async function runWorkers(site: Site): Promise<Outcome> {
  site.receivers.wake()
  site.receivers.refusesNothing = true
  const release = site.receivers.hold()
  const together = await write(site)
  // Nothing ends meanwhile, so the second one finds the same endpoints.
  const shared = await until(
    'two workers send to the same endpoint',
    async () => (await countShared(site)) || undefined,
  )
  release()
  await until('all has ended', async () => (await countPending(site)) === 0)
  const wrong = timesOtherThan(site, together, 1, 1)
  const ended = [...site.ended]
  const standing = await standStill(site)
  return {
    events: 2 * events,
    wrong: [...wrong, ...standing.wrong, ...site.receivers.wrong, ...ended],
    measured: `${shared} endpoints had two workers at once; ${standing.held} deliveries were held by one that stood still`,
  }
}

async function standStill(site: Site): Promise<{ wrong: string[]; held: number }> {
  const [sleeper, other] = site.workers
  const release = site.receivers.hold()
  const written = await write(site)
  await until('both workers have something', async () => (await countTaking(site)) === 2)
  sleeper!.child.kill('SIGSTOP')
  release()
  const held = await heldBy(site)
  // The other one takes what is over: as if the time of the leases had passed.
  await until('the other one has sent all', async () => {
    await site.ask(
      `update webhook_deliveries set leased_until = now() - interval '1 second'
        where status = 'pending' and leased_until > now() + interval '1 minute'
          and lease = any($1::uuid[])`,
      [held.map(({ lease }) => lease)],
    )
    return (await countPending(site)) === 0
  })
  const before = await settledNow(site)
  sleeper!.child.kill('SIGCONT')
  // What it sends next comes after what it had.
  other!.child.kill('SIGTERM')
  const last = await write(site, 1)
  await until('the one that woke up has sent', async () => (await countPending(site)) === 0)
  const after = new Map((await settledNow(site)).map((row) => [row.id, JSON.stringify(row)]))
  const changed = before.filter((row) => after.get(row.id) !== JSON.stringify(row))
  return {
    held: held.reduce((sum, { count }) => sum + count, 0),
    wrong: [
      ...(held.length > 0 ? [] : ['the worker that stood still had nothing: nothing was tried']),
      ...changed.map(({ id }) => `${id} was settled once more`),
      ...timesOtherThan(site, written, 1, 2),
      ...timesOtherThan(site, last, 1, 1),
      ...tooOften(site, written),
    ],
  }
}

/** Events that one endpoint got another number of times. */
const timesOtherThan = (site: Site, ids: readonly string[], least: number, most: number): string[] =>
  site.receivers.accepted.flatMap((accepted, endpoint) =>
    ids.flatMap((id) => {
      const times = accepted.get(id) ?? 0
      return times >= least && times <= most ? [] : [`${id} came ${times} times to ${endpoint}`]
    }),
  )

/** Only what was not settled when the worker was stopped may have come twice. */
const tooOften = (site: Site, ids: readonly string[]): string[] =>
  site.receivers.accepted.flatMap((accepted, endpoint) => {
    const twice = ids.filter((id) => accepted.get(id) === 2).length
    return twice <= unsettled ? [] : [`${twice} events came twice to ${endpoint}`]
  })

/** Writes events that all endpoints get, in one transaction. */
async function write(site: Site, count = events): Promise<string[]> {
  const made = Array.from({ length: count }, unitUpdated)
  const client = await site.db.connect()
  try {
    await asSystem(
      client,
      (db) =>
        writeDomainEvents(
          ofOrganization(db, site.orgId, undefined),
          originOfService('test.done', new Date()),
          made,
        ).written,
    )
  } finally {
    client.release()
  }
  return made.map(({ event }) => `evt_${event!.id}`)
}

function unitUpdated(): DomainEvent<'unit.updated'> {
  const unit = {
    id: randomUUIDv7(),
    name: 'Present',
    kind: 'team' as const,
    parent_id: null,
    head: null,
    archived: false,
  }
  const data = { unit_id: unit.id, changed: ['name' as const], unit }
  return { activity: [], event: { id: randomUUIDv7(), type: 'unit.updated', subjectId: unit.id, data } }
}

/** Endpoints to which two workers send now. */
async function countShared(site: Site): Promise<number> {
  const [row] = await site.ask(
    `select count(*)::int as count
       from (select from webhook_deliveries where leased_by is not null
              group by endpoint_id having count(distinct leased_by) > 1) shared`,
  )
  return row.count
}

async function countPending(site: Site): Promise<number> {
  const [row] = await site.ask(
    `select count(*)::int as count from webhook_deliveries where status = 'pending'`,
  )
  return row.count
}

/** Workers that have something. */
async function countTaking(site: Site): Promise<number> {
  const [row] = await site.ask(`select count(distinct leased_by)::int as count from webhook_deliveries`)
  return row.count
}

/** The leases of a worker that stands still: those that are left when the other one has ended what it had. */
async function heldBy(site: Site): Promise<{ lease: string; count: number }[]> {
  return until('only one worker has something', async () => {
    if ((await countTaking(site)) !== 1) return undefined
    return site.ask(
      `select lease, count(*)::int as count from webhook_deliveries where lease is not null group by lease`,
    )
  })
}

const settledNow = (site: Site): Promise<{ id: string }[]> =>
  site.ask(
    `select id, status, attempt, response_status, duration_ms, fault, next_attempt_at from webhook_deliveries
      where status <> 'pending' order by id`,
  )
