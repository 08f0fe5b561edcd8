import { maxDay } from '../../domain/day.ts'
import { emailKey } from '../../domain/email.ts'
import { nameKey } from '../../domain/folding.ts'
import { mostNamed } from '../../domain/format-list.ts'
import { nearNames } from '../../domain/near-names.ts'
import { namesakeWarnings } from '../../domain/placement.ts'
import { fullNameText } from '../../domain/search.ts'
import { problem } from '../../errors.ts'
import { warning } from '../../warnings.ts'
import { findNamesakesOf } from '../../queries/org/many-people.ts'
import { lockTree, type KnownUnit } from '../../queries/org/units.ts'
import { oneByOne, runCooperatively } from '../../streaming/yield.ts'
import { judgeChanges } from './approval.ts'
import { decideDetails, type DecidedDetails } from './details.ts'
import { ofCompany, type BulkInput, type BulkProblem, type BulkScope, type PersonWarning } from './input.ts'
import { explainUnknown } from './near-names.ts'
import {
  findManagers,
  hasLeft,
  lockLegalEntities,
  lockPeople,
  unitsToJoin,
  type KnownPeople,
} from './existing-records.ts'
import { circleProblems } from './reporting-cycles.ts'
import { decideNumbers } from './numbers.ts'
import { planLocations, type LocationPlan } from './locations.ts'
import { decidePeople, type DecidedPerson } from './people.ts'
import { planUnits, type UnitPlan } from './units.ts'

/** Everything that an input brings about, decided and not written. */
export interface Plan {
  /** There are no problems, and nothing of the input is missing. */
  mayBeWritten: boolean
  /** Why it is refused: all that is wrong with it. Empty when it can be written. */
  problems: BulkProblem[]
  warnings: PersonWarning[]
  locations: LocationPlan
  units: UnitPlan
  /** The leads of units, by id. */
  leads: ReadonlyMap<string, { name: string }>
  people: (DecidedPerson & DecidedDetails)[]
  /** People whose employee number goes to somebody else of the input. */
  givingUpNumbers: string[]
  /** People whose job changes although the approval rule asks for somebody else to agree: there is nobody. */
  withoutOther: ReadonlySet<string>
}

/**
 * Decides about everything that an input says: what exists and is to change, what is new, and all that is wrong with it.
 * The number of statements does not depend on how much that is. It locks in the order of `src/services/README.md`.
 */
export async function plan(scope: BulkScope, input: BulkInput): Promise<Plan> {
  const known = await lockPeople(scope, input)
  const tree = await lockTree(scope.db, scope.today)
  const teams = missingTeams(scope, input, known, tree)
  const units = planUnits(scope, [...input.units, ...teams.map(({ unit }) => unit)], input.leftOut, tree)
  const locations = await planLocations(scope, input)
  const entities = await lockLegalEntities(scope, input)
  const managers = await findManagers(scope, input, known, unitsToJoin(input, units))
  const decided = await runCooperatively(
    decidePeople(scope, input, { people: known, managers, locations, units, entities }),
  )
  const entries = [...decided.people, ...decided.repeats]
  const circles = await circleProblems(scope, decided.people, input)
  const details = await decideDetails(scope, [...entries, ...decided.nameless])
  const numbers = await decideNumbers(scope, entries, input)
  const namesakes = input.leftOut.isNothing ? await namesakesOf(scope, decided.people, input.label) : []
  const judged = await judgeChanges(scope, entries)
  const problems: BulkProblem[] = [
    ...(tree.length === 0 ? ofCompany([problem('company_root_missing', {})]) : []),
    ...locations.problems,
    ...units.problems,
    ...decided.problems,
    ...circles,
    ...details.problems,
    ...numbers.problems,
    ...judged.problems,
  ]
  const nearly = problems.length > 0 ? [] : await nearTeams(teams, tree)
  return {
    mayBeWritten: problems.length === 0 && input.leftOut.isNothing,
    problems: await explainUnknown(scope, input, tree, problems),
    warnings: [...decided.warnings, ...namesakes, ...nearly].sort((a, b) => a.index - b.index),
    locations,
    units,
    leads: managers.byId,
    people: decided.people.map((person) => ({ ...person, ...details.decided.get(person.index)! })),
    givingUpNumbers: numbers.givenUpBy,
    withoutOther: judged.withoutOther,
  }
}

/** Teams that people are to be in and that nobody has; those of people who have left are not made. */
function missingTeams(
  { today }: BulkScope,
  { people, makesTeams }: BulkInput,
  known: KnownPeople,
  tree: readonly KnownUnit[],
): MissingTeam[] {
  if (!makesTeams) return []
  const names = new Set(tree.map(({ name_key: key }) => key))
  const missing = new Map<string, MissingTeam>()
  for (const [index, { unit: name, work_email: email }] of people.entries()) {
    if (name === undefined || (email !== undefined && hasLeft(known, emailKey(email), today))) continue
    const key = nameKey(name)
    if (!names.has(key) && !missing.has(key)) missing.set(key, { index, unit: { name, kind: 'team' } })
  }
  return [...missing.values()]
}

/** A team that is to be made, and the first person in it. */
interface MissingTeam {
  index: number
  unit: { name: string; kind: 'team' }
}

/** So many new teams are compared with all units: each takes time with their number. */
const mostCompared = 10

/** Warnings that a team is made although another unit is nearly called the same. */
async function nearTeams(
  teams: readonly MissingTeam[],
  tree: readonly KnownUnit[],
): Promise<Plan['warnings']> {
  const compared = teams.slice(0, mostCompared)
  const names = compared.map(({ unit }) => unit.name)
  const near = await runCooperatively(
    nearNames(
      names,
      tree.map(({ name }) => name),
    ),
  )
  return compared.flatMap(({ index, unit: { name } }) => {
    const other = near.get(name)
    return other === undefined
      ? []
      : [{ index, warning: warning('team_like_another', { team: name, unit: other }) }]
  })
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
    fresh.map(({ input: { given_name = '', family_name = '' }, after }) => ({
      given_name,
      family_name,
      day: maxDay(after.employments[0]!.startDate, today),
    })),
  )
  const before = new Map<string, { first: string[]; count: number }>()
  const warningsOf = ({ index, input }: DecidedPerson, place: number) => {
    const { given_name = '', family_name = '' } = input
    const name = fullNameText({ given_name, family_name })
    const others = before.get(name) ?? { first: [], count: 0 }
    const more = others.count - others.first.length
    const warnings = [
      ...namesakeWarnings(found[place]!),
      ...(others.count > 0 ? [warning('same_name_in_input', { others: [...others.first], more })] : []),
    ]
    // A sentence names the first few. All of them in each sentence would be the square of their number.
    if (others.count++ < mostNamed) others.first.push(label(index))
    before.set(name, others)
    return warnings.map((one): PersonWarning => ({ index, warning: one }))
  }
  return runCooperatively(oneByOne(fresh.entries(), ([place, person]) => warningsOf(person, place)))
}
