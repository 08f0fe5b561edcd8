import type { DomainEvent } from '../../events/domain-event.ts'
import type { Counts } from '../../events/imports.ts'
import type { BulkScope } from './input.ts'
import type { Plan } from './plan.ts'
import { warning, type Warning } from '../../warnings.ts'
import { hasChanged, write, type Written } from './write.ts'

/** The outcome for a person of the input. */
interface PersonOutcome {
  index: number
  id: string
  outcome: 'created' | 'updated' | 'unchanged'
}

/** The result of applying a plan. */
export interface Applied {
  created: Counts
  updated: Counts
  unchanged: number
  /** The outcome for each person, in the order of the input. */
  people: PersonOutcome[]
  /** The number of people who got the lead of a unit as their manager. */
  teamLeadManagers: number
  /** By the index of the person. */
  warnings: Plan['warnings']
  domainEvents: Written['domainEvents']
  /** Checklists that would start with a hire, and do not with many at once. */
  notStarted: Warning<'checklists_not_started'>[]
}

/**
 * Writes a plan of a whole input without problems and counts what it did. When nothing differs, nothing is written and nothing happened.
 *
 * @param summary makes the line of the log for all of it
 * @param startChecklists starts those that start by themselves with a hire
 */
export async function apply(
  scope: BulkScope,
  plan: Plan,
  summary: (created: Counts, updated: Counts) => DomainEvent<never>,
  startChecklists: boolean,
): Promise<Applied> {
  if (!plan.mayBeWritten) throw new Error('A plan with problems is not written.')
  const outcomes = plan.people.map((one) => ({ index: one.index, id: one.id, outcome: outcomeOf(one) }))
  const count = (outcome: PersonOutcome['outcome']) =>
    outcomes.filter((one) => one.outcome === outcome).length
  const created = { locations: plan.locations.created, units: plan.units.created, people: count('created') }
  const updated = { locations: plan.locations.updated, units: plan.units.updated, people: count('updated') }
  const { domainEvents, warnings, waiting } = await write(scope, plan, startChecklists)
  return {
    created,
    updated,
    unchanged: count('unchanged'),
    people: outcomes,
    teamLeadManagers: plan.people.filter(({ fromLead }) => fromLead).length,
    warnings: [...plan.warnings, ...warnings].sort((a, b) => a.index - b.index),
    notStarted: waiting > 0 ? [warning('checklists_not_started', { count: waiting })] : [],
    domainEvents: domainEvents.length > 0 ? [summary(created, updated), ...domainEvents] : [],
  }
}

function outcomeOf(person: Plan['people'][number]): PersonOutcome['outcome'] {
  if (!person.stored) return 'created'
  return hasChanged(person) ? 'updated' : 'unchanged'
}
