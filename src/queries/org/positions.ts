import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { Filling, PositionReader, PositionStatus, PositionTerms } from '../../domain/positions.ts'
import { isHere, personName, titleOn } from '../fragments.ts'
import { belowSql } from './reporting-line.ts'

/** The facts of a position that a caller sets. */
export interface PositionFields extends PositionTerms {
  title: string
  status: PositionStatus
  unit_id: string | null
  location_id: string | null
  legal_entity_id: string | null
  contract_type: 'permanent' | 'fixed_term' | 'temporary' | 'internship' | 'freelance'
  weekly_hours: number | null
  target_start_date: Day | null
  notes: string | null
}

/** A person, as a position names them. */
type PersonColumns<Prefix extends string> = Record<
  `${Prefix}_name` | `${Prefix}_title` | `${Prefix}_photo_hash`,
  string | null
>

/** A position as it is read, with the names of what it names. */
export type PositionRow = PositionFields &
  PersonColumns<'boss' | 'replaced' | 'filler'> & {
    id: string
    unit_name: string | null
    location_name: string | null
    legal_entity_name: string | null
    above_title: string | null
    above_status: PositionStatus | null
    filled_by: string | null
    filled_on: Day | null
    filled_employment_id: string | null
    filling: Filling | null
    /** Tells that the reader sees the job of whoever is replaced. */
    sees_replaced: boolean
    closed_at: string | null
    created_at: string
    updated_at: string
  }

const person = (alias: string, prefix: string): string =>
  `${personName(alias)} as ${prefix}_name, ${titleOn(alias, '$2')} as ${prefix}_title, ${alias}.photo_hash as ${prefix}_photo_hash`

const columns = `p.id, p.title, p.status, p.reason, p.unit_id, p.location_id, p.legal_entity_id, p.reports_to_person_id,
  p.reports_to_position_id, p.contract_type, p.weekly_hours::float8 as weekly_hours, p.pay_range, p.target_start_date, p.notes,
  p.replaces_person_id, p.filled_by, p.filled_on, p.filled_employment_id, p.closed_at, p.created_at, p.updated_at,
  u.name as unit_name, l.name as location_name, g.name as legal_entity_name, a.title as above_title, a.status as above_status,
  ${person('b', 'boss')}, ${person('r', 'replaced')}, ${person('f', 'filler')},
  case when e.id is not null then json_build_object('start_date', e.start_date, 'last_day', e.last_day) end as filling`

const from = `positions p
  left join units u on u.org_id = $1 and u.id = p.unit_id
  left join locations l on l.org_id = $1 and l.id = p.location_id
  left join legal_entities g on g.org_id = $1 and g.id = p.legal_entity_id
  left join positions a on a.org_id = $1 and a.id = p.reports_to_position_id
  left join people b on b.org_id = $1 and b.id = p.reports_to_person_id
  left join people r on r.org_id = $1 and r.id = p.replaces_person_id
  left join people f on f.org_id = $1 and f.id = p.filled_by
  left join employments e on e.org_id = $1 and e.id = p.filled_employment_id`

/** Whoever works in the position `q` today. Somebody who is still to start, or has left, leads nobody there. */
const holder = `case when ${isHere('q.filled_by', '$2')} then q.filled_by end`

/**
 * The rule of who sees a position, said once. `$1` is the organization, `$2` today, `$3` the person of the reader. A position
 * that reports to another one reports to whoever works in that, and else to whoever that reports to.
 *
 * What is below a position is looked up for each (`offset 0`), and the seats are read once (`case`): as joins, both would read
 * all positions for each position of a company that has many.
 */
const seen = {
  // PostgreSQL takes no parameter that is not used.
  all: { below: '', sees: '($3::uuid is null or true)' },
  line: {
    below: `with recursive below as ${belowSql('$3::uuid', '$2')},
      seats as (
        select q.id from positions q
         where q.org_id = $1
           and coalesce(${holder}, q.reports_to_person_id) in (select $3::uuid union all select b.person_id from below b)
        union
        select next.id from seats s
          join lateral (select q.id from positions q
                         where q.org_id = $1 and q.reports_to_position_id = s.id and ${holder} is null
                        offset 0) next on true)`,
    sees: `case when p.status in ('open', 'on_hold') then p.id in (select s.id from seats s) else false end`,
    replaced: `coalesce(p.replaces_person_id = $3 or p.replaces_person_id in (select below.person_id from below), false)`,
  },
} as const

/** A filter of positions; what is left out does not matter. */
export interface PositionFilter {
  statuses: readonly PositionStatus[]
  unitId?: string | undefined
  bossId?: string | undefined
  filledBy?: string | undefined
}

const select = ({ hr, jobTier }: PositionReader): string => {
  const { below, sees } = hr ? seen.all : seen.line
  return `${below} select ${columns}, ${jobTier ? 'true' : seen.line.replaced} as sees_replaced from ${from}
    where p.org_id = $1 and ${sees}`
}

/** Positions that are not closed, the newest first; at most as many as there may be. */
export function listActive(
  db: Db,
  reader: PositionReader,
  filter: PositionFilter,
  today: Day,
): Promise<PositionRow[]> {
  return db.query<PositionRow>(
    `${select(reader)} and p.closed_at is null and p.status = any($4::text[])
       and ($5::uuid is null or p.unit_id = $5) and ($6::uuid is null or p.reports_to_person_id = $6)
     order by p.created_at desc, p.id desc`,
    [db.orgId, today, reader.personId, filter.statuses, filter.unitId ?? null, filter.bossId ?? null],
  )
}

/** The place of a closed position in the order of closed ones. */
export interface ClosedPlace {
  id: string
  closed_at: string
}

/** A page of closed positions, the one that was closed last first. */
export function listClosed(
  db: Db,
  reader: PositionReader,
  filter: PositionFilter,
  { after, limit, today }: { after: ClosedPlace | undefined; limit: number; today: Day },
): Promise<PositionRow[]> {
  return db.query<PositionRow>(
    `${select(reader)} and p.closed_at is not null and p.status = any($4::text[])
       and ($5::uuid is null or p.unit_id = $5) and ($6::uuid is null or p.reports_to_person_id = $6)
       and ($7::timestamptz is null or (p.closed_at, p.id) < ($7, $8::uuid))
       and ($10::uuid is null or p.filled_by = $10)
     order by p.closed_at desc, p.id desc
     limit $9`,
    [
      ...[db.orgId, today, reader.personId, filter.statuses, filter.unitId ?? null, filter.bossId ?? null],
      ...[after?.closed_at ?? null, after?.id ?? null, limit, filter.filledBy ?? null],
    ],
  )
}

/** Where a closed position is in the order; undefined for others. */
export async function findClosed(db: Db, id: string): Promise<ClosedPlace | undefined> {
  const [row] = await db.query<ClosedPlace>(
    `select p.id, to_char(p.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as closed_at from positions p
      where p.org_id = $1 and p.id = $2 and p.closed_at is not null`,
    [db.orgId, id],
  )
  return row
}

/** A position that the reader sees. */
export async function getPosition(
  db: Db,
  reader: PositionReader,
  id: string,
  today: Day,
): Promise<PositionRow | undefined> {
  const [row] = await db.query<PositionRow>(`${select(reader)} and p.id = $4`, [
    ...[db.orgId, today, reader.personId, id],
  ])
  return row
}

/** Counts the positions in each state, and those that should be filled by now. */
export async function countPositions(
  db: Db,
  today: Day,
): Promise<{ open: number; on_hold: number; draft: number; past_target: number }> {
  const [row] = await db.query<{ open: number; on_hold: number; draft: number; past_target: number }>(
    `select count(*) filter (where p.status = 'open') as open, count(*) filter (where p.status = 'on_hold') as on_hold,
            count(*) filter (where p.status = 'draft') as draft,
            count(*) filter (where p.target_start_date < $2) as past_target
       from positions p where p.org_id = $1 and p.closed_at is null`,
    [db.orgId, today],
  )
  return row!
}

/**
 * Counts the positions that name a person as the one above and are open or on hold. Drafts are left out: managers, who may read the
 * number, learn of none.
 */
export async function countBelow(db: Db, personId: string): Promise<number> {
  const [row] = await db.query<{ below: number }>(
    `select count(*) as below from positions p
      where p.org_id = $1 and p.reports_to_person_id = $2 and p.status in ('open', 'on_hold')`,
    [db.orgId, personId],
  )
  return row!.below
}
