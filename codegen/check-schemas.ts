import { at, isObject, media, requestSchema, resultSchema, type Contract, type Json, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { ajvSchema, createAjv, registerComponents } from './ajv.ts'

/**
 * Every object is closed, every reference leads somewhere, every schema compiles and every example is valid
 * against its schema.
 */
export function checkSchemas(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const schemas = contract.components.get('schemas') ?? new Map<string, SourceFile>()
  for (const file of schemas.values()) checkShape(contract, file, [], problems)
  for (const source of contract.sources) checkShape(contract, source, ['post'], problems)
  if (problems.length > 0) return problems
  return checkExamples(contract)
}

function checkShape(contract: Contract, file: SourceFile, start: string[], problems: Problem[]): void {
  const walk = (value: Json | undefined, path: (string | number)[]): void => {
    const report = (message: string) => problems.push({ file: file.file, line: file.lineOf(path), message })
    if (Array.isArray(value)) return value.forEach((item, index) => walk(item, [...path, index]))
    if (!isObject(value)) return
    const ref = value['$ref']
    const [, kind, name] = /^#\/components\/([a-z]+)\/([A-Za-z-]+)$/.exec(typeof ref === 'string' ? ref : '') ?? []
    if (ref !== undefined && !contract.components.get(kind ?? '')?.has(name ?? ''))
      report(`${JSON.stringify(ref)} leads nowhere`)
    const type = value['type']
    const object = type === 'object' || (Array.isArray(type) && type.includes('object'))
    if (object && value['additionalProperties'] === undefined)
      report('the object is open: say additionalProperties: false, or what a map holds')
    for (const key of (value['required'] as string[] | undefined) ?? [])
      if (object && !(key in ((value['properties'] as object | undefined) ?? {})))
        report(`required names ${key}, which is not a property`)
    for (const [key, item] of Object.entries(value))
      if (key !== 'example' && key !== 'examples' && key !== 'default') walk(item, [...path, key])
  }
  walk(start.length ? (file.value[start[0] as string] as Json) : file.value, start)
}

function checkExamples(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const ajv = createAjv()
  registerComponents(ajv, contract)
  for (const source of contract.sources) {
    const check = (what: string, path: string[], schema: Json, example: Json | undefined) => {
      const report = (message: string) => problems.push({ file: source.file, line: source.lineOf(['post', ...path]), message })
      try {
        const validate = ajv.compile(ajvSchema(schema))
        if (example === undefined || validate(structuredClone(example))) return
        const [error] = validate.errors ?? []
        report(`the ${what} example is not valid: ${error?.instancePath || 'it'} ${error?.message}`)
      } catch (error) {
        report(`the ${what} schema does not compile: ${(error as Error).message}`)
      }
    }
    const body = source.operation['requestBody']
    check('request', ['requestBody', 'content', 'application/json', 'example'], requestSchema(source), media(body)?.['example'])
    const answer = media(at(source.operation, 'responses', '200'))
    check('result', ['responses', '200', 'content', 'application/json', 'example'], resultSchema(source), answer?.['example'])
  }
  return problems
}
