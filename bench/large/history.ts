import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { emitDueEvents } from '../../src/services/effective/announce.ts'
import { createPool } from '../../src/db/pool.ts'
import { withOrganization } from '../../src/db/transaction.ts'
import { emailKey } from '../../src/domain/email.ts'
import type { Timeline } from '../../src/domain/employment.ts'
import { nameKey } from '../../src/domain/folding.ts'
import { change, end } from '../../src/domain/timeline.ts'
import { today } from '../../src/domain/day.ts'
import { loadTimelines } from '../../src/queries/org/timelines.ts'
import { hashSecret } from '../../src/secrets/credentials.ts'
import type { Site } from '../world.ts'
import type { Employee } from './company.ts'

/** The ids of units and people of the company, by the keys of their names and e-mails. */
interface Ids {
  units: ReadonlyMap<string, string>
  people: Map<string, string>
}

/** Reads the ids of all units, and of the people with these e-mails. */
async function findIds(db: pg.ClientBase, orgId: string, emails: readonly string[]): Promise<Ids> {
  const units = await db.query<{ key: string; id: string }>(
    `select name_key as key, id from units where org_id = $1`,
    [orgId],
  )
  const people = await db.query<{ key: string; id: string }>(
    `select work_email_key as key, id from people where org_id = $1 and work_email_key = any($2::text[])`,
    [orgId, emails.map(emailKey)],
  )
  const byKey = (rows: { key: string; id: string }[]) => new Map(rows.map(({ key, id }) => [key, id]))
  return { units: byKey(units.rows), people: byKey(people.rows) }
}

/**
 * Writes what happened to people after their hire: later job rows and last days. No action does that for many people and
 * past days, so this decides with the rules of src/domain and writes with the functions that the actions use, in one
 * transaction. The log and the outbox get nothing of it.
 *
 * @returns how many job rows these people have
 */
async function writeLater(
  pool: pg.Pool,
  orgId: string,
  employees: readonly Employee[],
  { units, people }: Ids,
): Promise<number> {
  const now = new Date()
  const day = today(now, 'Europe/Berlin')
  const idOf = (email: string) => people.get(emailKey(email))!
  return withOrganization(pool, orgId, { mode: 'write' }, async (db) => {
    const before = await loadTimelines(
      db,
      employees.map(({ email }) => idOf(email)),
    )
    const changes = employees.map((employee) => {
      const personId = idOf(employee.email)
      let after: Timeline = before.get(personId)!
      for (const job of employee.later) {
        const patch = {
          title: job.title,
          unit_id: job.department && units.get(nameKey(job.department)),
          manager_id: job.managerEmail && idOf(job.managerEmail),
        }
        const reason = job.title ? 'promotion' : 'transfer'
        after =
          change(after, { day: job.day, reason, patch, rowId: randomUUIDv7() }).effect?.timeline ?? after
      }
      if (employee.lastDay)
        after = end(after, { lastDay: employee.lastDay, type: 'voluntary', today: day }).effect!.timeline
      return { personId, before: before.get(personId)!, after }
    })
    const changed = changes.filter(({ before, after }) => before !== after)
    await emitDueEvents({ db, now, today: day }, changed, new Map())
    return changes.reduce((sum, { after }) => sum + after.rows.length, 0)
  })
}

/** What happened to the people after their hire, written without the service. */
export class History {
  rows = 0
  readonly #site: Site
  readonly #pool: ReturnType<typeof createPool>

  constructor(site: Site) {
    this.#site = site
    this.#pool = createPool(site.appUrl, 'rollcall_app', 2)
  }

  async write(batches: Employee[][]): Promise<void> {
    const { db, largeKeys } = this.#site
    const started = performance.now()
    const { rows } = await db.query<{ org_id: string }>(
      `select org_id from credential_lookups where secret_hash = $1 and kind = 'key'`,
      [hashSecret(largeKeys[0]!)],
    )
    const orgId = rows[0]!.org_id
    for (const batch of batches) {
      const emails = batch.flatMap(({ email, later }) => [
        email,
        ...later.flatMap((job) => job.managerEmail ?? []),
      ])
      this.rows += await writeLater(this.#pool, orgId, batch, await findIds(db, orgId, emails))
    }
    console.log(`Later jobs and last days written in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }

  close = (): Promise<void> => this.#pool.end()
}
