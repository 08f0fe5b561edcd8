import { nilId } from '../../../domain/ids.ts'
import { nameKey } from '../../../domain/folding.ts'
import type { components } from '../../../generated/contract.ts'
import type { LoggedChange } from '../../show/changes.ts'
import type { Cells } from './cells.ts'

/** A line that the log would get. */
export type Line = components['schemas']['DryRunReport']['activity'][number]

/** A row with what an import would do with it. */
export interface Outcome {
  row: number
  name: string
  /** `unsure`: rows with the same name in a row, of which the report does not tell which one changes. */
  kind: 'hire' | 'change' | 'nothing' | 'unsure'
  /** The person, where there is one already that changes. */
  id?: string
  changes: readonly LoggedChange[]
}

/** A person of the report of a rehearsal. */
interface Told {
  /** Undefined: a new one. */
  id: string | undefined
  name: string
  key: string
  changes: LoggedChange[]
}

/** A row with the name of its person, and the end of the name that they have where the company calls them otherwise. */
interface Named {
  row: number
  name: string
  key: string
  end: string
}

/**
 * The rows of a file, each with what an import would do with it. The answer only counts them; the report of the rehearsal names
 * the people, in the order of the rows, and so tells all of it.
 *
 * @param count of people who are hired and changed, by the answer
 * @returns undefined where the report cannot be read so
 */
export function outcomesOf(
  cells: Cells,
  lines: readonly Line[],
  count: { created: number; updated: number },
): Outcome[] | undefined {
  const rows = namedRows(cells)
  const told = toldIn(lines)
  const hired = told.filter(({ id }) => id === undefined).length
  if (hired !== count.created || told.length - hired !== count.updated) return undefined
  const keys = new Set(rows.map(({ key }) => key))
  /** Tells whether a row can be that of a person. One whose name is in no row may be called otherwise than the file says. */
  const fits = ({ key, end }: Named, person: Told): boolean =>
    keys.has(person.key) ? key === person.key : person.id !== undefined && person.key.endsWith(end)
  const first = placesOf(rows, told, fits)
  const last = placesOf(rows.toReversed(), told.toReversed(), fits)
    ?.map((place) => rows.length - 1 - place)
    .reverse()
  if (!first || !last) return undefined
  const outcomes = rows.map(({ row, name }): Outcome => ({ row, name, kind: 'nothing', changes: [] }))
  for (const [index, person] of told.entries()) {
    const { id, name, changes } = person
    const [from, to] = [first[index]!, last[index]!]
    const kind = id === undefined ? 'hire' : 'change'
    if (from === to) outcomes[from] = { row: rows[from]!.row, name, kind, changes, ...(id && { id }) }
    else
      for (let place = from; place <= to; place += 1)
        if (fits(rows[place]!, person)) outcomes[place] = { ...outcomes[place]!, kind: 'unsure' }
  }
  return outcomes
}

/** The people of a report, each once, in the order of the lines. Nobody new has an id yet. */
function toldIn(lines: readonly Line[]): Told[] {
  const found: Told[] = []
  const known = new Map<string, Told>()
  for (const { subject, changes } of lines) {
    // A request about a person that is closed is no change of theirs.
    if (subject?.type !== 'person' || changes.some(({ field }) => field === 'request')) continue
    const before = known.get(subject.id)
    if (before) before.changes.push(...changes)
    else {
      const id = subject.id === nilId ? undefined : subject.id
      const told = { id, name: subject.name, key: nameKey(subject.name), changes: [...changes] }
      found.push(told)
      if (id !== undefined) known.set(id, told)
    }
  }
  return found
}

/** The first place that each person can have among rows in the same order; undefined where there are not enough. */
function placesOf(
  rows: readonly Named[],
  told: readonly Told[],
  fits: (row: Named, person: Told) => boolean,
): number[] | undefined {
  // Each row does something: the order alone tells which.
  if (rows.length === told.length) return rows.map((_row, index) => index)
  const places: number[] = []
  let next = 0
  for (const person of told) {
    while (next < rows.length && !fits(rows[next]!, person)) next += 1
    if (next === rows.length) return undefined
    places.push(next)
    next += 1
  }
  return places
}

function namedRows({ names, rows }: Cells): Named[] {
  const columns = names.map((name) => name.trim().toLowerCase())
  const cellAt = (cells: readonly string[], column: string): string =>
    (cells[columns.indexOf(column)] ?? '').trim().replace(/^'/, '')
  return rows.map(({ row, cells }) => {
    const family = cellAt(cells, 'family_name')
    const called = cellAt(cells, 'preferred_name') || cellAt(cells, 'given_name')
    const name = `${called} ${family}`
    return { row, name, key: nameKey(name), end: ` ${nameKey(family)}` }
  })
}
