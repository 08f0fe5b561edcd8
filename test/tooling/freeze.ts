import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The list of published migrations and their hashes, in the form of `sha256sum`. */
const listName = 'frozen.sha256'

export interface Frozen {
  /** What is wrong with published migrations, or with the number of a new one. */
  problems: string[]
  /** Lines for the migrations that are not in the list yet. */
  missing: string[]
}

/**
 * Holds the migrations of a folder to its list. Databases have run what is published: a change of it would reach new
 * databases only, and the others would stay different for ever.
 */
export function checkFrozen(folder: string): Frozen {
  const list = join(folder, listName)
  const listed = new Map(
    (existsSync(list) ? readFileSync(list, 'utf8') : '')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  const there = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
  const hashOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
  const missing = there.filter((file) => !listed.has(file))
  const problems = [...listed].flatMap(([file, hash]) => {
    if (!there.includes(file))
      return `${file} is published, and is gone. Restore it. To undo what it does, write a new migration.`
    if (hashOf(file) !== hash)
      return `${file} is published, and was changed. Restore it, and write a new migration.`
    return []
  })
  for (const [index, file] of missing.entries()) {
    const number = String(listed.size + 1 + index).padStart(4, '0')
    if (!file.startsWith(`${number}_`))
      problems.push(
        `${file} is new, and comes after the published ones: its name must begin with ${number}_.`,
      )
  }
  return { problems, missing: missing.map((file) => `${hashOf(file)}  ${file}\n`) }
}

if (import.meta.main) {
  const folder = resolve(import.meta.dirname, '../../migrations')
  const { problems, missing } = checkFrozen(folder)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exit(1)
  }
  appendFileSync(join(folder, listName), missing.join(''))
  console.log(
    `${missing.length} new migration(s) recorded in migrations/${listName}. Nobody changes them from now on.`,
  )
}
