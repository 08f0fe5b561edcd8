import type { Db } from '../../db/transaction.ts'
import type { Basis, Change, StoredIntent } from '../../domain/approval-basis.ts'
import type { Approver, Kind, StepFor, StepStatus } from '../../domain/approvals.ts'
import type { ClosedPlace } from '../../domain/cursor.ts'
import type { Day } from '../../domain/day.ts'
import { personName, titleOn } from '../fragments.ts'
import type { JobRecord } from './people.ts'
import { belowSql } from './reporting-line.ts'
import { joinKey, keyColumns, type WithKey } from './person-keys.ts'

export type RequestStatus = 'pending' | 'approved' | 'rejected' | 'cancelled' | 'outdated' | 'expired'

/** A change of a job as readers see it. Rows hold ids; the names are looked up. */
export interface JobShown {
  reason: 'change' | 'promotion' | 'transfer' | 'correction' | 'rehire'
  before: JobRecord | null
  after: JobRecord
}

/** The end of an employment as readers see it. `change`: it is set, moved to another day, or taken back. */
export interface TerminationShown {
  last_day: Day
  reason: string | null
  job: JobRecord | null
  change: 'end' | 'move' | 'cancel'
  /** Once it is approved: the rows that went, because they would have begun after the last day. */
  removed?: JobRecord[]
}

export interface PayAmount {
  amount: number
  currency: string
  period: 'year' | 'month' | 'hour'
}

/** A change of pay as readers see it. */
export interface PayShown extends PayAmount {
  note: string | null
  before: (PayAmount & { valid_from: Day }) | null
  removes: boolean
}

export type Shown = JobShown | TerminationShown | PayShown

/** The stored part of a proposal; of pay in a table of its own. */
export interface Kept {
  proposal: StoredIntent
  shown: Shown
  basis: Basis
}

export interface StepRow {
  position: number
  approver: StepFor
  status: StepStatus
  decided_as: Approver | null
  decided_by: string | null
  decided_at: string | null
  /** In base64. */
  sealed_note: string | null
  decider_name: string | null
  decider_title: string | null
  decider_photo_hash: string | null
  decider_person_id: string | null
}

/** A request. What it says is sealed: `openRequest` opens it. */
export interface RequestRow extends WithKey {
  id: string
  person_id: string
  person_name: string
  person_title: string | null
  person_photo_hash: string | null
  kind: Kind
  change: Change
  status: RequestStatus
  effective_date: Day
  expires_on: Day
  /** The membership of the proposer. */
  proposed_by: string
  proposer_name: string
  proposer_person_id: string | null
  proposed_via: 'app' | 'api'
  proposed_at: string
  /** When it was decided, withdrawn, outdated, or had run out. */
  closed_at: string | null
  decision_note: Buffer | null
  /** Why it was closed, as a code and its values. */
  closed_code: string | null
  closed_values: Readonly<Record<string, string | number>> | null
  /** Null in requests about pay, like the next two. */
  shown: Buffer | null
  proposal: Buffer | null
  basis: Buffer | null
  steps: StepRow[]
}

/**
 * The moment at which the last day of a request is over: a second after its last one, because of a midnight that comes twice
 * PostgreSQL takes the second. It needs the organization as `o`. Everything in it is immutable.
 */
export const ranOutAt = `to_timestamp(
    extract(epoch from (r.expires_on + time '23:59:59') at time zone o.time_zone at time zone 'UTC') + 1)`

/** When a request was decided or closed; of one that has run out, before the job comes that closes it, too. */
const closedAt = (today: string) =>
  `case when r.status = 'pending' and r.expires_on < ${today} then ${ranOutAt} else r.closed_at end`

/** The name of whoever proposed it, by the membership `m`. */
export const proposerColumns = `coalesce(${personName('b')}, u.display_name) as proposer_name, m.person_id as proposer_person_id`

export const proposerJoins = `
  join users u on u.org_id = $1 and u.id = m.user_id
  left join people b on b.org_id = $1 and b.id = m.person_id`

/** The steps of a request, as a list in JSON. */
const steps = `
  (select coalesce(json_agg(step order by step.position), '[]')
     from (select s.position, s.approver, s.status, s.decided_as, s.decided_by, encode(s.note, 'base64') as sealed_note,
                  to_char(s.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as decided_at,
                  coalesce(${personName('dp')}, du.display_name) as decider_name, dm.person_id as decider_person_id,
                  case when dp.id is not null then ${titleOn('dp', '$2')} end as decider_title, dp.photo_hash as decider_photo_hash
             from approval_steps s
             left join memberships dm on dm.org_id = $1 and dm.id = s.decided_by
             left join users du on du.org_id = $1 and du.id = dm.user_id
             left join people dp on dp.org_id = $1 and dp.id = dm.person_id
            where s.org_id = $1 and s.request_id = r.id) step) as steps`

const columns = `
  r.id, r.person_id, ${personName('p')} as person_name, ${titleOn('p', '$2')} as person_title, p.photo_hash as person_photo_hash, r.kind, r.change, r.status,
  r.effective_date::text, r.expires_on::text, r.proposed_by, ${proposerColumns}, r.proposed_via, r.proposed_at,
  ${closedAt('$2')} as closed_at, r.decision_note, r.closed_code, r.closed_values, r.shown, r.proposal, r.basis, ${keyColumns}, ${steps}`

const joins = `
  join organizations o on o.org_id = $1
  join people p on p.org_id = $1 and p.id = r.person_id
  join memberships m on m.org_id = $1 and m.id = r.proposed_by ${proposerJoins}
  ${joinKey('r.person_id')}`

/** The facts that decide which requests a reader sees (`maySeeRequest` of src/access says the same for one request). */
export interface Reader {
  membershipId: string
  personId: string | null
  /** Owners, admins and HR see all requests but those of others about themselves. */
  hr: boolean
  /** Tells whether they see requests about pay. */
  pay: boolean
  /** Requests that wait for the reader, who is not above the person today: as a lead, or as the manager of a leaver. */
  asked: readonly string[]
}

export interface RequestFilter {
  reader: Reader
  /** `overdue`: it has run out, and the job that closes it has not come yet. */
  state: 'open' | 'overdue' | 'closed'
  personId?: string | undefined
  /**
   * Only those with a pending step that somebody like the reader decides, and that others proposed; first those that HR
   * decides, because few of the steps for a manager fall to HR.
   */
  forReader?: boolean | undefined
  /** Only those that were closed before this one. */
  before?: ClosedPlace | undefined
  limit: number
}

const inState: Record<RequestFilter['state'], string> = {
  open: `r.status = 'pending' and r.expires_on >= $2`,
  overdue: `r.status = 'pending' and r.expires_on < $2`,
  closed: `r.status <> 'pending'`,
}

const inOrder: Record<RequestFilter['state'], string> = {
  open: 'r.id',
  overdue: 'r.expires_on desc, r.id desc',
  closed: 'r.closed_at desc, r.id desc',
}

/** Requests after a place in this order. Open ones have none. */
const afterPlace: Record<RequestFilter['state'], string> = {
  open: `$12::timestamptz is null and $13::uuid is null`,
  overdue: `($12::timestamptz is null or (${ranOutAt}, r.id) < ($12, $13::uuid))`,
  closed: `($12::timestamptz is null or (r.closed_at, r.id) < ($12, $13::uuid))`,
}

/** Tells whether the pending step of a request is for a manager. */
const forManager = `
  (select bool_and(s.approver = 'manager') from approval_steps s
    where s.org_id = $1 and s.request_id = r.id and s.status = 'pending')`

/**
 * Requests that the reader sees: open ones in the order in which they were proposed, closed ones with the one that was
 * closed last first.
 */
export const listRequests = (db: Db, filter: RequestFilter, today: Day): Promise<RequestRow[]> =>
  selectSeen<RequestRow>(db, `select ${columns} from approval_requests r ${joins}`, filter, today)

/** Their ids alone, in the same order. */
export async function listRequestIds(db: Db, filter: RequestFilter, today: Day): Promise<string[]> {
  const rows = await selectSeen<{ id: string }>(
    db,
    `select r.id from approval_requests r join organizations o on o.org_id = $1`,
    filter,
    today,
  )
  return rows.map(({ id }) => id)
}

function selectSeen<Row>(db: Db, selected: string, filter: RequestFilter, today: Day): Promise<Row[]> {
  const { reader, state, personId, forReader, before, limit } = filter
  return db.query<Row>(
    `with recursive below as ${belowSql('$3', '$2')}
     ${selected}
      where r.org_id = $1
        and ${inState[state]}
        and (r.person_id is distinct from $4::uuid or r.proposed_by = $7)
        and ($5 or r.kind <> 'pay_change')
        and ($6 or r.proposed_by = $7 or r.id = any($8::uuid[])
             or r.person_id in (select person_id from below)
             or exists (select 1 from approval_steps s where s.org_id = $1 and s.request_id = r.id and s.decided_by = $7))
        and ($9::uuid is null or r.person_id = $9)
        and (not $11 or r.proposed_by <> $7 and exists (
              select 1 from approval_steps s
               where s.org_id = $1 and s.request_id = r.id and s.status = 'pending' and ($6 or s.approver = 'manager')))
        and ${afterPlace[state]}
      order by ${forReader ? `${forManager}, ` : ''}${inOrder[state]}
      limit $10`,
    [
      db.orgId,
      today,
      reader.hr ? null : reader.personId,
      reader.personId,
      reader.pay,
      reader.hr,
      reader.membershipId,
      reader.asked,
      personId ?? null,
      limit,
      forReader ?? false,
      before?.at ?? null,
      before?.id ?? null,
    ],
  )
}

/** One request; locked, so that nobody else decides or closes it until this transaction ends. */
export async function lockRequest(db: Db, id: string, today: Day): Promise<RequestRow | undefined> {
  await db.query(`select 1 from approval_requests r where r.org_id = $1 and r.id = $2 for update`, [
    db.orgId,
    id,
  ])
  return getRequest(db, id, today)
}

export async function getRequest(db: Db, id: string, today: Day): Promise<RequestRow | undefined> {
  const [request] = await getRequests(db, [id], today)
  return request
}

/** Requests by their ids, in order of id. */
export async function getRequests(db: Db, ids: readonly string[], today: Day): Promise<RequestRow[]> {
  if (ids.length === 0) return []
  return db.query<RequestRow>(
    `select ${columns} from approval_requests r ${joins}
      where r.org_id = $1 and r.id = any($3::uuid[])
      order by r.id`,
    [db.orgId, today, ids],
  )
}
