/**
 * The tier of a column: it decides who may see it. `login` is for columns of the sign-in, which only their owner may
 * see.
 */
export type Tier = 'public' | 'job' | 'private' | 'payroll' | 'login'

/**
 * The change of a column when a person is erased: replace it by a fixed placeholder, empty it, delete the row, or keep
 * it, because without the other columns it tells nothing about a person.
 */
export type Erase = 'placeholder' | 'clear' | 'delete' | 'keep'

export interface PersonalColumn {
  tier: Tier
  erase: Erase
  /** Tells that the export of a person's own data includes it. */
  export: boolean
}

export interface RegisteredTable {
  /** Columns that tell nothing about a person: ids, states, times, facts about the company. */
  plain: readonly string[]
  personal: Readonly<Record<string, PersonalColumn>>
}

/**
 * A table of the register.
 *
 * @param plain names of the plain columns, separated by spaces
 */
export const table = (
  plain: string,
  personal: Readonly<Record<string, PersonalColumn>> = {},
): RegisteredTable => ({ plain: plain.split(' '), personal })

/**
 * Gives several columns one rule.
 *
 * @param columns names, separated by spaces
 */
export const each = (columns: string, rule: PersonalColumn): Record<string, PersonalColumn> =>
  Object.fromEntries(columns.split(' ').map((column) => [column, rule]))
