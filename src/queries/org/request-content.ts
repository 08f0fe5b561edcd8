import type { Db } from '../../db/transaction.ts'
import {
  fromStored,
  type Basis,
  type Change,
  type StoredIntent,
  type Waiting,
} from '../../domain/approval-basis.ts'
import type { Kind } from '../../domain/approvals.ts'
import type { Day } from '../../domain/day.ts'
import type { PersonKey } from '../../secrets/personal.ts'
import type { JobShown, Kept, RequestRow, StepRow, TerminationShown } from './approvals.ts'
import { openKey, placeIn, type WithKey } from './person-keys.ts'

/**
 * The contents of requests, which the key of the person whom they are about seals: the proposal, what readers see of it, what it was
 * based on, and the notes of those who decided.
 */

/** A request with what it says. The first three are null in requests about pay. */
export interface OpenedRequest extends Omit<RequestRow, Content | 'steps'> {
  proposal: StoredIntent | null
  shown: JobShown | TerminationShown | null
  basis: Basis | null
  decision_note: string | null
  steps: OpenedStep[]
}

type Content = 'proposal' | 'shown' | 'basis' | 'decision_note'

export interface OpenedStep extends Omit<StepRow, 'sealed_note'> {
  note: string | null
}

const stepPlace = (requestId: string, position: number) => placeIn('step', `${requestId}.${position}`)

/** Opens a request. Call it only after it is decided that the reader sees it. */
export function openRequest(db: Db, request: RequestRow): OpenedRequest {
  const key = openKey(db, request.person_id, request)
  const open = <Value>(column: Content) =>
    key.open(placeIn(column, request.id), request[column]) as Value | null
  return {
    ...request,
    proposal: open('proposal'),
    shown: open('shown'),
    basis: open('basis'),
    decision_note: open('decision_note'),
    steps: request.steps.map(({ sealed_note: note, ...step }) => ({
      ...step,
      note:
        note === null ? null : (key.open(stepPlace(request.id, step.position), fromBase64(note)) as string),
    })),
  }
}

/** Seals one part of what a request says. */
export const sealPart = (key: PersonKey, requestId: string, column: Content, value: unknown): Buffer | null =>
  key.seal(placeIn(column, requestId), value)

/** Seals the parts of a new request: proposal, what readers see of it, and its basis. */
export const sealKept = (key: PersonKey, requestId: string, kept: Kept): (Buffer | null)[] =>
  (['proposal', 'shown', 'basis'] as const).map((column) => sealPart(key, requestId, column, kept[column]))

/** Seals the note of a step. */
export const sealStepNote = (key: PersonKey, requestId: string, position: number, note: string | null) =>
  key.seal(stepPlace(requestId, position), note)

/** An open request, as it is read when its person is locked. What it says stays sealed until a change asks for it. */
export interface WaitingRequest {
  id: string
  person_id: string
  /** The membership of the proposer. */
  proposed_by: string
  kind: Kind
  change: Change
  effective_date: Day
  expires_on: Day
  /** In base64. */
  proposal: string
  basis: string
  key: WithKey
}

/** Opens what a request that waits would change, and what it was based on. */
export function openWaiting(db: Db, request: WaitingRequest): Waiting {
  const key = openKey(db, request.person_id, request.key)
  const open = (column: 'proposal' | 'basis') =>
    key.open(placeIn(column, request.id), fromBase64(request[column]))
  const basis = open('basis') as Basis
  return {
    intent: fromStored(request.change, open('proposal') as StoredIntent, basis),
    effectiveDate: request.effective_date,
    basis,
  }
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64')
