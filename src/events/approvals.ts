import type { Day } from '../domain/day.ts'
import type { EventPayloads } from '../generated/events.ts'
import type { RequestRow } from '../queries/org/approvals.ts'
import type { Summary } from '../texts/log.ts'
import { asCreated, reference, type ActivityLine, type DomainEvent } from './domain-event.ts'

/**
 * Domain events of requests. The log tells that a change was proposed, decided or closed, about whom and for which day, but
 * never what it is: reasons, notes and amounts are for those who see the request. Requests about pay send no events.
 */

type Type = 'approval.requested' | 'approval.approved' | 'approval.rejected' | 'approval.closed'
type Facts = EventPayloads['approval.requested']['request']

/** The facts of a request that events tell. */
export type RequestFacts = Pick<
  RequestRow,
  | 'id'
  | 'kind'
  | 'change'
  | 'status'
  | 'person_id'
  | 'person_name'
  | 'effective_date'
  | 'expires_on'
  | 'proposer_person_id'
  | 'proposer_name'
>

/** The person who decided; null when their login belongs to no person. */
type Decider = EventPayloads['approval.approved']['decided_by']

type Done = Extract<Summary, { values: { change: unknown } }>['summary']

/** A line names its request, so that it is told to nobody who may not hear of that (`listActivity`). */
const line = (
  { id, kind, change, person_id: personId, person_name: name }: RequestFacts,
  done: Done,
  before: string | null,
  after: string,
  more: { effective_date?: Day | null } = {},
): ActivityLine => ({
  summary: done,
  values: { change },
  subject: { type: 'person', id: personId, name },
  changes: [
    { field: 'request_status', before, after },
    ...asCreated({ ...more, request: reference({ id, name: kind }) }),
  ],
})

/** A line that begins a request. It tells the day, too, but not of pay: the log tells nobody since when somebody earns what. */
const firstLine = (request: RequestFacts, done: Done, status: string): ActivityLine =>
  line(request, done, null, status, {
    effective_date: request.kind === 'pay_change' ? null : request.effective_date,
  })

/** @param waitingFor who decides next; null when the request is closed */
const facts = (request: RequestFacts, waitingFor: Facts['waiting_for']): Facts => ({
  id: request.id,
  kind: request.kind as Facts['kind'],
  change: request.change as Facts['change'],
  status: request.status,
  person: { id: request.person_id, name: request.person_name },
  effective_date: request.effective_date,
  expires_on: request.expires_on,
  waiting_for: waitingFor,
  proposed_by: request.proposer_person_id
    ? { id: request.proposer_person_id, name: request.proposer_name }
    : null,
})

function domainEvent<T extends Type>(
  type: T,
  request: RequestFacts,
  activity: ActivityLine[],
  waitingFor: Facts['waiting_for'],
  more: Omit<EventPayloads[T], 'request_id' | 'person_id' | 'effective_date' | 'request'>,
): DomainEvent<T> {
  if (request.kind === 'pay_change') return { activity }
  const event = {
    type,
    subjectId: request.id,
    personId: request.person_id,
    effectiveDate: request.effective_date,
    data: {
      request_id: request.id,
      person_id: request.person_id,
      effective_date: request.effective_date,
      request: facts(request, waitingFor),
      ...more,
    },
  }
  return { activity, event } as unknown as DomainEvent<T>
}

/** A change was proposed, and somebody must approve it. */
export const approvalRequested = (
  request: RequestFacts,
  waitingFor: Facts['waiting_for'],
): DomainEvent<'approval.requested'> =>
  domainEvent(
    'approval.requested',
    request,
    [firstLine(request, 'approval_requested', 'pending')],
    waitingFor,
    {},
  )

/** A change applied although the rule asks for another approver: there is none. */
export const appliedWithoutOther = (request: RequestFacts): DomainEvent<never> => ({
  activity: [firstLine(request, 'approval_had_no_other', 'approved')],
})

/** A line about a change of the job among those of many people, of which no request is kept. */
export const changedWithoutOther = ({ id, name }: { id: string; name: string }): DomainEvent<never> => ({
  activity: [
    {
      summary: 'approval_had_no_other',
      values: { change: 'change_job' },
      subject: { type: 'person', id, name },
    },
  ],
})

/** The first of two steps was approved, and the next one begins. It is no event: nothing is decided yet. */
export const stepApproved = (request: RequestFacts): DomainEvent<never> => ({
  activity: [line(request, 'approval_step_approved', 'pending', 'pending')],
})

/** The last step was approved, and the change is made. */
export const approvalApproved = (request: RequestFacts, by: Decider): DomainEvent<'approval.approved'> =>
  domainEvent(
    'approval.approved',
    request,
    [line(request, 'approval_approved', 'pending', 'approved')],
    null,
    {
      decided_by: by,
    },
  )

/** A step was rejected. */
export const approvalRejected = (request: RequestFacts, by: Decider): DomainEvent<'approval.rejected'> =>
  domainEvent(
    'approval.rejected',
    request,
    [line(request, 'approval_rejected', 'pending', 'rejected')],
    null,
    {
      decided_by: by,
    },
  )

const closings: Partial<Record<RequestRow['status'], Done>> = {
  cancelled: 'approval_withdrawn',
  outdated: 'approval_outdated',
  expired: 'approval_expired',
}

/** @param request as it is now, closed without a decision */
export const approvalClosed = (request: RequestFacts): DomainEvent<'approval.closed'> =>
  domainEvent(
    'approval.closed',
    request,
    [line(request, closings[request.status]!, 'pending', request.status)],
    null,
    {},
  )

/** @param request that a change has closed, which its caller need not see */
export const approvalOutdated = (request: RequestRow): DomainEvent<'approval.closed'> => ({
  ...approvalClosed(request),
  unnamed: request,
})
