import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

/** What `npm run house` writes into its copy of this tree: the clone's operation id → the original's. */
const file = join(import.meta.dirname, 'clones.json')
const clones: Record<string, string> | undefined = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  : undefined

/** The action that this one is a clone of; itself, as everywhere but in a house of clones. */
export function originalOf(id: string): string {
  return clones?.[id] ?? id
}

/** Fails beyond a limit that is for the whole contract. Clones exceed it, rightly: of them it is only told. */
export function expectWithin(what: string, actual: number, limit: number): void {
  if (clones && actual > limit) console.log(`      ${what}: ${actual}, over the ${limit} of the contract`)
  else expect(actual, what).to.be.at.most(limit)
}
