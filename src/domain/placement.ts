import { notFound, problem, type Problem } from '../errors.ts'
import type { Day } from './day.ts'
import { warning, type Warning } from '../warnings.ts'
import { firstOf, type Named } from './format-list.ts'
import { usableUnit } from './unit-tree.ts'

/** The records that a job is to point to, as the input names them: left out, null, or an id. */
export interface WantedPlacement {
  unit_id?: string | null | undefined
  manager_id?: string | null | undefined
  location_id?: string | null | undefined
  legal_entity_id?: string | null | undefined
}

type Assignable = { id: string; name: string; archived: boolean }

/** The records that a job points to, as far as they were found. */
export interface Places {
  /** `head_from`: the day the lead's employment starts; null for a lead who has left by the start of the job. */
  unit: (Assignable & Pick<UnitWithLead, 'head_person_id' | 'head_name' | 'head_from'>) | undefined
  /**
   * null: nobody is wanted; undefined: the input names nobody, or nobody has this id. `from` is like `head_from`, but
   * somebody who has left and comes back may be named: then it is the day of the return.
   */
  manager: { id: string; from: Day | null } | null | undefined
  location: Assignable | undefined
  legalEntity: Assignable | undefined
}

/** Facts that a hire is checked against: the records that the job points to, and people who may be the same one. */
export interface Placement extends Places {
  /** The ids of active legal entities: all of them when there is one or none, else two. */
  activeLegalEntities: string[]
  namesakes: Namesakes
  /**
   * The person who has this work e-mail or employee number already. `left`: has left, or will have by the start of the
   * job.
   */
  workEmailOf: { id: string; left: boolean } | undefined
  employeeNumberOf: { id: string } | undefined
}

/** Other people who have the same name: those who work here when the job starts, or later, and the others. */
export interface Namesakes {
  here: Named[]
  left: Named[]
  /** false: more names begin alike than were compared, and the rest may be namesakes, too. */
  isAll: boolean
}

/**
 * Requires that every record named by the input exists.
 *
 * @throws ApiError not_found, naming the field
 */
export const requireFound = (wanted: WantedPlacement, found: Places): void => {
  if (wanted.unit_id && !found.unit) throw notFound('unit_id', 'unit')
  if (wanted.manager_id && !found.manager) throw notFound('manager_id', 'person')
  if (wanted.location_id && !found.location) throw notFound('location_id', 'location')
  if (wanted.legal_entity_id && !found.legalEntity) throw notFound('legal_entity_id', 'legal_entity')
}

/** Refuses archived units, locations and legal entities, and a manager who has left. */
export const placesProblems = ({
  unit,
  manager,
  location,
  legalEntity,
}: Partial<Places>): Problem<
  'unit_archived' | 'location_archived' | 'legal_entity_archived' | 'manager_has_left'
>[] => [
  ...usableUnit('unit_id', unit),
  ...(location?.archived
    ? [problem('location_archived', { field: 'location_id', name: location.name, record_id: location.id })]
    : []),
  ...(legalEntity?.archived
    ? [
        problem('legal_entity_archived', {
          field: 'legal_entity_id',
          name: legalEntity.name,
          record_id: legalEntity.id,
        }),
      ]
    : []),
  ...(manager && manager.from === null
    ? [problem('manager_has_left', { field: 'manager_id', record_id: manager.id })]
    : []),
]

/**
 * Refuses a work e-mail or employee number that another person has. Somebody who has left keeps both: it may be the same
 * person, who would be there twice.
 */
export const takenProblems = ({
  workEmailOf,
  employeeNumberOf,
}: Pick<Placement, 'workEmailOf' | 'employeeNumberOf'>): Problem<
  'work_email_taken' | 'work_email_of_leaver' | 'employee_number_taken'
>[] => [
  ...(workEmailOf
    ? [problem(workEmailOf.left ? 'work_email_of_leaver' : 'work_email_taken', { record_id: workEmailOf.id })]
    : []),
  ...(employeeNumberOf
    ? [problem('employee_number_taken', { field: 'employee_number', record_id: employeeNumberOf.id })]
    : []),
]

/**
 * Decides which legal entity employs somebody: the one that the input names (null: none), else the only active one.
 *
 * @param named the id in the input; undefined: left out
 * @param active see {@link Placement}
 */
export const legalEntityFor = (
  named: string | null | undefined,
  active: readonly string[],
): { id: string | null; warnings: Warning<'no_legal_entity_given'>[] } => {
  if (named !== undefined) return { id: named, warnings: [] }
  if (active.length < 2) return { id: active[0] ?? null, warnings: [] }
  return {
    id: null,
    warnings: [warning('no_legal_entity_given', {})],
  }
}

/** The manager of somebody who joins a unit: the one that the input names (null: nobody), else the lead of the unit. */
export type Manager = {
  id: string | null
  /** The unit of which the manager is the lead, when the input names no manager. */
  fromLead: { id: string; name: string } | null
  warnings: Warning<ManagerWarning>[]
}

type NamedManagerWarning = 'manager_starts_later'
type LeadWarning = 'unit_lead_starts_later'
type NobodyAbove = 'no_manager_no_unit' | NoLead
type ManagerWarning = NamedManagerWarning | LeadWarning | NobodyAbove

/**
 * The unit that somebody joins, and its lead. Who leads the unit gets the lead of the nearest unit above that has
 * another one.
 */
export type UnitWithLead = {
  id: string
  name: string
  head_person_id: string | null
  head_name: string | null
  /** The day the lead's employment starts; null: has left, though they may come back. */
  head_from: Day | null
  /** Nobody but the person who joins leads this unit, or one above. */
  own?: boolean
}

type NoLead = 'no_lead_above' | 'unit_has_no_lead' | 'unit_lead_has_left'

const nobodyAbove = (why: Warning<NobodyAbove>): Manager => ({ id: null, fromLead: null, warnings: [why] })

/** Why a unit gives nobody a manager; null when it does. */
const noLeadOf = ({ own, head_person_id: lead, head_from: from }: UnitWithLead): NoLead | null =>
  own ? 'no_lead_above' : lead === null ? 'unit_has_no_lead' : from === null ? 'unit_lead_has_left' : null

/** A manager may start later than the people below: a new team can be hired before its manager. */
const startsLater = (from: Day | null, startDate: Day): from is Day => from !== null && from > startDate

/** Warnings about a manager whom the input names. */
export const namedManagerWarnings = (
  { from }: { from: Day | null },
  startDate: Day,
): Warning<NamedManagerWarning>[] =>
  startsLater(from, startDate) ? [warning('manager_starts_later', { start_date: from })] : []

const leadWarnings = ({ name, head_from: from }: UnitWithLead, startDate: Day): Warning<LeadWarning>[] =>
  startsLater(from, startDate) ? [warning('unit_lead_starts_later', { unit: name, start_date: from })] : []

/**
 * Decides who becomes the manager.
 *
 * @param named the manager in the input and the day their employment starts; null: nobody, undefined: left out
 * @param startDate the day the job starts
 */
export const managerFor = (
  named: { id: string; from: Day | null } | null | undefined,
  unit: UnitWithLead | undefined,
  startDate: Day,
): Manager => {
  if (named === null) return { id: null, fromLead: null, warnings: [] }
  if (named) return { id: named.id, fromLead: null, warnings: namedManagerWarnings(named, startDate) }
  if (!unit) return nobodyAbove(warning('no_manager_no_unit', {}))
  const noLead = noLeadOf(unit)
  if (noLead) return nobodyAbove(warning(noLead, { unit: unit.name }))
  return {
    id: unit.head_person_id,
    fromLead: { id: unit.id, name: unit.name },
    warnings: leadWarnings(unit, startDate),
  }
}

/**
 * Decides who becomes the manager of somebody who moves to another unit, when the input names nobody: the lead, else the
 * manager stays.
 *
 * @param current the manager before the move
 * @param day the day of the move
 * @returns `id` undefined: the manager stays
 */
export const managerAfterMove = (
  unit: UnitWithLead,
  current: string | null,
  day: Day,
): {
  id: string | undefined
  warnings: Warning<LeadWarning | 'unit_lead_becomes_manager' | NoLead | `${NoLead}_manager_stays`>[]
} => {
  const { head_person_id: lead, head_name: name } = unit
  if (lead !== null && lead === current) return { id: undefined, warnings: [] }
  const noLead = noLeadOf(unit)
  if (lead === null || noLead !== null) {
    const why = noLead ?? 'unit_has_no_lead'
    const code = current === null ? why : (`${why}_manager_stays` as const)
    return { id: undefined, warnings: [warning(code, { unit: unit.name })] }
  }
  const becomes = { unit: unit.name, name: name ?? '', record_id: lead }
  return {
    id: lead,
    warnings: [warning('unit_lead_becomes_manager', becomes), ...leadWarnings(unit, day)],
  }
}

/** Warnings that this may be a person who is known already. */
export const namesakeWarnings = ({
  here,
  left,
  isAll,
}: Namesakes): Warning<'namesake_works_here' | 'namesake_worked_here' | 'namesakes_not_all_compared'>[] => [
  ...(here.length > 0 ? [warning('namesake_works_here', peopleOf(here))] : []),
  ...(left.length > 0 ? [warning('namesake_worked_here', peopleOf(left))] : []),
  ...(isAll || here.length + left.length === 0 ? [] : [warning('namesakes_not_all_compared', {})]),
]

const peopleOf = (people: readonly Named[]) => {
  const { first, more } = firstOf(people)
  return { people: first, more }
}
