import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { problemAt } from './check-schemas.ts'
import { isObject, type Contract, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { jobFieldNames } from '../src/domain/job-fields.ts'
import { detailNames } from '../src/domain/person-details.ts'
import { personFieldNames } from '../src/domain/person-fields.ts'

/** Fields of one kind, which stand in several places. */
interface Kind {
  /** The name of one of them, in messages. */
  field: string
  /** The sets of properties that inputs include. A field is in one of them; where it lacks, the first is named. */
  inputs: readonly string[]
  /** The set of properties that answers include. */
  answer: string
  /** Properties that this set has besides. */
  others: readonly string[]
  /** The file with their table, and the names that it has. */
  table: string
  names: readonly string[]
  /** The table of the database in which each of them is a column, but for those that are kept in several. */
  stored: string
  inParts: readonly string[]
}

const kinds: readonly Kind[] = [
  {
    field: 'a term of a job',
    inputs: ['JobTermFields'],
    answer: 'JobRowFields',
    // An input has the records by their ids.
    others: ['id', 'valid_from', 'valid_to', 'title', 'unit', 'location', 'legal_entity', 'reason'],
    table: 'src/domain/job-fields.ts',
    names: jobFieldNames,
    stored: 'job_rows',
    inParts: [],
  },
  {
    field: 'a field of a person',
    inputs: ['OwnPersonInputFields', 'PersonInputFields'],
    answer: 'PersonFields',
    others: ['id', 'name', 'status', 'title', 'unit', 'location', 'start_date'],
    table: 'src/domain/person-fields.ts',
    names: personFieldNames,
    stored: 'people',
    inParts: [],
  },
  {
    field: 'a detail of a person',
    inputs: ['OwnDetailInputFields', 'DetailInputFields', 'PayrollInputFields'],
    answer: 'PersonDetailFields',
    others: [],
    table: 'src/domain/person-details.ts',
    names: detailNames,
    stored: 'person_details',
    inParts: ['contact'],
  },
]

/**
 * A field of a job or of a person stands in four places, which nothing else would hold together: in a set of properties
 * that inputs include, in that of the answers, in a table of the service, and in a migration as a column. If one of them
 * lacks a field, this names the file.
 *
 * @param root the root of the tree, for the migrations
 */
export function checkFields(contract: Contract, root: string): Problem[] {
  const migrations = migrationsOf(root)
  return kinds.flatMap((kind) => checkKind(kind, contract, migrations))
}

function checkKind(kind: Kind, contract: Contract, migrations: readonly string[]): Problem[] {
  const [answer, ...inputs] = [kind.answer, ...kind.inputs].flatMap((name) => contract.sets.get(name) ?? [])
  const [input] = inputs
  if (!answer || !input) return []
  const given = inputs.flatMap(propertiesOf)
  const shown = propertiesOf(answer).filter((name) => !kind.others.includes(name))
  return [...new Set([...given, ...shown, ...kind.names])].flatMap((name) => {
    const lacks = (what: string) => `there is no ${name}, which is ${kind.field} elsewhere: ${what}`
    const isStored = kind.inParts.includes(name) || migrations.some((text) => hasWord(text, name))
    return [
      given.includes(name) ? [] : problemAt(input, ['properties'], lacks('inputs take it from here')),
      shown.includes(name) ? [] : problemAt(answer, ['properties'], lacks('answers take it from here')),
      kind.names.includes(name)
        ? []
        : { file: kind.table, line: 1, message: lacks('it needs a line in the table') },
      isStored
        ? []
        : {
            file: 'migrations',
            line: 1,
            message: lacks(`one of them must add the column to ${kind.stored}`),
          },
    ].flat()
  })
}

const hasWord = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text)

function propertiesOf({ value }: SourceFile): string[] {
  return isObject(value['properties']) ? Object.keys(value['properties']) : []
}

function migrationsOf(root: string): string[] {
  const folder = join(root, 'migrations')
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts')) : []
  return files.map((file) => readFileSync(join(folder, file), 'utf8'))
}
