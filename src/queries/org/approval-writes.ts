import type { Db } from '../../db/transaction.ts'
import type { Basis, Change, HeldRow, History } from '../../domain/approval-basis.ts'
import type { Approver, Kind, StepFor, StepStatus } from '../../domain/approvals.ts'
import type { Day } from '../../domain/day.ts'
import { termColumns } from '../fragments.ts'
import { valuesOf } from '../values.ts'
import { ranOutAt, type Kept, type RequestStatus, type Shown } from './approvals.ts'

/** How requests begin and end. */

export interface NewRequest {
  id: string
  person_id: string
  kind: Kind
  change: Change
  status: 'pending' | 'approved'
  effective_date: Day
  expires_on: Day
  proposed_by: string
  proposed_via: 'app' | 'api'
  proposed_at: Date
}

/** Stores a request with its steps. One that applies at once is stored as approved. */
export async function insertRequest(
  db: Db,
  request: NewRequest,
  { proposal, shown, basis }: Kept,
  planned: readonly { approver: StepFor; status: StepStatus }[],
): Promise<void> {
  const parts = [proposal, shown, basis].map((part) => JSON.stringify(part))
  const ofPay = request.kind === 'pay_change'
  const done = request.status === 'approved' ? request.proposed_at : null
  await db.query(
    `insert into approval_requests (org_id, id, person_id, kind, change, status, effective_date, expires_on, proposed_by,
                                    proposed_via, proposed_at, closed_at, proposal, shown, basis)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      db.orgId,
      request.id,
      request.person_id,
      request.kind,
      request.change,
      request.status,
      request.effective_date,
      request.expires_on,
      request.proposed_by,
      request.proposed_via,
      request.proposed_at,
      done,
      ...(ofPay ? [null, null, null] : parts),
    ],
  )
  const steps = valuesOf(
    ['request_id', 'position', 'approver', 'status'],
    planned.map((step, index) => ({ ...step, request_id: request.id, position: index + 1 })),
  )
  await Promise.all([
    ofPay &&
      db.query(
        `insert into approval_pay (org_id, request_id, proposal, shown, basis) values ($1, $2, $3, $4, $5)`,
        [db.orgId, request.id, ...parts],
      ),
    db.query(
      `insert into approval_steps (org_id, request_id, position, approver, status) values ${steps.text}`,
      [db.orgId, ...steps.values],
    ),
  ])
}

/** An open request of a person, as far as it is compared with what the person's history is now. */
export interface OpenRequest {
  id: string
  person_id: string
  /** The membership of the proposer. */
  proposed_by: string
  kind: Kind
  change: Change
  effective_date: Day
  basis: Basis
  /** The row that is corrected or removed. */
  row_id: string | null
}

/** What tells one proposal from another of the same person: the day and all that the change needs. */
export interface SameProposal {
  personId: string
  change: Change
  effectiveDate: Day
  proposal: Kept['proposal']
}

/**
 * The requests that wait for the very same change, or of pay for another one on the same day, with the membership of
 * whoever proposed them; the oldest first.
 */
export function findSameOpen(
  db: Db,
  { personId, change, effectiveDate, proposal }: SameProposal,
  today: Day,
): Promise<{ id: string; proposed_by: string; same: boolean }[]> {
  return db.query(
    `select r.id, r.proposed_by, coalesce(a.proposal, r.proposal) = $6::jsonb as same
       from approval_requests r
       left join approval_pay a on a.org_id = $1 and a.request_id = r.id
      where r.org_id = $1 and r.person_id = $2 and r.status = 'pending' and r.expires_on >= $3 and r.change = $4
        and r.effective_date = $5 and (r.change = 'pay_add' or coalesce(a.proposal, r.proposal) = $6::jsonb)
      order by r.id`,
    [db.orgId, personId, today, change, effectiveDate, JSON.stringify(proposal)],
  )
}

/** Why a request is closed: a code of `src/texts/closings.ts`, or a refusal and its values. */
export interface Closing {
  code: string
  values?: object
}

/**
 * The open requests about people. They are not locked: `closeRequests` leaves alone what somebody decides meanwhile.
 *
 * @param ofPay those about pay, or all others
 */
export function findOpenRequests(
  db: Db,
  personIds: readonly string[],
  ofPay: boolean,
): Promise<OpenRequest[]> {
  return db.query(
    `select r.id, r.person_id, r.proposed_by, r.kind, r.change, r.effective_date::text,
            coalesce(a.basis, r.basis) as basis, coalesce(a.proposal, r.proposal) ->> 'row_id' as row_id
       from approval_requests r
       left join approval_pay a on a.org_id = $1 and a.request_id = r.id
      where r.org_id = $1 and r.person_id = any($2::uuid[]) and r.status = 'pending' and (r.kind = 'pay_change') = $3
      order by r.id`,
    [db.orgId, personIds, ofPay],
  )
}

type JobHistory = Omit<History, 'pay'>

/** The histories that requests are based on, without pay, by person. */
export async function loadJobHistories(
  db: Db,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, JobHistory>> {
  const [employments, rows] = await Promise.all([
    db.query<JobHistory['employments'][number] & { person_id: string }>(
      `select e.person_id, e.id, e.start_date, e.last_day from employments e
        where e.org_id = $1 and e.person_id = any($2::uuid[]) order by e.start_date`,
      [db.orgId, personIds],
    ),
    db.query<HeldRow & { person_id: string }>(
      `select j.person_id, j.id, j.valid_from, j.valid_to, ${termColumns('j')}
         from job_rows j
        where j.org_id = $1 and j.person_id = any($2::uuid[]) order by j.valid_from`,
      [db.orgId, personIds],
    ),
  ])
  const [stays, jobs] = [byPerson(employments), byPerson(rows)]
  return new Map(personIds.map((id) => [id, { employments: stays.get(id) ?? [], rows: jobs.get(id) ?? [] }]))
}

function byPerson<Row extends { person_id: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, Omit<Row, 'person_id'>[]> {
  const found = new Map<string, Omit<Row, 'person_id'>[]>()
  for (const { person_id: id, ...row } of rows) {
    const own = found.get(id)
    if (own) own.push(row)
    else found.set(id, [row])
  }
  return found
}

/**
 * Closes requests without a decision, all for the same reason. Their open steps are left out. One that somebody has decided
 * or closed meanwhile stays as it is; one that is being decided is waited for.
 *
 * @returns the ids of those that it closed, in order
 */
export async function closeRequests(
  db: Db,
  ids: readonly string[],
  status: Exclude<RequestStatus, 'pending' | 'approved' | 'rejected'>,
  { code, values }: Closing,
  now: Date,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.query<{ id: string }>(
    `with closed as (
       update approval_requests r
          set status = $3, closed_code = $4, closed_values = $5::jsonb,
              closed_at = case when $3 = 'expired' then ${ranOutAt} else $6 end
         from organizations o
        where o.org_id = $1 and r.org_id = $1 and r.id = any($2::uuid[]) and r.status = 'pending'
       returning r.id
     ), skipped as (
       update approval_steps s set status = 'skipped'
         from closed
        where s.org_id = $1 and s.request_id = closed.id and s.status in ('pending', 'waiting')
     )
     select closed.id from closed order by closed.id`,
    [db.orgId, ids, status, code, values ? JSON.stringify(values) : null, now],
  )
  return rows.map(({ id }) => id)
}

/** A decision about the pending step of a request. */
export interface Decision {
  position: number
  as: Approver
  /** The membership of whoever decided. */
  by: string
  note: string | null
  at: Date
}

/** Stores the steps of a request after a decision. */
export async function storeDecision(
  db: Db,
  requestId: string,
  steps: readonly { position: number; status: StepStatus }[],
  { position, as, by, note, at }: Decision,
): Promise<void> {
  await db.query(
    `update approval_steps s
        set status     = after.status,
            decided_as = case when s.position = $5 then $6 else s.decided_as end,
            decided_by = case when s.position = $5 then $7::uuid else s.decided_by end,
            decided_at = case when s.position = $5 then $8::timestamptz else s.decided_at end,
            note       = case when s.position = $5 then $9 else s.note end
       from unnest($3::integer[], $4::text[]) as after (position, status)
      where s.org_id = $1 and s.request_id = $2 and s.position = after.position`,
    [
      db.orgId,
      requestId,
      steps.map((step) => step.position),
      steps.map((step) => step.status),
      position,
      as,
      by,
      at,
      note,
    ],
  )
}

/** Closes a request that was decided. `shown`: what readers see from then on; left out: the same as before. */
export async function finishRequest(
  db: Db,
  requestId: string,
  status: 'approved' | 'rejected',
  { note, at }: Pick<Decision, 'note' | 'at'>,
  shown?: Shown,
): Promise<void> {
  await db.query(
    `update approval_requests r
        set status = $3, decision_note = $4, closed_at = $5, shown = coalesce($6::jsonb, r.shown)
      where r.org_id = $1 and r.id = $2`,
    [db.orgId, requestId, status, note, at, shown ? JSON.stringify(shown) : null],
  )
}

/** Open requests that have run out by this day. They are locked, unless somebody is deciding them just now. */
export async function lockExpired(db: Db, today: Day, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select r.id from approval_requests r
      where r.org_id = $1 and r.status = 'pending' and r.expires_on < $2
      order by r.id
      limit $3
        for update skip locked`,
    [db.orgId, today, most],
  )
  return rows.map(({ id }) => id)
}

/** Open requests about people who have left; not those that hire them again. Locked like expired ones. */
export async function lockOfLeavers(db: Db, today: Day, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select r.id from approval_requests r
      where r.org_id = $1 and r.status = 'pending' and r.change <> 'rehire'
        and not exists (select 1 from employments e
                         where e.org_id = $1 and e.person_id = r.person_id
                           and (e.last_day is null or e.last_day >= $2))
      order by r.id
      limit $3
        for update of r skip locked`,
    [db.orgId, today, most],
  )
  return rows.map(({ id }) => id)
}
