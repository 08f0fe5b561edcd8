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
  /** The key of the person seals it. It is a column of type bytea. */
  sealed?: true
}

/**
 * The SQL condition that finds the rows of the person `$2` in a table of the organization `$1`. `scrubbed`: a function of the database
 * finds what names them, also in rows about others.
 */
export type Whose = 'scrubbed' | `${string}$2${string}`

/** Rows of a person's login. */
export const ofLogin =
  'membership_id in (select m.id from memberships m where m.org_id = $1 and m.person_id = $2)'
export const ofUser = (id: string): Whose =>
  `${id} in (select m.user_id from memberships m where m.org_id = $1 and m.person_id = $2)`

export interface RegisteredTable {
  /** Columns that tell nothing about a person: ids, states, times, facts about the company. */
  plain: readonly string[]
  personal: Readonly<Record<string, PersonalColumn>>
  /** Finds the rows of one person: erasing reads it. */
  whose: Whose
}

/**
 * A table of the register.
 *
 * @param plain names of the plain columns, separated by spaces
 * @param whose left out: rows with the person's id in `person_id`
 */
export const table = (
  plain: string,
  personal: Readonly<Record<string, PersonalColumn>> = {},
  whose: Whose = 'person_id = $2',
): RegisteredTable => ({ plain: plain.split(' '), personal, whose })

/**
 * Gives several columns one rule.
 *
 * @param columns names, separated by spaces
 */
export const each = (columns: string, rule: PersonalColumn): Record<string, PersonalColumn> =>
  Object.fromEntries(columns.split(' ').map((column) => [column, rule]))
