import { problemAt } from './check-schemas.ts'
import { isFreeText } from './expand/patterns.ts'
import { dataSchema } from './redaction.ts'
import {
  requestSchema,
  resultSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Path,
  type SourceFile,
} from './model.ts'
import type { Problem } from './problems.ts'
import { componentsBelow, eachSchema } from './schema.ts'

/**
 * `x-lines` marks free texts and nothing else: `many` any of them, `cells` one that is a property of the input itself. And a component with a free text belongs to inputs or to results,
 * never to both: inputs are checked with the pattern of the text, and rows from before that pattern must still be shown.
 */
export function checkTexts(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const inputs = componentsBelow(contract, contract.sources.map(requestSchema))
  const results = componentsBelow(contract, contract.sources.map(resultSchema))
  for (const source of contract.sources)
    for (const [schema, place] of [
      [requestSchema(source), ['requestBody']],
      [dataSchema(source), ['responses', '200']],
    ] as [Json, string[]][])
      look(source, schema, ['post', ...place, 'content', 'application/json', 'schema'], problems)
  for (const [name, file] of contract.components.get('schemas') ?? [])
    look(file, file.value, [], problems, inputs.has(name) && results.has(name))
  return problems
}

function look(file: SourceFile, schema: Json, start: Path, problems: Problem[], inBoth = false): void {
  eachSchema(schema, (one, path) => {
    const isProperty = start.length > 0 && path.length === 2 && path[0] === 'properties'
    const message = problemOf(one, isProperty, inBoth)
    if (message !== undefined) problems.push(problemAt(file, [...start, ...path], message))
  })
}

function problemOf(schema: JsonObject, isProperty: boolean, inBoth: boolean): string | undefined {
  const lines = schema['x-lines']
  const isKnown = lines === 'many' || (lines === 'cells' && isProperty)
  if (lines !== undefined && !(isKnown && isFreeText(schema)))
    return (
      'x-lines is many, on a text without format, pattern or choices, or cells, on such a property of an input itself; ' +
      'without it, a text has one line'
    )
  return inBoth && isFreeText(schema)
    ? 'this text is part of inputs and of results: give each a component of its own, because old rows may not fit'
    : undefined
}
