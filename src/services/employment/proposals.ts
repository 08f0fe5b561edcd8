import type { Proposed } from '../../domain/approval-basis.ts'
import type { Day } from '../../domain/day.ts'
import type { TermName, Timeline } from '../../domain/employment.ts'
import { nilId } from '../../domain/ids.ts'
import type { Intent } from '../../domain/intents.ts'
import { jobValuesOf } from '../../domain/job-fields.ts'
import { change, correct, end, rehire, rowAt, type Effect, type Patch } from '../../domain/timeline.ts'
import type { JobShown, TerminationShown } from '../../queries/org/approvals.ts'
import type { Proposal } from '../approvals/gate.ts'
import { asRecord } from './write.ts'

type Shown = JobShown | TerminationShown

/**
 * A change that was decided, as it is stored when it waits for approval; undefined for one that asks nobody. What was
 * decided for it, such as the manager of somebody who joins a unit, counts as given.
 */
export function proposalOf(intent: Intent, timeline: Timeline, effect: Effect): Proposal | undefined {
  const { validFrom, terms } = effect.row
  const common = { shown: shownOf(intent, timeline, effect), history: { timeline } }
  const patch: Patch = Object.fromEntries(effect.changed.map((term: TermName) => [term, terms[term]]))
  switch (intent.change) {
    case 'change_job':
      return { ...common, intent: { ...intent, patch }, effectiveDate: intent.effectiveDate }
    case 'correct_job': {
      const isMoved = heldBy(intent, timeline)?.validFrom !== validFrom
      const moved = { validFrom: isMoved ? validFrom : undefined }
      return { ...common, intent: { ...intent, ...moved, patch }, effectiveDate: validFrom }
    }
    case 'rehire': {
      const { manager_id, legal_entity_id } = terms
      const settled = { ...intent, terms: { ...intent.terms, manager_id, legal_entity_id } }
      return { ...common, intent: settled, effectiveDate: intent.startDate }
    }
    case 'terminate':
      return { ...common, intent, effectiveDate: lastDayOf(intent, timeline) }
    default:
      return undefined
  }
}

/** The preview of a change for readers of its request. */
export function shownOf(intent: Intent, timeline: Timeline, effect: Effect): Shown {
  const held = heldBy(intent, timeline)
  const before = held ? asRecord(timeline, held) : null
  if (intent.change !== 'terminate')
    return { reason: reasonOf(intent), before, after: asRecord(effect.timeline, effect.row) }
  const change = intent.lastDay === null ? 'cancel' : timeline.employments.at(-1)?.lastDay ? 'move' : 'end'
  return {
    last_day: lastDayOf(intent, timeline),
    reason: intent.reason ?? null,
    job: before,
    change,
    removed: effect.removed.map((row) => asRecord(timeline, row)),
  }
}

const reasonOf = (intent: Intent): JobShown['reason'] => {
  if (intent.change === 'change_job') return intent.reason
  return intent.change === 'rehire' ? 'rehire' : 'correction'
}

/** The preview of a request that waits, by today's history. Undefined when it is about pay, or cannot be done any more. */
export function previewOf(intent: Proposed, timeline: Timeline, today: Day): Shown | undefined {
  const effect = effectOf(intent, timeline, today)
  return effect && shownOf(intent, timeline, effect)
}

function effectOf(intent: Proposed, timeline: Timeline, today: Day): Effect | undefined {
  switch (intent.change) {
    case 'change_job':
      return change(timeline, { ...intent, day: intent.effectiveDate, rowId: nilId }).effect
    case 'correct_job':
      return heldBy(intent, timeline) && correct(timeline, { ...intent, rowId: intent.jobId }).effect
    case 'terminate':
      return end(timeline, { ...intent, today }).effect
    case 'rehire': {
      const { startDate, terms: given } = intent
      const { manager_id = null, legal_entity_id = null } = given
      const terms = { ...given, ...jobValuesOf(given), manager_id, legal_entity_id }
      return rehire(timeline, { startDate, terms, employmentId: nilId, rowId: nilId }).effect
    }
    default:
      return undefined
  }
}

/** The row that a change replaces or corrects; of an end, the last one. */
function heldBy(intent: Intent, timeline: Timeline) {
  if (intent.change === 'change_job') return rowAt(timeline, intent.effectiveDate)
  if (intent.change === 'terminate') return timeline.rows.at(-1)
  return intent.change === 'correct_job' ? timeline.rows.find(({ id }) => id === intent.jobId) : undefined
}

/** The day of an end; of one that is taken back, the day that was set. */
function lastDayOf({ lastDay }: { lastDay: Day | null }, { employments }: Timeline): Day {
  const day = lastDay ?? employments.at(-1)?.lastDay
  if (!day) throw new Error('Only an end that is set can be taken back.')
  return day
}
