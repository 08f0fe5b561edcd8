/** Who may see it; `login` belongs to the sign-in and is shown to its owner alone. */
export type Tier = 'public' | 'job' | 'private' | 'payroll' | 'login'

/**
 * What erasing a person does to it: put a fixed placeholder there, empty it, delete the row, or keep it as it is because
 * without the rest it says nothing of anybody.
 */
export type Erase = 'placeholder' | 'clear' | 'delete' | 'keep'

export interface PersonalColumn {
  tier: Tier
  erase: Erase
  /** Whether a person's own data export holds it. */
  export: boolean
}

export interface RegisteredTable {
  /** Columns that say nothing of a person: ids, states, times, the company's own facts. */
  plain: readonly string[]
  personal: Readonly<Record<string, PersonalColumn>>
}

/** A table by the names of its plain columns, separated by spaces, and its personal ones. */
export const table = (
  plain: string,
  personal: Readonly<Record<string, PersonalColumn>> = {},
): RegisteredTable => ({ plain: plain.split(' '), personal })

/** The same rule for several columns, by names separated by spaces. */
export const each = (columns: string, rule: PersonalColumn): Record<string, PersonalColumn> =>
  Object.fromEntries(columns.split(' ').map((column) => [column, rule]))
