import {
  currentTurn,
  isOpen,
  maySeeRequest,
  seesPayRequests,
  turnOf,
  type Asked,
  type Turn,
} from '../access/approvals.ts'
import { tiersOf } from '../access/people.ts'
import type { Db } from '../db/transaction.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import type { Day } from '../domain/day.ts'
import { presentRequest, type Viewed } from '../presenters/org/approvals.ts'
import type { components } from '../generated/contract.ts'
import {
  getRequest,
  loadPayShown,
  type JobShown,
  type PayShown,
  type RequestRow,
} from '../queries/org/approvals.ts'
import type { TerminationShown } from '../queries/org/approvals.ts'
import type { JobRecord } from '../queries/org/people.ts'
import { loadReferences, type References } from '../queries/org/references.ts'
import { isAbove } from '../queries/org/reporting-line.ts'
import { loadAskedAbout, toRequest } from './asked.ts'

/** Who reads requests: the part of an action's context that decides what they see. */
export interface Reading {
  db: Db
  caller: Caller
  audience: Audience
  today: Day
}

/** A request that its reader may see, and whose turn it is. */
export interface Seen {
  request: RequestRow
  turn: Turn | null
  above: boolean
}

/** A request with whose turn it is, if the reader may see it. */
export async function seeRequest(reading: Reading, request: RequestRow): Promise<Seen | undefined> {
  const { db, caller, audience, today } = reading
  const [asked, above] = await Promise.all([
    loadAskedAbout(db, [request], today),
    caller.personId === null ? false : isAbove(db, caller.personId, request.person_id, today),
  ])
  const about = toRequest(request)
  const turn = currentTurn(about, asked, today)
  return maySeeRequest(caller, audience, about, above, turn) ? { request, turn, above } : undefined
}

/** The request as it is after a call, for its answer. Only for a reader who may see it. */
export async function answerRequest(
  reading: Reading,
  id: string,
): Promise<components['schemas']['ApprovalRequest']> {
  const { db, caller, today } = reading
  const request = (await getRequest(db, id, today))!
  const above = caller.personId !== null && (await isAbove(db, caller.personId, request.person_id, today))
  const asked = await loadAskedAbout(db, [request], today)
  const { views, references } = await viewRequests(reading, [request], asked, () => above)
  return presentRequest(views[0]!, references, reading)
}

/**
 * Loads what the answers to a reader need, for requests that the reader may see.
 *
 * @param isAboveOf whether the reader is above a person today
 */
export async function viewRequests(
  { db, caller, audience, today }: Reading,
  requests: readonly RequestRow[],
  asked: Asked,
  isAboveOf: (personId: string) => boolean,
): Promise<{ views: Viewed[]; references: References }> {
  const ofPay = requests.filter(({ kind }) => kind === 'pay_change').map(({ id }) => id)
  const seesPay = seesPayRequests(caller, audience)
  const [pay, references] = await Promise.all([
    seesPay ? loadPayShown(db, ofPay) : new Map<string, PayShown>(),
    loadReferences(db, [], today, requests.flatMap(jobsIn)),
  ])
  const views = requests.map((request) => {
    const about = toRequest(request)
    const turn = currentTurn(about, asked, today)
    const tiers = tiersOf(caller, audience, request.person_id, isAboveOf(request.person_id))
    const decides =
      turn?.deciders.some(({ membershipId }) => membershipId === caller.membershipId) ||
      request.steps.some(({ decided_by: by }) => by === caller.membershipId)
    const turns = new Map(
      isOpen(about, today)
        ? request.steps
            .filter(({ status }) => status === 'pending' || status === 'waiting')
            .map(({ position, approver }) => [position, turnOf(about, approver, asked)])
        : [],
    )
    return { request, turn, turns, pay: pay.get(request.id), seesJob: tiers.job || decides === true }
  })
  return { views, references }
}

/** The job rows that a request shows. */
function jobsIn({ kind, shown }: RequestRow): JobRecord[] {
  if (kind === 'pay_change') return []
  if (kind === 'termination') return [(shown as TerminationShown).job].filter((job) => job !== null)
  const { before, after } = shown as JobShown
  return before ? [before, after] : [after]
}
