import { changedFields } from '../../domain/changes.ts'
import { emailKey } from '../../domain/email.ts'
import { nameKey } from '../../domain/folding.ts'
import { nilId } from '../../domain/ids.ts'
import type { Day } from '../../domain/day.ts'
import { noTimeline, type Timeline } from '../../domain/employment.ts'
import { personValuesIn } from '../../domain/person-fields.ts'
import type { UnitWithLead } from '../../domain/placement.ts'
import { employedSince, leadsFrom, type EmploymentSpans } from '../../domain/employment-spans.ts'
import { unitsAbove } from '../../domain/unit-plan.ts'
import { problem, type Problem } from '../../errors.ts'
import { warning } from '../../warnings.ts'
import type { BulkProfile, StoredPerson } from '../../queries/org/many-people.ts'
import {
  inEntry,
  repeated,
  type BulkInput,
  type BulkProblem,
  type BulkRefusal,
  type BulkScope,
  type PersonInput,
  type PersonWarning,
} from './input.ts'
import {
  decideFirstJob,
  decideNextJob,
  differsFromLast,
  type DecidedChange,
  type NamedPlaces,
} from './job.ts'
import { hasLeft, type KnownPeople, type LegalEntities, type PossibleManagers } from './existing-records.ts'
import type { LeftOut } from './left-out.ts'
import type { LocationPlan } from './locations.ts'
import type { UnitPlan } from './units.ts'

/** The decision about one person of the input, but for custom fields and payroll details. */
export interface DecidedPerson {
  index: number
  input: PersonInput
  id: string
  /** undefined for somebody new. */
  stored: StoredPerson | undefined
  before: Timeline
  after: Timeline
  change: DecidedChange | undefined
  /** Changes of their names, number and phone. */
  profile: Partial<BulkProfile>
  fromLead: boolean
}

/** Facts with which the people of an input are decided. */
export interface Facts {
  people: KnownPeople
  managers: PossibleManagers
  locations: LocationPlan
  units: UnitPlan
  entities: LegalEntities
}

export interface DecidedPeople {
  people: DecidedPerson[]
  /** Further entries of the same people. Each is judged as if it were the only one, and none is written. */
  repeats: DecidedPerson[]
  /** People whose entry does not say who they are, because that could not be read. */
  nameless: Pick<DecidedPerson, 'index' | 'input' | 'id' | 'stored'>[]
  problems: BulkProblem[]
  warnings: PersonWarning[]
}

/**
 * Decides the jobs and the profiles of all people of an input. The work may be interrupted after each of them (see
 * src/streaming/yield.ts), which takes a walk up the units and two through a job history at most.
 */
export function* decidePeople(
  scope: BulkScope,
  input: BulkInput,
  facts: Facts,
): Generator<undefined, DecidedPeople, undefined> {
  const { today } = scope
  const keys = input.people.map(({ work_email: email }) => email && emailKey(email))
  const twice = repeated(keys)
  const again = new Set(twice.map(({ index }) => index))
  const problems: BulkProblem[] = []
  const tellOf = (index: number, found: readonly Problem<BulkRefusal>[]) => {
    const unjudged = input.leftOut.has('people', index, 'start_date') ? ofStartDate : none
    problems.push(...inEntry('people', index, found).filter((one) => !unjudged.has(one.problem.name)))
  }
  for (const { index, first } of twice)
    tellOf(index, [problem('given_twice', { field: 'work_email', first: input.label(first) })])
  const ids = new Map([...facts.people.stored].map(([key, { id }]) => [key, id]))
  const starts = new Map<string, Day>()
  for (const [index, key] of keys.entries())
    if (key !== undefined && !ids.has(key)) {
      ids.set(key, scope.newId())
      starts.set(key, (input.people[index]!.start_date ?? today) as Day)
    }

  const warnings: DecidedPeople['warnings'] = []
  const decided: DecidedPerson[] = []
  const repeats: DecidedPerson[] = []
  const nameless: DecidedPeople['nameless'] = []
  for (const [index, entry] of input.people.entries()) {
    yield
    const key = keys[index]
    const found = resolve(facts, { index, entry, ids, starts, leftOut: input.leftOut })
    if (key === undefined) {
      tellOf(index, input.makesTeams ? found.problems.filter(isNoTeam) : found.problems)
      nameless.push({ index, input: entry, id: nilId, stored: undefined })
      continue
    }
    const id = ids.get(key)!
    const stored = facts.people.stored.get(key)
    const tell = (those: readonly PersonWarning['warning'][]) =>
      warnings.push(...those.map((one) => ({ index, warning: one })))
    const common = { index, input: entry, id, stored }
    const isOver = hasLeft(facts.people, key, today)
    // The team of somebody who has left is not made.
    tellOf(index, input.makesTeams && isOver ? found.problems.filter(isNoTeam) : found.problems)
    const among = again.has(index) ? repeats : decided
    if (!stored) {
      const hired = decideFirstJob(scope, id, entry, found.named, facts.entities.active)
      tellOf(index, hired.problems)
      tell(hired.warnings)
      const { timeline: after, fromLead } = hired
      among.push({
        ...common,
        before: noTimeline,
        after,
        change: undefined,
        profile: {},
        fromLead,
      })
      continue
    }
    const before = facts.people.timelines.get(stored.id)!
    if (stored.erased) {
      tellOf(index, [problem('person_erased', { field: 'work_email', record_id: stored.id })])
      continue
    }
    // The work e-mail is what finds them: it stays in the spelling that they have.
    const { work_email: _, ...given } = personValuesIn(entry)
    const profile = changedFields<BulkProfile>(stored, given)
    const rest = { ...common, before, profile }
    tell(renameWarnings(stored, profile))
    if (isOver) {
      if (differsFromLast(before, entry, found.named)) tell([leftWarning(stored, before)])
      among.push({ ...rest, after: before, change: undefined, fromLead: false })
      continue
    }
    const change = decideNextJob(scope, stored.id, before, entry, found.named)
    tellOf(index, change.problems)
    tell(change.warnings)
    const after = change.effect?.timeline ?? before
    among.push({ ...rest, after, change, fromLead: change.fromLead })
  }
  return { people: decided, repeats, nameless, problems, warnings }
}

const isNoTeam = ({ name }: Problem<BulkRefusal>): boolean => name !== 'unit_unknown'

/** Problems that depend on the start date, and are not judged when that could not be read. */
const ofStartDate: ReadonlySet<BulkRefusal> = new Set(['before_start_date', 'date_crosses_neighbor'])
const none: ReadonlySet<BulkRefusal> = new Set()

const leftWarning = ({ id, name }: StoredPerson, { employments }: Timeline) =>
  warning('job_of_leaver_kept', { name, last_day: employments.at(-1)!.lastDay!, record_id: id })

/** Warning that both names change. Who marries changes one; two may be an address in the wrong line of a file, which renames all below. */
function renameWarnings(
  stored: StoredPerson,
  { given_name: given, family_name: family }: Partial<BulkProfile>,
): PersonWarning['warning'][] {
  const differs = (name: string | undefined, before: string) =>
    name !== undefined && nameKey(name) !== nameKey(before)
  const isOther = differs(given, stored.given_name) && differs(family, stored.family_name)
  return isOther ? [warning('renamed_wholly', { name: stored.name })] : []
}

interface Entry {
  index: number
  entry: PersonInput
  /** The ids of all people of the input, by the key of the e-mail. */
  ids: ReadonlyMap<string, string>
  /** When those of them who are new start. */
  starts: ReadonlyMap<string, Day>
  leftOut: LeftOut
}

/** Finds what an entry names, in the input or in the company. */
function resolve(
  { managers, locations, units, entities }: Facts,
  { index, entry, ids, starts, leftOut }: Entry,
): { named: NamedPlaces; problems: Problem<BulkRefusal>[] } {
  const { unit: unitName, location: locationName, legal_entity: entityName, manager_email: email } = entry
  const unit = unitName === undefined ? undefined : units.find(unitName)
  const location = locationName === undefined ? undefined : locations.find(locationName)
  const legalEntity = entityName === undefined ? undefined : entities.find(entityName)
  const managerKey = email ? emailKey(email) : undefined
  const outsider = managerKey === undefined ? undefined : managers.byEmail.get(managerKey)
  const insider = managerKey === undefined ? undefined : ids.get(managerKey)
  const managerId = insider ?? (outsider?.erased ? undefined : outsider?.id)
  const problems: Problem<BulkRefusal>[] = []
  if (unitName !== undefined && !unit) problems.push(problem('unit_unknown', { field: 'unit' }))
  if (locationName !== undefined && !location)
    problems.push(problem('location_unknown', { field: 'location' }))
  if (entityName !== undefined && !legalEntity)
    problems.push(problem('legal_entity_unknown', { field: 'legal_entity' }))
  if (managerKey !== undefined && managerId === undefined)
    problems.push(problem('manager_unknown', { field: 'manager_email' }))
  // Nobody becomes the manager of somebody whose manager could not be read.
  const isOpen = leftOut.has('people', index, 'manager_email')

  const staysOf = (key: string): EmploymentSpans => {
    const start = starts.get(key)
    return start ? [{ startDate: start, lastDay: null }] : (managers.byEmail.get(key)?.stays ?? [])
  }
  const named: NamedPlaces = {
    unit,
    location,
    legalEntity,
    managerId: email === null ? null : managerId,
    manager: (day) => {
      if (email === null) return null
      if (managerId === undefined) return undefined
      return { id: managerId, from: employedSince(staysOf(managerKey!), day) }
    },
    joined: (unitId, personId, day) =>
      isOpen ? undefined : unitWithLead(units, managers, unitId, personId, day),
  }
  return { named, problems }
}

/**
 * The unit that somebody joins, with its lead. Who leads it gets the lead of the nearest unit above that has another one
 * who has not left.
 */
function unitWithLead(
  units: UnitPlan,
  managers: PossibleManagers,
  unitId: string,
  personId: string,
  day: Day,
): UnitWithLead {
  const own = ledBy(units, managers, unitId, day)
  if (own.head_person_id !== personId) return own
  const above = unitsAbove(units.byId, unitId)
    .map((id) => ledBy(units, managers, id, day))
    .find((unit) => unit.head_from !== null && unit.head_person_id !== personId)
  return above ?? { ...own, head_person_id: null, own: true }
}

function ledBy(units: UnitPlan, managers: PossibleManagers, unitId: string, day: Day): UnitWithLead {
  const unit = units.byId.get(unitId)!
  const leadId = unit.head_person_id ?? unit.former_lead_id
  const lead = leadId === null ? undefined : managers.byId.get(leadId)
  return {
    id: unit.id,
    name: unit.name,
    head_person_id: leadId,
    head_name: lead?.name ?? null,
    head_from: lead ? leadsFrom(lead.stays, day) : null,
  }
}
