import { maxDay } from '../../domain/day.ts'
import { emailKey } from '../../domain/email.ts'
import { nameKey } from '../../domain/folding.ts'
import { listed, mostNamed } from '../../domain/listed.ts'
import { namesakeWarnings } from '../../domain/placement.ts'
import { fullNameText } from '../../domain/search.ts'
import { oneByOne } from '../../domain/one-by-one.ts'
import { problem, type Problem } from '../../errors.ts'
import { findNamesakesOf } from '../../queries/org/many-people.ts'
import { lockTree, type KnownUnit } from '../../queries/org/units.ts'
import { finish } from '../../streaming/yield.ts'
import { decideDetails, type DecidedDetails } from './details.ts'
import type { BulkInput, BulkProblem, BulkScope, UnitInput } from './input.ts'
import {
  findManagers,
  hasLeft,
  lockLegalEntities,
  lockPeople,
  unitsToJoin,
  type KnownPeople,
} from './known.ts'
import { circleProblems } from './lines.ts'
import { decideNumbers } from './numbers.ts'
import { planLocations, type LocationPlan } from './locations.ts'
import { decidePeople, type DecidedPerson } from './people.ts'
import { planUnits, type UnitPlan } from './units.ts'

/** Everything that an input brings about, decided and not written. */
export interface Plan {
  /** Why it is refused: all that is wrong with it. Empty when it can be written. */
  problems: (BulkProblem | Problem<'company_root_missing'>)[]
  /** By the index of the person. */
  warnings: { index: number; text: string }[]
  locations: LocationPlan
  units: UnitPlan
  /** The leads of units, by id. */
  leads: ReadonlyMap<string, { name: string }>
  people: (DecidedPerson & DecidedDetails)[]
  /** People whose employee number goes to somebody else of the input. */
  givingUpNumbers: string[]
}

/**
 * Decides about everything that an input says: what exists and is to change, what is new, and all that is wrong with it.
 * The number of statements does not depend on how much that is. It locks in the order of `src/services/README.md`.
 */
export async function plan(scope: BulkScope, input: BulkInput): Promise<Plan> {
  const known = await lockPeople(scope, input)
  const tree = await lockTree(scope.db, scope.today)
  const units = planUnits(scope, [...input.units, ...missingTeams(scope, input, known, tree)], tree)
  const locations = await planLocations(scope, input)
  const entities = await lockLegalEntities(scope, input)
  const managers = await findManagers(scope, input, known, unitsToJoin(input, units))
  const decided = await finish(
    decidePeople(scope, input, { people: known, managers, locations, units, entities }),
  )
  const circles = await circleProblems(scope, decided.people, input.label)
  const details = await decideDetails(scope, decided.people)
  const numbers = await decideNumbers(scope, decided.people, input.label)
  const namesakes = await namesakesOf(scope, decided.people, input.label)
  return {
    problems: [
      ...(tree.length === 0 ? [problem('company_root_missing', {})] : []),
      ...locations.problems,
      ...units.problems,
      ...decided.problems,
      ...circles,
      ...details.problems,
      ...numbers.problems,
    ],
    warnings: [...decided.warnings, ...namesakes].sort((a, b) => a.index - b.index),
    locations,
    units,
    leads: managers.byId,
    people: decided.people.map((person) => ({ ...person, ...details.decided.get(person.index)! })),
    givingUpNumbers: numbers.givenUpBy,
  }
}

/** The teams that people are to be in and that nobody has; those of people who have left are not made. */
function missingTeams(
  { today }: BulkScope,
  { people, makesTeams }: BulkInput,
  known: KnownPeople,
  tree: readonly KnownUnit[],
): UnitInput[] {
  if (!makesTeams) return []
  const names = new Set(tree.map(({ name_key: key }) => key))
  const missing = new Map<string, UnitInput>()
  for (const { unit: name, work_email: email } of people) {
    const key = name === undefined || hasLeft(known, emailKey(email), today) ? undefined : nameKey(name)
    if (key !== undefined && !names.has(key) && !missing.has(key))
      missing.set(key, { name: name!, kind: 'team' })
  }
  return [...missing.values()]
}

/** Warnings that new people may be known already, or may be two of the same input. */
async function namesakesOf(
  { db, today }: BulkScope,
  people: readonly DecidedPerson[],
  label: (index: number) => string,
): Promise<Plan['warnings']> {
  const fresh = people.filter(({ stored }) => !stored)
  const found = await findNamesakesOf(
    db,
    fresh.map(({ input: { given_name, family_name }, after }) => ({
      given_name,
      family_name,
      day: maxDay(after.employments[0]!.startDate, today),
    })),
  )
  const before = new Map<string, { first: string[]; count: number }>()
  const warningsOf = ({ index, input }: DecidedPerson, place: number) => {
    const name = fullNameText(input)
    const others = before.get(name) ?? { first: [], count: 0 }
    const warnings = [
      ...namesakeWarnings(found[place]!),
      ...(others.count > 0
        ? [
            `This has the same name as ${listed(others.first, others.count)}. Check that these are two people.`,
          ]
        : []),
    ]
    // A sentence names the first few. All of them in each sentence would be the square of their number.
    if (others.count++ < mostNamed) others.first.push(label(index))
    before.set(name, others)
    return warnings.map((text) => ({ index, text }))
  }
  return finish(oneByOne(fresh.entries(), ([place, person]) => warningsOf(person, place)))
}
