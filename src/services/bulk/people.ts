import { changedFields } from '../../domain/changes.ts'
import { emailKey } from '../../domain/email.ts'
import type { Day } from '../../domain/day.ts'
import { noTimeline, type Timeline } from '../../domain/employment.ts'
import { namedPerson } from '../../domain/listed.ts'
import { canonicalPhone } from '../../domain/phone.ts'
import type { UnitWithLead } from '../../domain/placement.ts'
import { employedSince, leadsFrom, type Stays } from '../../domain/standing.ts'
import { unitsAbove } from '../../domain/unit-plan.ts'
import { problem } from '../../errors.ts'
import type { BulkProfile, StoredPerson } from '../../queries/org/many-people.ts'
import {
  placeOf,
  placed,
  repeated,
  type BulkInput,
  type BulkProblem,
  type BulkScope,
  type PersonInput,
} from './input.ts'
import { decideChange, decideHire, differsFromLast, type DecidedChange, type NamedPlaces } from './job.ts'
import { hasLeft, type KnownPeople, type LegalEntities, type PossibleManagers } from './known.ts'
import type { LocationPlan } from './locations.ts'
import type { UnitPlan } from './units.ts'

/** What is decided for one person of the input, but for custom fields and payroll details. */
export interface DecidedPerson {
  index: number
  input: PersonInput
  id: string
  /** undefined for somebody new. */
  stored: StoredPerson | undefined
  before: Timeline
  after: Timeline
  change: DecidedChange | undefined
  /** What differs of their names, number and phone. */
  profile: Partial<BulkProfile>
  fromLead: boolean
}

/** What the people of an input are decided with. */
export interface Facts {
  people: KnownPeople
  managers: PossibleManagers
  locations: LocationPlan
  units: UnitPlan
  entities: LegalEntities
}

export interface DecidedPeople {
  people: DecidedPerson[]
  problems: BulkProblem[]
  /** By the index of the person. */
  warnings: { index: number; text: string }[]
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
  const keys = input.people.map(({ work_email: email }) => emailKey(email))
  const twice = repeated(keys)
  const again = new Set(twice.map(({ index }) => index))
  const problems: BulkProblem[] = twice.map(({ index, first }) =>
    problem('given_twice', { field: placeOf(index, 'work_email'), first: input.label(first) }),
  )
  const ids = new Map([...facts.people.stored].map(([key, { id }]) => [key, id]))
  const starts = new Map<string, Day>()
  for (const [index, key] of keys.entries())
    if (!ids.has(key)) {
      ids.set(key, scope.newId())
      starts.set(key, (input.people[index]!.start_date ?? today) as Day)
    }

  const warnings: DecidedPeople['warnings'] = []
  const decided: DecidedPerson[] = []
  for (const [index, entry] of input.people.entries()) {
    yield
    const key = keys[index]!
    const id = ids.get(key)!
    const stored = facts.people.stored.get(key)
    const found = resolve(facts, { index, entry, ids, starts })
    const tell = (texts: readonly string[]) => warnings.push(...texts.map((text) => ({ index, text })))
    const common = { index, input: entry, id, stored }
    const isOver = hasLeft(facts.people, key, today)
    // The team of somebody who has left is not made.
    const teamMayLack = input.makesTeams && isOver
    problems.push(...found.problems.filter(({ name }) => !(teamMayLack && name === 'unit_unknown')))
    if (again.has(index)) continue
    if (!stored) {
      const hired = decideHire(scope, id, entry, found.named, facts.entities.active)
      problems.push(...placed(index, hired.problems))
      tell(hired.warnings)
      const { timeline: after, fromLead } = hired
      decided.push({
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
      problems.push(problem('person_erased', { field: placeOf(index, 'work_email'), record_id: stored.id }))
      continue
    }
    const profile = changedFields<BulkProfile>(stored, profileIn(entry))
    const rest = { ...common, before, profile }
    if (isOver) {
      if (differsFromLast(before, entry, found.named, today)) tell([leftWarning(stored, before)])
      decided.push({ ...rest, after: before, change: undefined, fromLead: false })
      continue
    }
    const change = decideChange(scope, stored.id, before, entry, found.named)
    problems.push(...placed(index, change.problems))
    tell(change.warnings)
    const after = change.effect?.timeline ?? before
    decided.push({ ...rest, after, change, fromLead: change.fromLead })
  }
  return { people: decided, problems, warnings }
}

const leftWarning = ({ id, name }: StoredPerson, { employments }: Timeline): string =>
  `${namedPerson({ id, name })} has left, on ${employments.at(-1)!.lastDay}: their job is not changed. If they come back, ` +
  'org/people.rehire is for that.'

/** What an entry says of a person besides the job, as it is stored; undefined where it says nothing. */
export const profileIn = (entry: PersonInput) => ({
  given_name: entry.given_name,
  family_name: entry.family_name,
  preferred_name: entry.preferred_name,
  employee_number: entry.employee_number,
  work_phone: entry.work_phone && canonicalPhone(entry.work_phone),
})

interface Entry {
  index: number
  entry: PersonInput
  /** The ids of all people of the input, by the key of the e-mail. */
  ids: ReadonlyMap<string, string>
  /** When those of them who are new start. */
  starts: ReadonlyMap<string, Day>
}

/** Finds what an entry names, in the input or in the company. */
function resolve(
  { managers, locations, units, entities }: Facts,
  { index, entry, ids, starts }: Entry,
): { named: NamedPlaces; problems: BulkProblem[] } {
  const { unit: unitName, location: locationName, legal_entity: entityName, manager_email: email } = entry
  const unit = unitName === undefined ? undefined : units.find(unitName)
  const location = locationName === undefined ? undefined : locations.find(locationName)
  const legalEntity = entityName === undefined ? undefined : entities.find(entityName)
  const managerKey = email ? emailKey(email) : undefined
  const outsider = managerKey === undefined ? undefined : managers.byEmail.get(managerKey)
  const insider = managerKey === undefined ? undefined : ids.get(managerKey)
  const managerId = insider ?? (outsider?.erased ? undefined : outsider?.id)
  const problems: BulkProblem[] = []
  if (unitName !== undefined && !unit)
    problems.push(problem('unit_unknown', { field: placeOf(index, 'unit') }))
  if (locationName !== undefined && !location)
    problems.push(problem('location_unknown', { field: placeOf(index, 'location') }))
  if (entityName !== undefined && !legalEntity)
    problems.push(problem('legal_entity_unknown', { field: placeOf(index, 'legal_entity') }))
  if (managerKey !== undefined && managerId === undefined)
    problems.push(problem('manager_unknown', { field: placeOf(index, 'manager_email') }))

  const staysOf = (key: string): Stays => {
    const start = starts.get(key)
    return start ? [{ startDate: start, lastDay: null }] : (managers.byEmail.get(key)?.stays ?? [])
  }
  const named: NamedPlaces = {
    unit,
    location,
    legalEntity,
    manager: (day) => {
      if (email === null) return null
      if (managerId === undefined) return undefined
      return { id: managerId, from: employedSince(staysOf(managerKey!), day) }
    },
    joined: (unitId, personId, day) => unitWithLead(units, managers, unitId, personId, day),
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
