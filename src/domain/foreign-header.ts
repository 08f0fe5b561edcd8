import { problem, type Problem } from '../errors.ts'
import { listOf, wholeListOf, type Phrase } from '../texts/phrase.ts'
import { foreignName } from './foreign-columns.ts'

/** The names of other systems in the first row of a file, read together: what one may mean depends on the others. */

/** A problem with a name that other systems use. */
export type ForeignProblem = Problem<
  | 'column_misnamed'
  | 'required_column_misnamed'
  | 'column_of_two'
  | 'columns_alike'
  | 'columns_of_two_alike'
  | 'column_given_otherwise'
>

/** The problems of names that are no columns of an import. */
export interface ForeignHeader {
  /** By name; null where it is told with another name. A name that no system is known to use is not here. */
  told: ReadonlyMap<string, ForeignProblem | null>
  /** The columns of an import that are named there. */
  named: ReadonlySet<string>
}

/** Names that may mean the same columns of an import. No columns: what they mean has columns of its own. */
interface Group {
  names: string[]
  columns: readonly string[]
}

type Work<Result> = Generator<undefined, Result, undefined>

/** So many names are in one message. */
const mostNames = 5

/**
 * Tells what names may mean, and what to write in their place: once for all that mean the same. It yields after each name.
 *
 * @param names those that are no columns, each once
 * @param present all names of the file
 * @param required the columns that every file must have
 */
export function* readForeign(
  names: readonly string[],
  present: ReadonlySet<string>,
  required: readonly string[],
): Work<ForeignHeader> {
  const groups = new Map<string, Group>()
  for (const [name, columns] of yield* meaningsOf(names, present)) {
    yield
    // What can only be taken out is told of each name by itself.
    const key = columns.join() || name
    const group = groups.get(key)
    if (group) group.names.push(name)
    else groups.set(key, { names: [name], columns })
  }
  const told = new Map<string, ForeignProblem | null>()
  for (const group of groups.values())
    for (const [at, name] of group.names.entries())
      told.set(name, at === 0 ? problemOf(group, present, required) : null)
  return { told, named: new Set([...groups.values()].flatMap(({ columns }) => columns)) }
}

/** The columns that each name may mean: of "Name", beside "Vorname", only the family name is left. */
function* meaningsOf(
  names: readonly string[],
  present: ReadonlySet<string>,
): Work<Map<string, readonly string[]>> {
  const meanings = new Map<string, readonly string[]>()
  for (const name of names) {
    yield
    const meant = foreignName(name)
    if (meant !== undefined) meanings.set(name, meant.split(' and '))
  }
  const ofOne = [...meanings.values()].filter(({ length }) => length === 1).flat()
  const taken = new Set([...present, ...ofOne])
  for (const [name, columns] of meanings)
    if (columns.length > 1)
      meanings.set(
        name,
        columns.filter((column) => !taken.has(column)),
      )
  return meanings
}

function problemOf(
  { names, columns: [column = '', second] }: Group,
  present: ReadonlySet<string>,
  required: readonly string[],
): ForeignProblem {
  if (column === '') return problem('column_given_otherwise', {})
  const all = second === undefined && present.has(column) ? [column, ...names] : names
  const others = all.length - 1
  if (second !== undefined) {
    const two = { first: column, second }
    if (others === 0) return problem('column_of_two', two)
    return problem('columns_of_two_alike', { names: namesOf(all), ...two, others })
  }
  if (others > 0) return problem('columns_alike', { names: namesOf(all), column, others })
  return required.includes(column)
    ? problem('required_column_misnamed', { column })
    : problem('column_misnamed', { column })
}

function namesOf(names: readonly string[]): Phrase {
  const more = names.length - mostNames
  return more > 0 ? listOf(names.slice(0, mostNames), more) : wholeListOf(names)
}
