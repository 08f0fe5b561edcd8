import { emailKey } from '../../domain/email.ts'
import { nearNames } from '../../domain/near-names.ts'
import { problem, type Problem } from '../../errors.ts'
import { findSimilarEmails } from '../../queries/org/many-people.ts'
import { listPlaceNames } from '../../queries/org/many-places.ts'
import type { KnownUnit } from '../../queries/org/units.ts'
import { runCooperatively } from '../../streaming/yield.ts'
import { fieldOf, type BulkInput, type BulkProblem, type BulkRefusal, type BulkScope } from './input.ts'
import type { ListName } from './left-out.ts'

/** For so many different names of a kind somebody looks for a similar one: each takes time with the number of all names. */
const mostNames = 10
/** For fewer addresses, each of which is a search among all people. */
const mostEmails = 5

/** Names that nobody has, by their refusals. */
const kinds = {
  unit_unknown: { list: 'units', misspelled: 'unit_misspelled' },
  location_unknown: { list: 'locations', misspelled: 'location_misspelled' },
  legal_entity_unknown: { list: null, misspelled: 'legal_entity_misspelled' },
  manager_unknown: { list: 'people', misspelled: 'manager_misspelled' },
} as const satisfies Partial<Record<BulkRefusal, { list: ListName | null; misspelled: BulkRefusal }>>
type Kind = keyof typeof kinds
const isKind = (name: BulkRefusal): name is Kind => name in kinds

/**
 * Names that nobody has, with the one that is probably meant. One that is nearly like a key that could not be read, of an
 * entry of the input itself, is no problem: it will be known when that is corrected.
 */
export async function explainUnknown(
  scope: BulkScope,
  input: BulkInput,
  units: readonly KnownUnit[],
  found: readonly BulkProblem[],
): Promise<BulkProblem[]> {
  const answers = new Map<Kind, Map<string, string | null>>()
  const named = Map.groupBy(
    found.flatMap((one) =>
      isKind(one.problem.name) ? { kind: one.problem.name, name: nameIn(input, one) } : [],
    ),
    ({ kind }) => kind,
  )
  // At most four kinds.
  for (const [kind, all] of named) {
    const names = [...new Set(all.map(({ name }) => name))]
    answers.set(kind, await explained(scope, input, units, kind, names))
  }
  return found.flatMap((one) => {
    const { name: kind } = one.problem
    if (!isKind(kind)) return one
    const suggestion = answers.get(kind)!.get(nameIn(input, one))
    if (suggestion === null) return []
    return suggestion === undefined ? one : { ...one, problem: misspelled(kind, fieldOf(one), suggestion) }
  })
}

const misspelled = (kind: Kind, field: string, suggestion: string): Problem<BulkRefusal> =>
  problem(kinds[kind].misspelled, { field, suggestion })

/** @returns by name what may be meant; null: something that could not be read */
async function explained(
  scope: BulkScope,
  input: BulkInput,
  units: readonly KnownUnit[],
  kind: Kind,
  names: readonly string[],
): Promise<Map<string, string | null>> {
  const { list } = kinds[kind]
  const { leftOut } = input
  if (list && leftOut.hasAll(list)) return new Map(names.map((name) => [name, null]))
  // At most as many keys as mistakes are told, and 450 names.
  const lost = list ? await runCooperatively(nearNames(names, leftOut.keys(list))) : new Map<string, string>()
  const rest = names.filter((name) => !lost.has(name))
  const near = await runCooperatively(
    nearNames(rest.slice(0, mostNames), await candidates(scope, input, units, kind, rest)),
  )
  return new Map([...[...lost.keys()].map((name) => [name, null] as const), ...near])
}

/** The names that may be meant, those of the input first. */
async function candidates(
  { db }: BulkScope,
  input: BulkInput,
  units: readonly KnownUnit[],
  kind: Kind,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  switch (kind) {
    case 'unit_unknown':
      return [
        ...input.units.flatMap(({ name }) => name ?? []),
        ...units.filter(({ archived }) => !archived).map(({ name }) => name),
      ]
    case 'location_unknown':
      return [
        ...input.locations.flatMap(({ name }) => name ?? []),
        ...(await listPlaceNames(db, 'locations')),
      ]
    case 'legal_entity_unknown':
      return listPlaceNames(db, 'legal_entities')
    case 'manager_unknown':
      return [
        ...input.people.flatMap(({ work_email: email }) => email ?? []),
        ...(await findSimilarEmails(db, names.slice(0, mostEmails).map(emailKey))),
      ]
  }
}

/** The name that a problem is about. */
function nameIn(input: BulkInput, found: BulkProblem): string {
  const { list, index } = found.at!
  const entry = input[list][index] as Record<string, unknown>
  return String(entry[fieldOf(found)])
}
