import { problemAt } from './check-schemas.ts'
import { isObject, requestSchema, type Contract, type Json, type JsonObject, type Path } from './model.ts'
import type { Problem } from './problems.ts'
import { eachSchema, resolveRef } from './schema.ts'

/**
 * `x-only-with` names one other property of the same object and the one value of it with which a property is given, and
 * then always: so the property is not required, and the other one has a list of values with this one.
 */
export function checkOnlyWith(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const files = [
    ...contract.sources.map((file) => ({ file, schema: requestSchema(file), at: bodyPath })),
    ...[...(contract.components.get('schemas')?.values() ?? [])].map((file) => ({
      file,
      schema: file.value as Json,
      at: [] as Path,
    })),
  ]
  for (const { file, schema, at } of files)
    eachSchema(schema, (one, path) => {
      for (const [name, property] of Object.entries(propertiesOf(one))) {
        const wanted = isObject(property) ? property['x-only-with'] : undefined
        if (wanted === undefined || isRight(contract, one, name, wanted)) continue
        problems.push(
          problemAt(
            file,
            [...at, ...path, 'properties', name],
            'x-only-with is { name: value } of one other property of this object, which lists that value; and this property ' +
              'is not required',
          ),
        )
      }
    })
  return problems
}

const bodyPath = ['post', 'requestBody', 'content', 'application/json', 'schema']

const propertiesOf = (schema: JsonObject): JsonObject =>
  isObject(schema['properties']) ? schema['properties'] : {}

function isRight(contract: Contract, around: JsonObject, name: string, wanted: Json): boolean {
  const [[other, value] = [], ...more] = isObject(wanted) ? Object.entries(wanted) : []
  if (other === undefined || other === name || more.length > 0) return false
  const property = propertiesOf(around)[other]
  const values = isObject(property) ? resolveRef(contract, property)['enum'] : undefined
  const required = (around['required'] as string[] | undefined) ?? []
  return Array.isArray(values) && values.includes(value as string) && !required.includes(name)
}
