import type { Day } from '../../domain/day.ts'
import { emailKey } from '../../domain/email.ts'
import type { Timeline } from '../../domain/employment.ts'
import { nameKey } from '../../domain/folding.ts'
import { hasLeft as isOver, movedStays } from '../../domain/employment-spans.ts'
import { findActiveLegalEntities } from '../../queries/org/placement.ts'
import { findLegalEntitiesNamed, type NamedEntity } from '../../queries/org/many-places.ts'
import {
  findPossibleManagers,
  lockPeopleByEmail,
  type PossibleManager,
  type StoredPerson,
} from '../../queries/org/many-people.ts'
import { loadTimelines } from '../../queries/org/timelines.ts'
import type { KnownUnit } from '../../queries/org/units.ts'
import type { BulkInput, BulkScope } from './input.ts'
import type { UnitPlan } from './units.ts'

/** Stored facts about the people of an input, by the key of the e-mail. */
export interface KnownPeople {
  stored: ReadonlyMap<string, StoredPerson>
  timelines: ReadonlyMap<string, Timeline>
}

/** Locks the people of an input who exist, and reads their job histories after that. */
export async function lockPeople({ db }: BulkScope, { people }: BulkInput): Promise<KnownPeople> {
  const keys = [...new Set(people.flatMap(({ work_email: email }) => (email ? emailKey(email) : [])))]
  const found = keys.length === 0 ? [] : await lockPeopleByEmail(db, keys)
  const timelines =
    found.length === 0
      ? new Map<string, Timeline>()
      : await loadTimelines(
          db,
          found.map(({ id }) => id),
        )
  return { stored: new Map(found.map((person) => [person.email_key, person])), timelines }
}

/** Tells whether the person with this e-mail is known and has left for good. */
export function hasLeft({ stored, timelines }: KnownPeople, emailKey: string, today: Day): boolean {
  const person = stored.get(emailKey)
  return person !== undefined && isOver(timelines.get(person.id)!.employments, today)
}

/** Existing people who may become managers: the leads of units, and who is named. */
export interface PossibleManagers {
  byId: ReadonlyMap<string, PossibleManager>
  byEmail: ReadonlyMap<string, PossibleManager>
}

/**
 * The units whose leads may become managers, because people are in them for whom no manager is named; those above them; and
 * the units that the input names itself. There may be many more, whose leads nobody needs.
 */
export function unitsToJoin(
  { units: changed, people }: BulkInput,
  units: Pick<UnitPlan, 'byId' | 'find'>,
): KnownUnit[] {
  const joining = people.filter(({ manager_email: manager }) => manager === undefined)
  const names = [...changed.flatMap(({ name }) => name ?? []), ...joining.flatMap(({ unit }) => unit ?? [])]
  const ids = new Set(names.flatMap((name) => units.find(name)?.id ?? []))
  // The loop also comes to those who are added meanwhile, so that each unit is looked at once.
  for (const id of ids) {
    const parent = units.byId.get(id)?.parent_id
    if (parent) ids.add(parent)
  }
  return [...ids].flatMap((id) => units.byId.get(id) ?? [])
}

/** They work here from the days that the input gives them. */
export async function findManagers(
  { db, today }: BulkScope,
  { people }: BulkInput,
  { stored }: KnownPeople,
  units: readonly KnownUnit[],
): Promise<PossibleManagers> {
  const leads = new Set(units.flatMap((unit) => unit.head_person_id ?? unit.former_lead_id ?? []))
  const emails = new Set(people.flatMap(({ manager_email: email }) => (email ? emailKey(email) : [])))
  const known = leads.size + emails.size === 0 ? [] : await findPossibleManagers(db, [...leads], [...emails])
  const starts = new Map(
    people.map(({ work_email: email, start_date: start }) => [
      email && stored.get(emailKey(email))?.id,
      start as Day,
    ]),
  )
  const found = known.map((one) => ({ ...one, stays: movedStays(one.stays, starts.get(one.id), today) }))
  return {
    byId: new Map(found.map((one) => [one.id, one])),
    byEmail: new Map(found.map((one) => [one.email_key, one])),
  }
}

export interface LegalEntities {
  find: (name: string) => NamedEntity | undefined
  /** As `legalEntityFor` takes them. */
  active: string[]
}

/** The legal entities that people are employed by, locked. */
export async function lockLegalEntities({ db }: BulkScope, { people }: BulkInput): Promise<LegalEntities> {
  const named = people.flatMap(({ legal_entity: name }) => name ?? [])
  const [known, active] = await Promise.all([findLegalEntitiesNamed(db, named), findActiveLegalEntities(db)])
  return { find: (name) => known.get(nameKey(name)), active }
}
