import { readFileSync } from 'node:fs'

/**
 * Test files in the order in which they are run: first those that give themselves much time, so that no process has a
 * long one left when the others have ended. A file says it itself (`this.timeout`); all others follow by name.
 */
export function longestFirst(files: string[]): string[] {
  return files
    .map((file) => ({ file, most: mostTime(readFileSync(file, 'utf8')) }))
    .toSorted((a, b) => b.most - a.most || (a.file < b.file ? -1 : 1))
    .map(({ file }) => file)
}

/** The longest of its timeouts in milliseconds; 0 when it has none of its own. */
function mostTime(text: string): number {
  const times = [...text.matchAll(/\btimeout\(([\d_]+)\)/g)].map(([, ms]) => Number(ms!.replaceAll('_', '')))
  return Math.max(0, ...times)
}
