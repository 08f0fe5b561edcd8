import { problemAt } from './check-schemas.ts'
import { mcpDescription } from './emit/tool-description.ts'
import { saysDefault } from './emit/tool-schema.ts'
import { isObject, requestSchema, type Contract, type Json, type JsonObject } from './model.ts'
import type { Problem } from './problems.ts'
import { eachSchema } from './schema.ts'

const key = 'x-mcp-default'

/**
 * `x-mcp-default: 25` marks a whole number in the input of a read, such as the size of a page, that has another default
 * over HTTP, or none: there, leaving it out may mean everything. For an assistant it is the default, because long answers
 * take room in the conversation.
 */
export function checkToolDefaults(contract: Contract): Problem[] {
  const problems: Problem[] = []
  for (const source of contract.sources) {
    const { operation } = source
    const input = requestSchema(source)
    const start = ['post', 'requestBody', 'content', 'application/json', 'schema']
    eachSchema(input, (schema, path) => {
      if (schema[key] === undefined) return
      const report = (message: string) => problems.push(problemAt(source, [...start, ...path, key], message))
      const optional = path.length === 2 && ![input['required'] ?? []].flat().includes(path[1] as string)
      if (!optional || operation['x-class'] !== 'read')
        report(`${key} belongs to an optional property of the input of a read`)
      else if (!isWithin(schema)) report(`${key} must be a whole number that the property may have`)
      else if (schema['default'] === schema[key]) report(`${key} equals default, which tools have, too`)
    })
    if (Object.keys(toolDefaultsOf(input)).length > 0 && saysDefault.test(mcpDescription(source)))
      problems.push(
        problemAt(
          source,
          ['post', 'description'],
          `assistants read the first paragraph, and for them ${key} holds: tell the other default further below`,
        ),
      )
  }
  for (const file of contract.components.get('schemas')?.values() ?? [])
    eachSchema(file.value, (schema, path) => {
      if (schema[key] !== undefined)
        problems.push(problemAt(file, [...path, key], `${key} belongs where the input uses this`))
    })
  return problems
}

function isWithin({ type, minimum, maximum, [key]: value }: JsonObject): boolean {
  const within = Number(minimum ?? -Infinity) <= Number(value) && Number(value) <= Number(maximum ?? Infinity)
  return type === 'integer' && Number.isInteger(value) && within
}

/** The defaults that only tools have, by the name of the property. */
export function toolDefaultsOf({ properties }: JsonObject): Record<string, Json> {
  const defaults: Record<string, Json> = {}
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const value = isObject(property) ? property[key] : undefined
    if (value !== undefined) defaults[name] = value
  }
  return defaults
}
