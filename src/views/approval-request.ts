import {
  canDecide,
  currentTurn,
  isOpen,
  maySeeRequest,
  seesPayRequests,
  turnOf,
  type ApproverPool,
  type Turn,
} from '../access/approvals.ts'
import { tiersOf } from '../access/people.ts'
import { isHr } from '../access/roles.ts'
import type { Db } from '../db/transaction.ts'
import { fromStored } from '../domain/approval-basis.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import type { Day } from '../domain/day.ts'
import type { Timeline } from '../domain/employment.ts'
import type { components } from '../generated/contract.ts'
import { presentRequest, type Viewed } from '../presenters/org/approvals.ts'
import { loadPayShown } from '../queries/org/approval-pay.ts'
import type { PayShown, RequestRow } from '../queries/org/approvals.ts'
import { openRequest, type OpenedRequest } from '../queries/org/request-content.ts'
import type { JobRecord } from '../queries/org/people.ts'
import { loadReferences, type References } from '../queries/org/references.ts'
import { isAbove } from '../queries/org/reporting-line.ts'
import { loadTimelines } from '../queries/org/timelines.ts'
import type { Language } from '../texts/language.ts'
import { loadApproverPoolOf, toRequest } from '../services/approvals/approver-pool.ts'
import { previewOf } from '../services/employment/proposals.ts'
import { oneByOne, runCooperatively } from '../streaming/yield.ts'

type Answer = components['schemas']['ApprovalRequest']

/** The reader of requests: the part of an action's context that decides what they see. */
export interface Reading {
  db: Db
  caller: Caller
  audience: Audience
  today: Day
  language: Language
}

/** A request that its reader may see, and whose turn it is. */
export interface Seen {
  request: RequestRow
  turn: Turn | null
  asked: ApproverPool
  /** The reader is above the person today. It is asked only if nothing else lets the reader see the request. */
  above: boolean
}

/** A request with whose turn it is, if the reader may see it. */
export async function seeRequest(reading: Reading, request: RequestRow): Promise<Seen | undefined> {
  const { db, caller, audience, today } = reading
  const asked = await loadApproverPoolOf(db, [request], today)
  const about = toRequest(request)
  const turn = currentTurn(about, asked, today)
  const needsNoLine = isHr(caller, audience) || canDecide(caller, audience, turn) || caller.personId === null
  const above = !needsNoLine && (await isAbove(db, caller.personId as string, request.person_id, today))
  return maySeeRequest(caller, audience, about, above, turn) ? { request, turn, asked, above } : undefined
}

/** The answer to a reader who sees a request. */
export const presentSeen = (reading: Reading, { request, asked, above }: Seen): Promise<Answer> =>
  presentOne(reading, request, asked, above)

/**
 * The answer to a reader who has decided or closed a request that they saw.
 *
 * @param decided the request as it is now, with the names of records if they are known
 */
export const presentDecided = (
  reading: Reading,
  { asked, above }: Seen,
  { request, references }: { request: RequestRow; references?: References | undefined },
): Promise<Answer> => presentOne(reading, request, asked, above, references)

async function presentOne(
  reading: Reading,
  request: RequestRow,
  asked: ApproverPool,
  above: boolean,
  known?: References,
): Promise<Answer> {
  const { views, references } = await viewRequests(reading, [request], asked, () => above, known)
  const [viewed] = views as [Viewed]
  return presentRequest(viewed, references, reading)
}

/**
 * Loads what the answers to a reader need, for requests that the reader may see.
 *
 * @param isAboveOf whether the reader is above a person today
 * @param known the names of the records that the requests show, if they are known
 */
export async function viewRequests(
  reading: Reading,
  sealed: readonly RequestRow[],
  asked: ApproverPool,
  isAboveOf: (personId: string) => boolean,
  known?: References,
): Promise<{ views: Viewed[]; references: References }> {
  const { db, caller, audience, today } = reading
  const requests = await runCooperatively(oneByOne(sealed, (request) => [openRequest(db, request)]))
  const ofPay = requests.filter(({ kind }) => kind === 'pay_change').map(({ id }) => id)
  const seesPay = seesPayRequests(caller, audience)
  const [pay, shown] = await Promise.all([
    seesPay ? loadPayShown(db, ofPay) : new Map<string, PayShown>(),
    loadShown(db, requests, today),
  ])
  const view = (request: OpenedRequest, index: number): Viewed => {
    const about = toRequest(request)
    const turn = currentTurn(about, asked, today)
    const tiers = tiersOf(caller, audience, request.person_id, isAboveOf(request.person_id))
    const decides =
      canDecide(caller, audience, turn) ||
      request.steps.some(({ decided_by: by }) => by === caller.membershipId)
    const waiting = isOpen(about, today)
      ? request.steps.filter(({ status }) => status === 'pending' || status === 'waiting')
      : []
    return {
      request,
      turn,
      turns: new Map(waiting.map(({ position, approver }) => [position, turnOf(about, approver, asked)])),
      pay: pay.get(request.id),
      shown: shown[index] ?? null,
      seesJob: tiers.job || decides,
    }
  }
  return {
    views: requests.map(view),
    references: known ?? (await loadReferences(db, [], today, shown.flatMap(jobsIn))),
  }
}

/** Loads the previews that requests show: of those that wait, by today's histories. */
async function loadShown(
  db: Db,
  requests: readonly OpenedRequest[],
  today: Day,
): Promise<OpenedRequest['shown'][]> {
  const waits = (request: OpenedRequest) => isOpen(request, today) && request.proposal !== null
  const people = new Set(requests.filter(waits).map(({ person_id: id }) => id))
  const timelines = people.size > 0 ? await loadTimelines(db, [...people]) : new Map<string, Timeline>()
  const shownNow = (request: OpenedRequest): OpenedRequest['shown'] => {
    const { change, proposal, basis, shown } = request
    const timeline = timelines.get(request.person_id)
    if (!proposal || !timeline || !waits(request)) return shown
    return previewOf(fromStored(change, proposal, basis ?? {}), timeline, today) ?? shown
  }
  return runCooperatively(oneByOne(requests, (request) => [shownNow(request)]))
}

/** The job rows that a request shows. */
function jobsIn(shown: OpenedRequest['shown']): JobRecord[] {
  if (shown === null) return []
  if ('last_day' in shown) return [...(shown.job ? [shown.job] : []), ...(shown.removed ?? [])]
  return shown.before ? [shown.before, shown.after] : [shown.after]
}
