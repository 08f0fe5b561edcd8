import { emailKey } from '../../domain/email.ts'
import type { Timeline } from '../../domain/employment.ts'
import { nameKey } from '../../domain/folding.ts'
import { findActiveLegalEntities } from '../../queries/org/placement.ts'
import { findLegalEntitiesNamed, type NamedEntity } from '../../queries/org/many-places.ts'
import {
  findPossibleManagers,
  lockPeopleByEmail,
  type PossibleManager,
  type StoredPerson,
} from '../../queries/org/many-people.ts'
import { loadTimelines } from '../../queries/org/timelines.ts'
import { lockTree } from '../../queries/org/units.ts'
import type { BulkInput, BulkScope } from './input.ts'
import type { KnownUnit } from './units.ts'

/** What is known of the people of an input before it is decided, by the key of the e-mail. */
export interface KnownPeople {
  stored: ReadonlyMap<string, StoredPerson>
  timelines: ReadonlyMap<string, Timeline>
}

/** Locks the people of an input who exist, and reads their job histories after that. */
export async function lockPeople({ db }: BulkScope, { people }: BulkInput): Promise<KnownPeople> {
  const keys = [...new Set(people.map(({ work_email: email }) => emailKey(email)))]
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

/** The whole tree of units, locked as for any change of it. */
export const lockUnits = ({ db, today }: BulkScope): Promise<KnownUnit[]> => lockTree(db, today)

/** Those who are not in the input and may become managers: the leads of units, and who is named. */
export interface PossibleManagers {
  byId: ReadonlyMap<string, PossibleManager>
  byEmail: ReadonlyMap<string, PossibleManager>
}

export async function findManagers(
  { db }: BulkScope,
  { people }: BulkInput,
  tree: readonly KnownUnit[],
): Promise<PossibleManagers> {
  const leads = new Set(tree.flatMap((unit) => unit.head_person_id ?? unit.former_lead_id ?? []))
  const emails = new Set(people.flatMap(({ manager_email: email }) => (email ? emailKey(email) : [])))
  const found = leads.size + emails.size === 0 ? [] : await findPossibleManagers(db, [...leads], [...emails])
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
