import { problemAt } from './check-schemas.ts'
import { mcpDescription } from './emit/tool-description.ts'
import { isObject, requestSchema, type Contract, type Json, type JsonObject, type Path } from './model.ts'
import type { Problem } from './problems.ts'
import { isWebOnly } from './emit/tool-schema.ts'
import { eachSchema } from './schema.ts'

/**
 * `x-web-only: true` marks optional properties of an input itself, or of a component that it uses, and no tool speaks of
 * them: what assistants read would otherwise name an argument that they cannot send.
 */
export function checkWebOnly(contract: Contract): Problem[] {
  const problems: Problem[] = []
  for (const source of contract.sources) {
    const input = requestSchema(source)
    const start = ['post', 'requestBody', 'content', 'application/json', 'schema']
    const report = (path: Path, message: string) => problems.push(problemAt(source, path, message))
    eachSchema(input, (schema, path) => {
      if (schema['x-web-only'] === undefined || isOptional(input, path)) return
      report([...start, ...path, 'x-web-only'], 'x-web-only marks an optional property of the input itself')
    })
    for (const name of webOnlyNames(input))
      if (new RegExp(`\\b${name}\\b`).test(mcpDescription(source)))
        report(['post', 'description'], `assistants read the first paragraph, but their tool has no ${name}`)
  }
  for (const file of contract.components.get('schemas')?.values() ?? [])
    eachSchema(file.value, (schema, path) => {
      if (schema['x-web-only'] !== undefined && !isOptional(file.value, path))
        problems.push(problemAt(file, [...path, 'x-web-only'], 'x-web-only marks an optional property'))
    })
  return problems
}

/** The properties of an input that its tool does not have. */
export function webOnlyNames(input: JsonObject): string[] {
  return Object.entries(propertiesOf(input)).flatMap(([name, one]) => (isWebOnly(one) ? [name] : []))
}

function isOptional(input: JsonObject, path: Path): boolean {
  const [step, name] = path
  const required = [input['required'] ?? []].flat()
  return path.length === 2 && step === 'properties' && !required.includes(name as string)
}

function propertiesOf({ properties }: JsonObject): Record<string, Json> {
  return isObject(properties) ? properties : {}
}
