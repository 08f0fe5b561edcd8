import type { Context } from '../../actions/context.ts'
import type { components } from '../../generated/contract.ts'
import type { DocumentLinks } from '../../services/documents/link.ts'
import type { LoginRow } from '../../queries/org/person-export.ts'
import type { PersonRow } from '../../queries/org/people.ts'

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
  load: (ctx: Exporting, exported: Exported) => Promise<Pick<PersonData, Field>>
}

/** A part as a constant, whose fields the compiler knows. */
export const part = <Field extends keyof PersonData>(
  delivers: string,
  load: Part<Field>['load'],
): Part<Field> => ({ delivers, load })
