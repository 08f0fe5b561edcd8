import { problemAt } from './check-schemas.ts'
import { isConvertible } from './emit/openapi-3.0-schema.ts'
import { requestSchema, resultSchema, type Contract, type Json, type Path, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { eachSchema } from './schema.ts'

/** The document is published in OpenAPI 3.0, too, so no schema has a keyword for which 3.0 has nothing. */
export function checkConvertible(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const check = (file: SourceFile, start: Path, schema: Json) =>
    eachSchema(schema, (object, path) => {
      for (const key of Object.keys(object))
        if (!isConvertible(key))
          problems.push(
            problemAt(
              file,
              [...start, ...path, key],
              `OpenAPI 3.0, in which the document is published, too, has nothing for ${key}`,
            ),
          )
    })
  const content = ['content', 'application/json', 'schema']
  for (const source of contract.sources) {
    check(source, ['post', 'requestBody', ...content], requestSchema(source))
    check(source, ['post', 'responses', '200', ...content], resultSchema(source))
  }
  for (const file of contract.components.get('schemas')?.values() ?? []) check(file, [], file.value)
  return problems
}
