import { problemAt } from './check-schemas.ts'
import {
  isObject,
  requestSchema,
  resultSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Path,
  type Source,
} from './model.ts'
import type { Problem } from './problems.ts'
import { eachSchema, resolveRef } from './schema.ts'
import { toolDefaultsOf } from './tool-defaults.ts'

const key = 'x-mcp-rows'

/** The number of rows in a list of a tool, unless the call asks for more. */
export const rowsOnPage = 25

/** The arguments that the tool of every list has; `limit` and `after` only where the action has no pages of its own. */
export const listArguments = ['limit', 'after', 'fields']

/** The list in the answer of a read, as its tool shows it. */
export interface ToolRows {
  /** The property of the result that is the list; null: the result itself is. */
  list: string | null
  /**
   * Paths of the values that a row shows: `id`, `unit.name`. The first one is always there; where the tool makes the
   * pages, it is the id.
   */
  columns: string[]
  /** Paths that a call may name instead. `custom.*` stands for every key of a map. */
  fields: string[]
  /** Tells that the action has pages of its own (`limit`). If not, its tool makes them. */
  paged: boolean
}

/**
 * The list that a read answers: its result is one, or holds exactly one list of objects that may grow without limit. A
 * result with two of them, such as the job history, or with an id of its own is a record. Undefined for all other actions.
 *
 * `x-mcp-rows: [id, name, unit.name]` beside the list names what its rows show to assistants. Without it they show all.
 */
export function toolRows(contract: Contract, source: Source): ToolRows | undefined {
  const found = findList(contract, source)
  if (!found) return undefined
  const fields = pathsIn(contract, itemOf(contract, found.list)).filter((path) => path !== toldApart)
  return {
    list: found.name,
    columns: (found.list[key] as string[] | undefined) ?? fields.filter((path) => !path.includes('.')),
    fields,
    paged: 'limit' in propertiesOf(requestSchema(source)),
  }
}

function findList(
  contract: Contract,
  source: Source,
): { name: string | null; list: JsonObject; path: Path } | undefined {
  if (source.operation['x-class'] !== 'read') return undefined
  const result = resolveRef(contract, resultSchema(source))
  const path: Path = ['post', 'responses', '200', 'content', 'application/json', 'schema']
  if (grows(contract, result)) return { name: null, list: result, path }
  const properties = Object.entries(propertiesOf(result))
  const [only, ...others] = properties.filter(([, property]) => grows(contract, property))
  if (!only || others.length > 0 || properties.some(([name]) => name === 'id')) return undefined
  const [name, list] = only
  return { name, list: list as JsonObject, path: [...path, 'properties', name] }
}

/** Tells whether this is a list of records without a limit, or one whose rows are named. */
function grows(contract: Contract, schema: Json): boolean {
  if (!isObject(schema) || schema['type'] !== 'array') return false
  if (schema['maxItems'] !== undefined && schema[key] === undefined) return false
  return isObject(itemOf(contract, schema)['properties'])
}

function itemOf(contract: Contract, list: JsonObject): JsonObject {
  return resolveRef(contract, list['items'] as JsonObject)
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {}
}

/**
 * The property of what the caller may not see. It is told once for the whole list, where it is the same for all rows.
 */
const toldApart = 'hidden_fields'

/** Deeper values are shown with what they are in. */
const deepest = 3

/** The paths of all values in a row: `id`, `unit`, `unit.name`, `custom`, `custom.*`. */
function pathsIn(contract: Contract, object: JsonObject, above: string[] = []): string[] {
  return Object.entries(propertiesOf(object)).flatMap(([name, property]) => {
    const path = [...above, name]
    const value = withoutNull(contract, property as JsonObject)
    const below = path.length < deepest ? pathsIn(contract, value, path) : []
    const isMap = isObject(value['additionalProperties'])
    return [path.join('.'), ...(isMap ? [`${path.join('.')}.*`] : []), ...below]
  })
}

/** The schema behind a reference, and without the choice of null. */
function withoutNull(contract: Contract, schema: JsonObject): JsonObject {
  const resolved = resolveRef(contract, schema)
  const choices = [resolved['anyOf'] ?? []].flat() as JsonObject[]
  const [value, ...others] = choices.filter(({ type }) => type !== 'null')
  return value && others.length === 0 ? withoutNull(contract, value) : resolved
}

/**
 * Refuses what a tool could not show: columns that do not exist or do not begin with an id, and `x-mcp-rows` where there
 * is no list. Every list has pages of at most 25 rows for assistants.
 */
export function checkToolRows(contract: Contract): Problem[] {
  const problems: Problem[] = []
  for (const source of contract.sources) {
    const found = findList(contract, source)
    const report = (path: Path, message: string) => problems.push(problemAt(source, path, message))
    eachSchema(resultSchema(source), (schema, path) => {
      if (schema[key] !== undefined && schema !== found?.list)
        report(
          ['post', 'responses', '200', 'content', 'application/json', 'schema', ...path, key],
          `${key} belongs to the one list that the result of a read is or holds`,
        )
    })
    if (found) checkList(contract, source, found.path, report)
  }
  for (const file of contract.components.get('schemas')?.values() ?? [])
    eachSchema(file.value, (schema, path) => {
      if (schema[key] !== undefined)
        problems.push(problemAt(file, [...path, key], `${key} belongs where the result uses this`))
    })
  return problems
}

function checkList(
  contract: Contract,
  source: Source,
  path: Path,
  report: (path: Path, message: string) => void,
): void {
  const { columns, fields, paged } = toolRows(contract, source) as ToolRows
  const input = requestSchema(source)
  const properties = propertiesOf(input)
  for (const column of columns) if (!fields.includes(column)) report([...path, key], `rows have no ${column}`)
  if (!paged && !/(^|[._])id$/.test(columns[0] ?? ''))
    report([...path, key], 'the first column is the id of the row, by which the next page is found')
  for (const name of paged ? ['fields'] : listArguments)
    if (name in properties)
      report(
        ['post', 'requestBody', 'content', 'application/json', 'schema', 'properties', name],
        `the tool of a list has ${name} for something else`,
      )
  const limit = toolDefaultsOf(input)['limit'] ?? (properties['limit'] as JsonObject | undefined)?.['default']
  if (paged && !(Number(limit) <= rowsOnPage))
    report(
      ['post', 'requestBody', 'content', 'application/json', 'schema', 'properties', 'limit'],
      `a page for assistants has at most ${rowsOnPage} rows: say x-mcp-default`,
    )
}
