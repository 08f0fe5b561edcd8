import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import {
  reminderKinds,
  usualReminders,
  type ReminderKind,
  type ReminderSettings,
  type Windows,
} from '../../domain/reminders.ts'
import { comes, inForce, lasts } from '../fragments.ts'

/** The settings of the organization. */
export async function getReminderSettings(db: Db): Promise<ReminderSettings> {
  const [row] = await db.query<ReminderSettings>(
    `select s.enabled, s.days_before from reminder_settings s where s.org_id = $1`,
    [db.orgId],
  )
  return row ?? usualReminders
}

/** The settings, locked until the transaction ends. */
export async function lockReminderSettings(db: Db): Promise<ReminderSettings> {
  await db.query(`select 1 from organizations o where o.org_id = $1 for no key update`, [db.orgId])
  return getReminderSettings(db)
}

/** Stores the settings, and lets the next job remind of what they add today. */
export async function storeReminderSettings(
  db: Db,
  { enabled, days_before }: ReminderSettings,
  now: Date,
): Promise<void> {
  await Promise.all([
    db.query(
      `insert into reminder_settings (org_id, enabled, days_before, updated_at) values ($1, $2, $3, $4)
       on conflict (org_id) do update
         set enabled = excluded.enabled, days_before = excluded.days_before, updated_at = excluded.updated_at`,
      [db.orgId, JSON.stringify(enabled), JSON.stringify(days_before), now],
    ),
    db.query(`update reminded_days set day = day - 1 where org_id = $1`, [db.orgId]),
  ])
}

/** A day that comes, or has just come. */
export interface ReminderRow {
  kind: ReminderKind
  date: Day
  person_id: string
  years: number | null
  /** The manager today; of somebody who is to start, on the first day. */
  manager_id: string | null
}

/** The place of the window of a kind among the values: `$3` and `$4` for the first. */
const between = (column: string, kind: ReminderKind): string => {
  const first = 3 + 2 * reminderKinds.indexOf(kind)
  return `${column} between $${first} and $${first + 1}`
}

/** A day that job rows name: the row in force on it decides. */
const named = (kind: 'probation_end' | 'contract_end'): string => `
  select '${kind}' as kind, r.${kind}_date as date, r.person_id, null::integer as years
    from job_rows r
   where r.org_id = $1 and ${between(`r.${kind}_date`, kind)} and ${inForce('r', `r.${kind}_date`)}`

const starts = (kind: 'start_soon' | 'start_today'): string => `
  select '${kind}', e.start_date, e.person_id, null from employments e
   where e.org_id = $1 and ${between('e.start_date', kind)} and ${comes('e')}`

/** An anniversary of 29 February is on the 28th in other years: so PostgreSQL adds years. */
const anniversaries = `
  select 'anniversary', y.day, e.person_id, y.years
    from employments e
   cross join lateral (
     select n as years, (e.start_date + make_interval(years => n))::date as day
       from generate_series(extract(year from $11::date)::integer - extract(year from e.start_date)::integer,
                            extract(year from $12::date)::integer - extract(year from e.start_date)::integer) n
      where n > 0) y
   where e.org_id = $1 and ${between('y.day', 'anniversary')} and (e.last_day is null or e.last_day >= y.day)`

/**
 * Days in these windows, in order, of employments that are not over.
 *
 * @param limit at most so many; left out: all of them
 */
export function findReminders(db: Db, windows: Windows, today: Day, limit?: number): Promise<ReminderRow[]> {
  return db.query<ReminderRow>(
    `select d.kind, d.date, d.person_id, d.years, m.manager_id
       from (${[named('probation_end'), named('contract_end'), starts('start_soon'), starts('start_today'), anniversaries].join(' union all ')}) d
       join people p on p.org_id = $1 and p.id = d.person_id and p.erased_at is null
       left join lateral (
         select j.manager_id from job_rows j
          where j.org_id = $1 and j.person_id = d.person_id and (j.valid_to is null or j.valid_to >= $2)
          order by j.valid_from limit 1) m on true
      where ${lasts('d.person_id', 'd.date', '$2')}
      order by d.date, d.kind, d.person_id
      limit $13`,
    [
      ...[db.orgId, today],
      ...reminderKinds.flatMap((kind) => [windows[kind]?.from ?? null, windows[kind]?.to ?? null]),
      limit ?? null,
    ],
  )
}

/** Notes that the members of an organization are reminded of a day; false: they were already, or it was paused meanwhile. */
export async function markReminded(db: Db, day: Day): Promise<boolean> {
  const rows = await db.query(
    `insert into reminded_days as d (org_id, day)
     select o.org_id, $2 from organizations o where o.org_id = $1 and o.status = 'active'
     on conflict (org_id) do update set day = excluded.day where d.day < excluded.day
     returning 1`,
    [db.orgId, day],
  )
  return rows.length > 0
}
