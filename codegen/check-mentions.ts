import { problemAt } from './check-schemas.ts'
import {
  at,
  isObject,
  type Contract,
  type Json,
  type JsonObject,
  type Path,
  type SourceFile,
} from './model.ts'
import type { Problem } from './problems.ts'
import { eachSchema, refName, resolveRef } from './schema.ts'

/** Properties with such names hold the id of a person, or a person. */
const idOfPerson = /(^|_)(person|manager)_id$/
const person = /(^|_)(person|manager|head|by)$/

/**
 * A property that holds the id of a person says so (`x-id: person`), because erasing a person finds by it what names
 * them. A person in an answer or an event is a NamedPerson or a PersonRef, never an IdName, whose id may be of anything.
 */
export function checkMentions(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const check = (file: SourceFile, start: Path, schema: Json | undefined) =>
    eachSchema(schema ?? null, ({ properties }, path) => {
      if (!isObject(properties)) return
      for (const [name, property] of Object.entries(properties)) {
        const message = mistake(contract, name, property)
        if (message) problems.push(problemAt(file, [...start, ...path, 'properties', name], message))
      }
    })
  for (const file of contract.components.get('schemas')?.values() ?? []) check(file, [], file.value)
  for (const source of contract.sources)
    for (const place of [['requestBody'], ['responses', '200']]) {
      const start = ['post', ...place, 'content', 'application/json', 'schema']
      check(source, start, at(source.value, ...start))
    }
  return problems
}

function mistake(contract: Contract, name: string, property: Json): string | undefined {
  if (!isObject(property)) return undefined
  const choices = [property, ...((property['anyOf'] as JsonObject[] | undefined) ?? [])]
  if (idOfPerson.test(name) && !choices.some((one) => resolveRef(contract, one)['x-id'] === 'person'))
    return `${name} names a person: say x-id: person, or refer to PersonId`
  if (person.test(name) && choices.some((one) => refName(one) === 'IdName'))
    return `${name} is a person: refer to NamedPerson, which says that its id names one`
  return undefined
}
