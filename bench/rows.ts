import { assistants } from './rows/assistants.ts'
import { bulk } from './rows/bulk.ts'
import { changes } from './rows/changes.ts'
import type { Row } from './rows/compare.ts'
import { desk } from './rows/desk.ts'
import { files } from './rows/files.ts'
import { memory } from './rows/memory.ts'
import { neighbors } from './rows/neighbors.ts'
import { pages } from './rows/pages.ts'
import { people } from './rows/people.ts'
import { person } from './rows/person.ts'
import { reports } from './rows/reports.ts'
import { scale } from './rows/scale.ts'
import { structure } from './rows/structure.ts'
import { webhooks } from './rows/webhooks.ts'

/** All rows, in the order in which they run. Rows that share a world follow each other. */
export const rows: Row[] = [
  ...structure,
  ...assistants,
  ...person,
  ...people,
  ...desk,
  ...pages,
  ...reports,
  ...bulk,
  ...changes,
  ...scale,
  ...webhooks,
  ...neighbors,
  ...memory,
  ...files,
]
