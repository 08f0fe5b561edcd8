import { account } from './account.ts'
import type { RegisteredTable } from './kinds.ts'
import { log } from './log.ts'
import { people } from './people.ts'
import { structure } from './structure.ts'

/**
 * The one register of what the database holds about persons. Erasing, exporting and hiding go by it, and a test compares
 * it with the catalogue: an unregistered column, or a registered one that was dropped, fails.
 */
export const personalData: Readonly<Record<string, RegisteredTable>> = {
  ...account,
  ...structure,
  ...people,
  ...log,
}
