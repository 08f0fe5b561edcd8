import type { Db } from '../../db/transaction.ts'
import type { Change } from '../../domain/approval-basis.ts'
import type { Approver, Kind, StepFor, StepStatus } from '../../domain/approvals.ts'
import type { Day } from '../../domain/day.ts'
import type { PersonKey } from '../../secrets/personal.ts'
import { hasLeftSince, personName } from '../fragments.ts'
import {
  proposerColumns,
  proposerJoins,
  ranOutAt,
  type Kept,
  type RequestRow,
  type RequestStatus,
} from './approvals.ts'
import { sealKept, type WaitingRequest } from './request-content.ts'
import { joinKey, keyColumns, type WithKey } from './person-keys.ts'

/** Writes of requests: how they begin and end. */

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

/**
 * Stores a request with its steps. One that applies at once is stored as approved.
 *
 * @param key the key of the person, which seals what the request says
 * @returns the names that its event tells
 */
export async function insertRequest(
  db: Db,
  request: NewRequest,
  kept: Kept,
  key: PersonKey,
  planned: readonly { approver: StepFor; status: StepStatus }[],
): Promise<Pick<RequestRow, 'person_name' | 'proposer_name' | 'proposer_person_id'>> {
  const parts = sealKept(key, request.id, kept)
  const ofPay = request.kind === 'pay_change'
  const none = [null, null, null]
  const [names] = await db.query<Awaited<ReturnType<typeof insertRequest>>>(
    `with request as (
       insert into approval_requests (org_id, id, person_id, kind, change, status, effective_date, expires_on, proposed_by,
                                      proposed_via, proposed_at, closed_at, proposal, shown, basis)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ), pay as (
       insert into approval_pay (org_id, request_id, proposal, shown, basis)
       select o.org_id, $2, $16::bytea, $17::bytea, $18::bytea
         from organizations o where o.org_id = $1 and $4 = 'pay_change'
     ), steps as (
       insert into approval_steps (org_id, request_id, position, approver, status)
       select o.org_id, $2, step.position, step.approver, step.status
         from organizations o
        cross join unnest($19::text[], $20::text[]) with ordinality as step (approver, status, position)
        where o.org_id = $1
     )
     select ${personName('p')} as person_name, ${proposerColumns}
       from people p
       join memberships m on m.org_id = $1 and m.id = $9 ${proposerJoins}
      where p.org_id = $1 and p.id = $3`,
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
      request.status === 'approved' ? request.proposed_at : null,
      ...(ofPay ? none : parts),
      ...(ofPay ? parts : none),
      planned.map(({ approver }) => approver),
      planned.map(({ status }) => status),
    ],
  )
  return names!
}

/** The open requests about a person, as a list in JSON. They are not locked: `closeRequests` leaves alone what somebody decides meanwhile. */
export const waitingOf = (person: string): string => `
  coalesce((select json_agg(w order by w.id)
              from (select r.id, r.person_id, r.proposed_by, r.kind, r.change, r.effective_date, r.expires_on,
                           encode(coalesce(a.proposal, r.proposal), 'base64') as proposal,
                           encode(coalesce(a.basis, r.basis), 'base64') as basis
                      from approval_requests r
                      left join approval_pay a on a.org_id = $1 and a.request_id = r.id
                     where r.org_id = $1 and r.person_id = ${person} and r.status = 'pending') w), '[]')`

/** Requests as {@link waitingOf} reads them, beside the key of their person. */
export interface StoredWaiting extends WithKey {
  waiting: Omit<WaitingRequest, 'key'>[]
}

export const toWaiting = ({ waiting, key_id, wrapped_key }: StoredWaiting): WaitingRequest[] =>
  waiting.map((request) => ({ ...request, key: { key_id, wrapped_key } }))

/** The open requests about people. */
export async function findWaiting(db: Db, personIds: readonly string[]): Promise<WaitingRequest[]> {
  const rows = await db.query<StoredWaiting>(
    `select ${waitingOf('asked.id')} as waiting, ${keyColumns}
       from unnest($2::uuid[]) as asked(id) ${joinKey('asked.id')}`,
    [db.orgId, personIds],
  )
  return rows.flatMap(toWaiting)
}

/** Why a request is closed: a code of `src/texts/closings.ts`, or a refusal and its values. */
export interface Closing {
  code: string
  values?: object
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
  /** Sealed: the note of the step, and the same one as the note of the whole decision. */
  note: { step: Buffer | null; request: Buffer | null }
  at: Date
}

/**
 * Stores the steps of a request after a decision, and closes the request if `status` says how it ended.
 *
 * @param shown what readers see from then on, sealed; left out: the same as before
 */
export async function storeDecision(
  db: Db,
  requestId: string,
  steps: readonly { position: number; status: StepStatus }[],
  { position, as, by, note, at }: Decision,
  status: 'pending' | 'approved' | 'rejected',
  shown?: Buffer | null,
): Promise<void> {
  await db.query(
    `with decided as (
       update approval_requests r
          set status = $10, decision_note = $12::bytea, closed_at = $8, shown = coalesce($11::bytea, r.shown)
        where r.org_id = $1 and r.id = $2 and r.status <> $10
     )
     update approval_steps s
        set status     = after.status,
            decided_as = case when s.position = $5 then $6 else s.decided_as end,
            decided_by = case when s.position = $5 then $7::uuid else s.decided_by end,
            decided_at = case when s.position = $5 then $8::timestamptz else s.decided_at end,
            note       = case when s.position = $5 then $9::bytea else s.note end
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
      note.step,
      status,
      shown ?? null,
      note.request,
    ],
  )
}

/** Stores what readers see of a request about pay once the change is made, sealed. */
export async function storePayShown(db: Db, requestId: string, shown: Buffer | null): Promise<void> {
  await db.query(`update approval_pay a set shown = $3 where a.org_id = $1 and a.request_id = $2`, [
    db.orgId,
    requestId,
    shown,
  ])
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

/**
 * Open requests about people who have left since they were proposed; not those that hire them again. What is proposed about
 * somebody who has left already, such as a correction, waits like others. Locked like expired ones.
 */
export async function lockOfLeavers(db: Db, today: Day, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select r.id from approval_requests r
       join organizations o on o.org_id = $1
      where r.org_id = $1 and r.status = 'pending' and r.change <> 'rehire' and ${hasLeftSince('r', 'o', '$2')}
      order by r.id
      limit $3
        for update of r skip locked`,
    [db.orgId, today, most],
  )
  return rows.map(({ id }) => id)
}
