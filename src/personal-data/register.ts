import { account } from './account.ts'
import { approvals } from './approvals.ts'
import { checklists } from './checklists.ts'
import { documents } from './documents.ts'
import type { RegisteredTable } from './kinds.ts'
import { log } from './log.ts'
import { people } from './people.ts'
import { structure } from './structure.ts'

/**
 * The register of all personal data in the database. Codegen holds events to it, and a test compares it with the
 * database's catalogue: it fails for an unregistered column, and for a registered one that was dropped.
 */
export const personalData: Readonly<Record<string, RegisteredTable>> = {
  ...account,
  ...structure,
  ...people,
  ...approvals,
  ...checklists,
  ...documents,
  ...log,
}
