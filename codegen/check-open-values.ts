import { eventTypes } from './catalogue.ts'
import { problemAt } from './check-schemas.ts'
import { inputComponents } from './expand/answers.ts'
import { closedValues, maxValue } from './expand/open-values.ts'
import { resultSchema, type Contract, type Json, type Path, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { componentsBelow, eachSchema } from './schema.ts'

/**
 * Lists of values can be open in answers: the values are as short as the document promises for later ones, too, and no
 * object with such a list is part of both inputs, where lists are closed, and answers.
 */
export function checkOpenValues(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const inputs = inputComponents(contract)
  const results = contract.sources.map(resultSchema)
  const events = eventTypes(contract).map(({ dataName }) => ({ $ref: `#/components/schemas/${dataName}` }))
  const check = (file: SourceFile, start: Path, schema: Json, isShared: boolean) =>
    eachSchema(schema, (object, path) => {
      const report = (message: string) => problems.push(problemAt(file, [...start, ...path], message))
      const values = closedValues(contract, object)?.['enum'] as string[] | undefined
      const long = Array.isArray(object['enum']) && values?.find((value) => value?.length > maxValue)
      if (long) report(`${long} is longer than ${maxValue} characters, which no value of an answer is`)
      if (values && isShared && path.length > 0)
        report(
          'this object is in inputs and in answers: only if each has its own can values be added to answers',
        )
    })
  for (const [index, source] of contract.sources.entries())
    check(
      source,
      ['post', 'responses', '200', 'content', 'application/json', 'schema'],
      results[index]!,
      false,
    )
  for (const name of componentsBelow(contract, [...results, ...events])) {
    const file = contract.components.get('schemas')?.get(name)
    if (file) check(file, [], file.value, inputs.has(name))
  }
  return problems
}
