import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { problemAt } from './check-schemas.ts'
import { isObject, type Contract, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { jobFieldNames } from '../src/domain/job-fields.ts'

/** What a job row answers besides its terms. An input has the records by their ids. */
const others = ['id', 'valid_from', 'valid_to', 'title', 'unit', 'location', 'legal_entity', 'reason']
const table = 'src/domain/job-fields.ts'

/**
 * A term of a job stands in four places, which nothing else would hold together: in the set of properties that inputs
 * include, in that of the answers, in the table of the service, and in a migration as a column of `job_rows`. If one of
 * them lacks a term, this names the file.
 *
 * @param root the root of the tree, for the migrations
 */
export function checkJobFields(contract: Contract, root: string): Problem[] {
  const [input, answer] = ['JobTermFields', 'JobRowFields'].map((name) => contract.sets.get(name))
  if (!input || !answer) return []
  const [given, shown] = [propertiesOf(input), propertiesOf(answer).filter((name) => !others.includes(name))]
  const stored = migrationsOf(root)
  return [...new Set([...given, ...shown, ...jobFieldNames])].flatMap((name) => {
    const lacks = (what: string) => `there is no ${name}, which is a term of a job elsewhere: ${what}`
    return [
      given.includes(name) ? [] : problemAt(input, ['properties'], lacks('inputs take it from here')),
      shown.includes(name) ? [] : problemAt(answer, ['properties'], lacks('answers take it from here')),
      jobFieldNames.includes(name as never)
        ? []
        : { file: table, line: 1, message: lacks('it needs a line in the table') },
      stored.some((text) => new RegExp(`\\b${name}\\b`).test(text))
        ? []
        : { file: 'migrations', line: 1, message: lacks('one of them must add the column to job_rows') },
    ].flat()
  })
}

function propertiesOf({ value }: SourceFile): string[] {
  return isObject(value['properties']) ? Object.keys(value['properties']) : []
}

function migrationsOf(root: string): string[] {
  const folder = join(root, 'migrations')
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts')) : []
  return files.map((file) => readFileSync(join(folder, file), 'utf8'))
}
