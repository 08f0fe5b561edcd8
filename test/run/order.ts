/**
 * The files that take longest, so that no process has a long one left when the others have ended. The last line of the
 * table of times tells how long one process was alone: when that grows, look here.
 */
export const longest = [
  'test/hostile/short.test.ts',
  'test/start/start.test.ts',
  'test/faults/short.test.ts',
  'test/readme/recipes.test.ts',
  'test/pages/reference.test.ts',
  'test/http/connections.test.ts',
  'test/codegen/commands.test.ts',
  'test/backup/coming-back.test.ts',
  'test/tooling/bench.test.ts',
  'test/pages/looks.test.ts',
  'test/start/release.test.ts',
  'test/db/upgrades.test.ts',
  'test/tooling/run.test.ts',
]

/** Test files in the order in which they are run: first the longest, then all others by name. */
export function longestFirst(files: string[]): string[] {
  const rank = (file: string) => {
    const index = longest.findIndex((one) => file.endsWith(one))
    return index === -1 ? longest.length : index
  }
  return files.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
