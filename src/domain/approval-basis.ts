import { changedFields, same } from './changes.ts'
import { covers, type Day } from './day.ts'
import type { JobTerms, TermName, Timeline } from './employment.ts'
import type { Intent, Intents } from './intents.ts'
import { payOn, stayOf, type PayRow } from './pay.ts'
import { correct, rowAt, type Patch } from './timeline.ts'

/** Intents that may wait for approval, by the names of the actions. */
export type Change = Exclude<keyof Intents, 'remove_job'>
export type Proposed = Exclude<Intent, { change: 'remove_job' }>

/** Values that a change would replace, as JSON. They are stored with a request and compared later. */
export type Basis = Record<string, unknown>

/** A change that waits for approval, as far as it is compared with what the person's history is now. */
export interface Waiting {
  intent: Proposed
  /** The day the change is for; of a termination, the last day. */
  effectiveDate: Day
  basis: Basis
}

/** A job history, and the pay history where it is known: only a change of pay needs to know it. */
export interface History {
  timeline: Timeline
  /** In any order. */
  pay?: readonly PayRow[] | undefined
}

/** The values that a change would replace on its day. */
export function basisOf(intent: Proposed, { timeline, pay = [] }: History): Basis {
  switch (intent.change) {
    case 'change_job':
      return { row: replaced(rowAt(timeline, intent.effectiveDate)?.terms, intent.patch) }
    case 'correct_job': {
      const row = timeline.rows.find(({ id }) => id === intent.jobId)
      return { row: { ...replaced(row?.terms, intent.patch), valid_from: row?.validFrom } }
    }
    case 'terminate': {
      const last = timeline.employments.at(-1)
      return { employment: last ? { id: last.id, last_day: last.lastDay, ...whyOf(last) } : null }
    }
    case 'rehire':
      return {}
    case 'pay_add':
      return { row: payOn(pay, intent.effective_date) }
    case 'pay_remove':
      return { row: pay.find(({ id }) => id === intent.payId) ?? null }
  }
}

/**
 * Tells whether a change that waits would replace another value than when it was proposed; another row begins on its
 * day; or the employment does not include the day any more. Whatever else has changed leaves it waiting.
 */
export function isOutdated({ intent, effectiveDate, basis }: Waiting, history: History): boolean {
  const { timeline, pay } = history
  switch (intent.change) {
    case 'change_job': {
      const held = rowAt(timeline, effectiveDate)
      return !held || held.validFrom === effectiveDate || isReplaced(held.terms, intent.patch, basis)
    }
    case 'correct_job':
      return isOtherRow(intent, effectiveDate, basis, timeline)
    case 'terminate':
      return isOtherEnd(intent, effectiveDate, basis, timeline)
    case 'rehire': {
      const lastDay = timeline.employments.at(-1)?.lastDay
      return !lastDay || intent.startDate <= lastDay
    }
    case 'pay_add': {
      const stay = stayOf(timeline)
      if (!covers({ from: stay.firstDay, to: stay.lastDay }, effectiveDate)) return true
      if (pay?.some(({ valid_from: from }) => from === effectiveDate)) return true
      return pay !== undefined && !same(basis, basisOf(intent, history))
    }
    case 'pay_remove':
      // Rows never change, and which one applies again is read with the request.
      return pay !== undefined && !pay.some(({ id }) => id === intent.payId)
  }
}

/** A correction that moves the first day of the row is of that day, too. */
function isOtherRow(
  { jobId, patch, validFrom }: Intents['correct_job'],
  effectiveDate: Day,
  basis: Basis,
  timeline: Timeline,
): boolean {
  const held = timeline.rows.find(({ id }) => id === jobId)
  if (!held || isReplaced(held.terms, patch, basis)) return true
  if (validFrom === undefined) return !covers({ from: held.validFrom, to: held.validTo }, effectiveDate)
  const { valid_from: from } = basis['row'] as { valid_from?: Day }
  return from !== held.validFrom || !correct(timeline, { rowId: jobId, patch, validFrom }).effect
}

function isOtherEnd(
  intent: Intents['terminate'],
  effectiveDate: Day,
  basis: Basis,
  { employments }: Timeline,
): boolean {
  const last = employments.at(-1)
  const then = basis['employment'] as ({ id: string; last_day: Day | null } & Why) | null
  if (!last || last.id !== then?.id || last.lastDay !== then.last_day) return true
  return last.startDate > effectiveDate || isOtherReason(intent, whyOf(last), then)
}

/** The values that terms of a patch have before it. */
const replaced = (terms: JobTerms | undefined, patch: Patch): Basis | null =>
  terms ? Object.fromEntries((Object.keys(patch) as TermName[]).map((name) => [name, terms[name]])) : null

const isReplaced = (terms: JobTerms, patch: Patch, { row }: Basis): boolean =>
  (Object.keys(patch) as TermName[]).some((name) => terms[name] !== (row as Patch | null)?.[name])

interface Why {
  end_type?: string | null
  end_reason?: string | null
}

const whyOf = ({ endType, endReason }: { endType: string | null; endReason: string | null }): Why => ({
  end_type: endType,
  end_reason: endReason,
})

/** Requests of before this was kept do not know why the employment was to end. */
const isOtherReason = (intent: Intents['terminate'], now: Why, then: Why): boolean =>
  (intent.type !== undefined && then.end_type !== undefined && then.end_type !== now.end_type) ||
  (intent.reason !== undefined && then.end_reason !== undefined && then.end_reason !== now.end_reason)

/** An intent as it is stored, as JSON. */
export interface StoredIntent {
  /** The pay row that is removed. */
  row_id: string | null
  input: object
}

export function toStored(intent: Proposed): StoredIntent {
  if (intent.change === 'pay_remove') return { row_id: intent.payId, input: {} }
  const { change: _change, keepsManager: _keeps, ...input } = { keepsManager: undefined, ...intent }
  return { row_id: null, input: JSON.parse(JSON.stringify(input)) as object }
}

/** Tells whether two intents about the same person do the same. */
export const isSameIntent = (a: Proposed, b: Proposed): boolean =>
  a.change === b.change && same(toStored(a), toStored(b))

/**
 * An intent that was stored. What it would not have changed is left out of its patch: requests of long ago also name the
 * manager who stays.
 */
export function fromStored(change: Change, { row_id: payId, input }: StoredIntent, basis: Basis): Proposed {
  if (change === 'pay_remove') return { change, payId: payId ?? '' }
  const intent = { change, ...input } as Exclude<Proposed, { change: 'pay_remove' }>
  if (intent.change !== 'change_job' && intent.change !== 'correct_job') return intent
  const patch = changedFields<Patch>((basis['row'] ?? {}) as Patch, intent.patch)
  return intent.change === 'change_job' ? { ...intent, patch, keepsManager: true } : { ...intent, patch }
}
