import { sql, type Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { PayRange, PositionReader, PositionStatus } from '../../domain/positions.ts'
import { employedSince, stays } from '../fragments.ts'
import { getPosition, type PositionFields, type PositionRow } from './positions.ts'
import { holdPerson } from './references.ts'

const everything: PositionReader = { hr: true, jobTier: true, pay: true, personId: null }

/** A position as it was stored a moment ago, in the same transaction. */
export const reloadPosition = async (db: Db, id: string, today: Day): Promise<PositionRow> =>
  (await getPosition(db, everything, id, today))!

/** A position, locked until the transaction ends. It comes before all other locks. */
export async function lockPosition(db: Db, id: string, today: Day): Promise<PositionRow | undefined> {
  const [locked] = await db.query(
    `select 1 from positions p where p.org_id = $1 and p.id = $2 for no key update`,
    [db.orgId, id],
  )
  return locked === undefined ? undefined : getPosition(db, everything, id, today)
}

/** Another position, which is to be above one. */
export interface PositionAbove {
  id: string
  title: string
  status: PositionStatus
  /** Tells that the position is among those above this one, or is this one. */
  circular: boolean
}

/** The position that is to be above another one; locked against others that change who is above whom (`lockPlan`). */
export async function findAbove(
  db: Db,
  id: string,
  below: string | null,
): Promise<PositionAbove | undefined> {
  const [row] = await db.query<PositionAbove>(
    `with recursive above as (
       select p.id, p.reports_to_position_id as next from positions p where p.org_id = $1 and p.id = $2
       union
       select q.id, q.reports_to_position_id from above a join positions q on q.org_id = $1 and q.id = a.next)
     select p.id, p.title, p.status, exists (select 1 from above where above.id = $3) as circular
       from positions p where p.org_id = $1 and p.id = $2`,
    [db.orgId, id, below],
  )
  return row
}

/** Locks the plan of headcount: how many positions there are, and which is above which. Take it after units and places. */
export async function lockPlan(db: Db): Promise<{ active: number }> {
  await db.query(`select 1 from organizations o where o.org_id = $1 for no key update`, [db.orgId])
  const [row] = await db.query<{ active: number }>(
    `select count(*) as active from positions p where p.org_id = $1 and p.closed_at is null`,
    [db.orgId],
  )
  return row!
}

/** Stores a new position. */
export async function insertPosition(db: Db, id: string, fields: PositionFields, now: Date): Promise<void> {
  const row = { ...stored(fields), org_id: db.orgId, id, created_at: now, updated_at: now }
  await db.run(sql('positions').insert(row))
}

/** Changes a locked position. */
export async function updatePosition(
  db: Db,
  id: string,
  changed: Partial<PositionFields>,
  now: Date,
): Promise<void> {
  const row = { ...stored(changed), updated_at: now }
  await db.run(sql('positions').where({ org_id: db.orgId, id }).update(row))
}

/** JSON is stored as its text. */
const stored = <Fields extends { pay_range?: PayRange | null }>(fields: Fields): object =>
  fields.pay_range ? { ...fields, pay_range: JSON.stringify(fields.pay_range) } : fields

/** The end of a position, or its new beginning: `filledBy` of a filled one alone. */
export interface Settled {
  status: PositionStatus
  filledBy?: { personId: string; employmentId: string | null; on: Day }
}

/** Closes a locked position, or opens it again. */
export async function settlePosition(
  db: Db,
  id: string,
  { status, filledBy }: Settled,
  now: Date,
): Promise<void> {
  await db.query(
    `update positions set status = $3, filled_by = $4, filled_on = $5, filled_employment_id = $6, closed_at = $7, updated_at = $8
      where org_id = $1 and id = $2`,
    [
      ...[
        db.orgId,
        id,
        status,
        filledBy?.personId ?? null,
        filledBy?.on ?? null,
        filledBy?.employmentId ?? null,
      ],
      ...[status === 'open' ? null : now, now],
    ],
  )
}

/** Somebody who is to fill a position. */
export interface Filler {
  id: string
  /** Works here, or is to start. */
  stays: boolean
  /** The employment that they are to start; null when they work here already. */
  employment_id: string | null
}

/** Somebody who is to fill a position, as they stay until the transaction ends. */
export async function lockFiller(db: Db, personId: string, today: Day): Promise<Filler | undefined> {
  // Read after the lock is there: the statement that waits for it sees employments as they were before.
  await holdPerson(db, personId)
  const [row] = await db.query<Filler>(
    `select p.id, p.erased_at is null and ${employedSince('p.id', '$3')} is not null as stays,
            (select e.id from employments e
              where e.org_id = $1 and e.person_id = p.id and e.start_date > $3
                and not exists (select 1 from employments n
                                 where n.org_id = $1 and n.person_id = p.id and n.start_date <= $3
                                   and (n.last_day is null or n.last_day >= $3))
              order by e.start_date limit 1) as employment_id
       from people p where p.org_id = $1 and p.id = $2`,
    [db.orgId, personId, today],
  )
  return row
}

/**
 * The manager of whoever fills a position: the person that it names, or whoever fills the position above it; null for nobody
 * yet, and for somebody who has left by the day.
 */
export async function findBoss(db: Db, id: string, day: Day): Promise<string | null> {
  const [row] = await db.query<{ boss: string }>(
    `select s.boss
       from (select coalesce(p.reports_to_person_id, a.filled_by) as boss
               from positions p left join positions a on a.org_id = $1 and a.id = p.reports_to_position_id
              where p.org_id = $1 and p.id = $2) s
      where s.boss is not null and ${stays('s.boss', '$3')}`,
    [db.orgId, id, day],
  )
  return row?.boss ?? null
}

/** The employment of a person that begins on a day. */
export async function findEmployment(db: Db, personId: string, startDate: Day): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(
    `select e.id from employments e where e.org_id = $1 and e.person_id = $2 and e.start_date = $3`,
    [db.orgId, personId, startDate],
  )
  return row?.id ?? null
}
