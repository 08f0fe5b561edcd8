import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm run house` writes into its copy of this tree: the clone's operation id → the original's. */
const file = join(import.meta.dirname, 'clones.json')
const clones: Record<string, string> | undefined = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  : undefined

/** The action that this one is a clone of; itself, as everywhere but in a house of clones. */
export function originalOf(id: string): string {
  return clones?.[id] ?? id
}
