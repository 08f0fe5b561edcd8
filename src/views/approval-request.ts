import {
  canDecide,
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
import type { Timeline } from '../domain/employment.ts'
import { presentRequest, type Viewed } from '../presenters/org/approvals.ts'
import type { components } from '../generated/contract.ts'
import {
  getRequest,
  loadPayShown,
  type JobShown,
  type PayShown,
  type RequestRow,
  type TerminationShown,
} from '../queries/org/approvals.ts'
import type { JobRecord } from '../queries/org/people.ts'
import { loadReferences, type References } from '../queries/org/references.ts'
import { isAbove } from '../queries/org/reporting-line.ts'
import { loadTimelines } from '../queries/org/timelines.ts'
import type { Language } from '../texts/language.ts'
import { loadAskedAbout, toRequest } from '../services/approvals/asked.ts'
import { rowsAfter } from '../services/employment/history.ts'

type Answer = components['schemas']['ApprovalRequest']

/** Who reads requests: the part of an action's context that decides what they see. */
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
  asked: Asked
  /** The reader is above the person today. */
  above: boolean
}

/** A request with whose turn it is, if the reader may see it. */
export async function seeRequest(reading: Reading, request: RequestRow): Promise<Seen | undefined> {
  const seen = await look(reading, request)
  const { caller, audience } = reading
  return maySeeRequest(caller, audience, toRequest(request), seen.above, seen.turn) ? seen : undefined
}

async function look({ db, caller, today }: Reading, request: RequestRow): Promise<Seen> {
  const [asked, above] = await Promise.all([
    loadAskedAbout(db, [request], today),
    caller.personId === null ? false : isAbove(db, caller.personId, request.person_id, today),
  ])
  return { request, turn: currentTurn(toRequest(request), asked, today), asked, above }
}

/** The answer to a reader who sees a request. */
export async function presentSeen(reading: Reading, { request, asked, above }: Seen): Promise<Answer> {
  const { views, references } = await viewRequests(reading, [request], asked, () => above)
  return presentRequest(views[0]!, references, reading)
}

/** The request as it is after a call, for its answer. Only for a reader who could see it before. */
export async function answerRequest(reading: Reading, id: string): Promise<Answer> {
  const request = (await getRequest(reading.db, id, reading.today))!
  return presentSeen(reading, await look(reading, request))
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
  const [pay, later] = await Promise.all([
    seesPay ? loadPayShown(db, ofPay) : new Map<string, PayShown>(),
    loadLaterRows(db, requests, today),
  ])
  const laterOf = (request: RequestRow) => later.get(request.id) ?? []
  const rows = requests.flatMap((request) => [...jobsIn(request), ...laterOf(request)])
  const references = await loadReferences(db, [], today, rows)
  const views = requests.map((request) => {
    const about = toRequest(request)
    const turn = currentTurn(about, asked, today)
    const tiers = tiersOf(caller, audience, request.person_id, isAboveOf(request.person_id))
    const decides =
      canDecide(caller, audience, turn) ||
      request.steps.some(({ decided_by: by }) => by === caller.membershipId)
    const turns = new Map(
      isOpen(about, today)
        ? request.steps
            .filter(({ status }) => status === 'pending' || status === 'waiting')
            .map(({ position, approver }) => [position, turnOf(about, approver, asked)])
        : [],
    )
    return {
      request,
      turn,
      turns,
      pay: pay.get(request.id),
      later: laterOf(request),
      seesJob: tiers.job || decides,
    }
  })
  return { views, references }
}

/**
 * The rows that an end of an employment takes away, by request: of one that waits, as they are now, for they may have been
 * scheduled since it was proposed.
 */
async function loadLaterRows(
  db: Db,
  requests: readonly RequestRow[],
  today: Day,
): Promise<ReadonlyMap<string, JobRecord[]>> {
  const ends = requests.filter(({ kind }) => kind === 'termination')
  const open = ends.filter((request) => isOpen(request, today))
  const people = [...new Set(open.map(({ person_id: id }) => id))]
  const timelines = people.length > 0 ? await loadTimelines(db, people) : new Map<string, Timeline>()
  return new Map(
    ends.map((request) => {
      const shown = request.shown as TerminationShown
      const timeline = isOpen(request, today) && timelines.get(request.person_id)
      return [request.id, timeline ? rowsAfter(timeline, shown) : (shown.removed ?? [])]
    }),
  )
}

/** The job rows that a request shows. */
function jobsIn({ kind, shown }: RequestRow): JobRecord[] {
  if (kind === 'pay_change') return []
  if (kind === 'termination') return [(shown as TerminationShown).job].filter((job) => job !== null)
  const { before, after } = shown as JobShown
  return before ? [before, after] : [after]
}
