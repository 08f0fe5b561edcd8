import { problemAt } from './check-schemas.ts'
import { at, isObject, type Contract, type Json, type JsonObject } from './model.ts'
import { typeName } from './naming.ts'
import type { Problem } from './problems.ts'
import { refName } from './schema.ts'

/** Generators add these to the name of a property's type: of a list's entries, a map's values, a choice, a list of values. */
const suffixes = ['', 'Inner', 'Item', 'Value', 'AnyOf', 'Enum']

/**
 * No component of the published document has the name that generators derive for the type of a property: `Unit` with the
 * property `kind` makes a `UnitKind`. A property that only refers to the component of that name needs no type of its own.
 */
export function checkPublishedNames(contract: Contract, document: JsonObject): Problem[] {
  const schemas = at(document, 'components', 'schemas') as JsonObject
  const byName = new Map(Object.keys(schemas).map((name) => [name.toLowerCase(), name]))
  const problems: Problem[] = []
  const check = (owner: string, schema: Json | undefined) => {
    if (!isObject(schema)) return
    for (const [name, property] of Object.entries((schema['properties'] as JsonObject | undefined) ?? {})) {
      const derived = owner + typeName(name)
      for (const suffix of suffixes) {
        const taken = byName.get((derived + suffix).toLowerCase())
        if (taken === undefined || refName(property) === taken) continue
        const file = contract.components.get('schemas')?.get(taken) ?? contract.base
        problems.push(
          problemAt(
            file,
            [],
            `generators call the type of ${name} in ${owner} ${taken}: rename this component`,
          ),
        )
      }
      check(derived, property)
    }
    for (const inner of [schema['items'], schema['additionalProperties'], ...[schema['anyOf'] ?? []].flat()])
      check(owner, inner)
  }
  for (const [name, schema] of Object.entries(schemas)) check(name, schema)
  return problems
}
