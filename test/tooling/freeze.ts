import { resolve } from 'node:path'
import { checkFrozen, freeze } from '../../codegen/frozen.ts'

/**
 * Finds what is wrong with the migrations of a folder. Databases have run what is published: a change of it would reach new
 * databases only, and the others would stay different for ever. Before the first release none is published.
 *
 * @returns problems with published ones and with the numbers of new ones, and the names of the new ones
 */
export function checkMigrations(folder: string): {
  problems: string[]
  published: number
  missing: string[]
} {
  const { faults, count, missing } = checkFrozen(folder, '.ts')
  const published = faults.map(({ file, fault }) =>
    fault === 'gone'
      ? `${file} is published, and is gone. Restore it. To undo what it does, write a new migration.`
      : `${file} is published, and was changed. Restore it, and write a new migration.`,
  )
  const numbers = missing.flatMap((file, index) => {
    const number = String(count + 1 + index).padStart(4, '0')
    if (file.startsWith(`${number}_`)) return []
    return [`${file} is new, and comes after the published ones: its name must begin with ${number}_.`]
  })
  return { problems: [...published, ...numbers], published: count, missing }
}

if (import.meta.main) {
  const folder = resolve(import.meta.dirname, '../../migrations')
  const { problems, missing } = checkMigrations(folder)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exit(1)
  }
  freeze(folder, missing)
  console.log(
    `${missing.length} new migration(s) recorded. Nobody changes them from now on. Commit migrations.`,
  )
}
