import type { Context } from '../../actions/context.ts'
import type { components } from '../../generated/contract.ts'
import type { DocumentLinks } from '../../services/documents/link.ts'
import type { LoginRow } from '../../queries/org/person-export.ts'
import type { PersonRow } from '../../queries/org/people.ts'
import { StreamedList, type Batch, type Streamable } from '../../streaming/stream.ts'

export type PersonData = components['schemas']['PersonData']

/** The reader of an export: the parts of an action's context that its parts need. */
export type Exporting = Pick<Context, 'db' | 'caller' | 'audience' | 'today' | 'now' | 'language'>

/** The person whose data it is. */
export interface Exported {
  person: PersonRow
  logins: readonly LoginRow[]
  /** Links to files, made before the transaction. */
  links: DocumentLinks
}

/** A part of an export: some of its fields. */
export interface Part<Field extends keyof PersonData = keyof PersonData> {
  /** The columns of the register of personal data that it delivers, as `table.column`, separated by spaces. */
  delivers: string
  load: (ctx: Exporting, exported: Exported) => Promise<Streamable<Pick<PersonData, Field>>>
}

/** A part as a constant, whose fields the compiler knows. */
export const part = <Field extends keyof PersonData>(
  delivers: string,
  load: Part<Field>['load'],
): Part<Field> => ({ delivers, load })

const perPage = 200

/**
 * A list that is long for some people. Its ids are known; its rows are read a page at a time while the answer is written, so
 * that no more of them are there at once.
 */
export function readInPages<Row, Shown>(
  ids: readonly string[],
  load: (ids: readonly string[]) => Promise<Batch<Row, Shown>>,
): StreamedList<Row, Shown> {
  async function* pages(): AsyncGenerator<Batch<Row, Shown>> {
    for (let from = 0; from < ids.length; from += perPage) yield await load(ids.slice(from, from + perPage))
  }
  return new StreamedList(pages())
}
