import type { components } from '../../../generated/contract.ts'
import type { LoggedChange } from '../../show/changes.ts'
import { plain, type Cells } from './cells.ts'

type ImportedRow = components['schemas']['ImportedRow']
/** A line that the log would get. */
export type Line = components['schemas']['DryRunReport']['activity'][number]

/** The outcome that an import would have for a row. */
export interface Outcome extends Omit<ImportedRow, 'person_id'> {
  /** As the file says it. */
  name: string
  /** The person, where there is one already. */
  id: string | undefined
  changes: readonly LoggedChange[]
}

/** The rows of a file, each with what an import would do with it: by its answer, and by the lines that the log would get. */
export function outcomesOf(cells: Cells, rows: readonly ImportedRow[], lines: readonly Line[]): Outcome[] {
  const names = namesIn(cells)
  const changes = changesOfPeople(lines)
  return rows.map(({ row, outcome, person_id: id }) => ({
    row,
    outcome,
    name: names.get(row) ?? '',
    id: outcome === 'created' ? undefined : id,
    changes: (outcome === 'updated' && changes.get(id)) || [],
  }))
}

function changesOfPeople(lines: readonly Line[]): Map<string, LoggedChange[]> {
  const ofPeople = lines.filter(
    // A request about a person that is closed is no change of theirs.
    ({ subject, changes }) => subject?.type === 'person' && !changes.some(({ field }) => field === 'request'),
  )
  const byPerson = Map.groupBy(ofPeople, ({ subject }) => subject!.id)
  return new Map([...byPerson].map(([id, some]) => [id, some.flatMap(({ changes }) => changes)]))
}

/** The names of people, by the number of their row. */
function namesIn({ names, rows }: Cells): Map<number, string> {
  const columns = names.map(plain)
  const cellAt = (cells: readonly string[], column: string): string =>
    (cells[columns.indexOf(column)] ?? '').trim().replace(/^'/, '')
  return new Map(
    rows.map(({ row, cells }) => [
      row,
      `${cellAt(cells, 'preferred_name') || cellAt(cells, 'given_name')} ${cellAt(cells, 'family_name')}`,
    ]),
  )
}
