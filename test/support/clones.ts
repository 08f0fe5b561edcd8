import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run house` writes this file into its copy of the tree: operation id of a clone → that of the original. */
const file = join(import.meta.dirname, 'clones.json')
const clones: Record<string, string> | undefined = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  : undefined

/** The action of which this one is a clone, by id. Outside of the copy by `npm run house` it is the action itself. */
export function originalOf(id: string): string {
  return clones?.[id] ?? id
}
