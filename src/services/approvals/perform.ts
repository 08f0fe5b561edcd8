import type { Change } from '../../domain/approval-basis.ts'
import type { WantedEnd } from '../../domain/termination.ts'
import { notFound, type ErrorName } from '../../errors.ts'
import type { EventType } from '../../generated/events.ts'
import type { Kept, RequestRow } from '../../queries/org/approvals.ts'
import { lockTimeline, type LockedTimeline } from '../../queries/org/timelines.ts'
import { decideCorrection, decideJobChange, type JobChange, type JobCorrection } from '../employment/job.ts'
import { decidePayAdd, decidePayRemove, type PayInput } from '../employment/pay.ts'
import { decideRehire, type Rehire } from '../employment/rehire.ts'
import type { Decided, Scope } from '../scope.ts'
import { decideTermination } from '../employment/termination.ts'

type Again = Decided<ErrorName, EventType>

/** Decides a stored change again: with the code of its action, and the facts of today. */
type Performer = (scope: Scope, locked: LockedTimeline, input: never, rowId: string) => Promise<Again>

/** By what a request does. */
const performers: Record<Change, Performer> = {
  change_job: (scope, locked, input: JobChange) => decideJobChange(scope, locked, input),
  correct_job: (scope, locked, input: JobCorrection) => decideCorrection(scope, locked, input),
  rehire: (scope, locked, input: Rehire) => decideRehire(scope, locked, input),
  terminate: (scope, locked, input: WantedEnd) => decideTermination(scope, locked, input),
  pay_add: (scope, { personId }, input: PayInput) => decidePayAdd(scope, personId, input),
  pay_remove: (scope, _locked, _input, rowId) => decidePayRemove(scope, rowId),
}

/** Locks the person, so that nobody else changes their history or pay until this transaction ends. */
export async function lockPersonOf({ db }: Scope, request: RequestRow): Promise<LockedTimeline> {
  const locked = await lockTimeline(db, request.person_id)
  if (!locked) throw notFound('request_id', 'approval_request')
  return locked
}

/** Decides the change of a request again. It writes nothing before `apply` is called. */
export function decideAgain(
  scope: Scope,
  locked: LockedTimeline,
  request: RequestRow,
  { proposal }: Kept,
): Promise<Again> {
  const { row_id: rowId, input } = proposal as { row_id: string; input: never }
  return performers[request.change](scope, locked, input, rowId)
}
