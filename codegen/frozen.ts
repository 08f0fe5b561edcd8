import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The list of a folder's frozen files and their hashes, in the form of `sha256sum`. */
const listName = 'frozen.sha256'

export interface Frozen {
  /** Files of the list that are gone or were changed, each with its fault. */
  faults: { file: string; fault: 'gone' | 'changed' }[]
  /** The number of files in the list. */
  count: number
  /** Files that are not in the list yet, in order of their names. */
  missing: string[]
}

/** Holds the files of a folder that end so to its list: others rely on what is in it, so it never changes. */
export function checkFrozen(folder: string, ending: string): Frozen {
  const list = join(folder, listName)
  const lines = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)] as const))
  const there = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(ending)) : []
  const faults = [...listed].flatMap(([file, hash]): Frozen['faults'] => {
    if (!there.includes(file)) return [{ file, fault: 'gone' }]
    return hashOf(folder, file) === hash ? [] : [{ file, fault: 'changed' }]
  })
  return { faults, count: listed.size, missing: there.filter((file) => !listed.has(file)).sort() }
}

/** Adds files of a folder to its list. */
export function freeze(folder: string, files: string[]): void {
  appendFileSync(join(folder, listName), files.map((file) => `${hashOf(folder, file)}  ${file}\n`).join(''))
}

function hashOf(folder: string, file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
}
