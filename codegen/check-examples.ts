import type { ErrorObject } from 'ajv'
import { ajvSchema, createAjv } from './ajv.ts'
import { eventType } from './catalogue.ts'
import { problemAt, writtenAt } from './check-schemas.ts'
import {
  at,
  media,
  requestSchema,
  resultSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Path,
  type SourceFile,
} from './model.ts'
import type { Problem } from './problems.ts'
import { eachSchema, refNames } from './schema.ts'

/**
 * Every schema compiles in strict mode, and every example is valid against its schema. Call it after checkSchemas: it
 * expects that the targets of references exist.
 */
export function checkExamples(contract: Contract): Problem[] {
  const problems: Problem[] = []
  const ajv = createAjv()
  const components = contract.components.get('schemas') ?? new Map<string, SourceFile>()
  const broken = new Set<string>()

  const compile = (
    file: SourceFile,
    path: Path,
    schema: Json,
    build: () => ReturnType<typeof ajv.compile>,
  ) => {
    // A problem of a component is reported once, at the component.
    if ([...refNames(schema)].some((name) => broken.has(name))) return undefined
    try {
      return build()
    } catch (error) {
      const [message = ''] = (error as Error).message.split(', data/')
      problems.push(
        problemAt(file, [...path, ...placeIn(message, schema)], `the schema does not compile: ${message}`),
      )
      return undefined
    }
  }
  const check = (file: SourceFile, what: string, path: Path, schema: Json, example: Json | undefined) => {
    const validate = compile(file, [...path, 'schema'], schema, () => ajv.compile(ajvSchema(schema)))
    if (!validate || example === undefined || validate(structuredClone(example))) return
    const [error] = validate.errors ?? []
    const where = pointer(error?.instancePath ?? '')
    // Written here or in the named example: the line of the property itself tells, that of its object does not.
    const stranger = strangerIn(error)
    const place = [...path, 'example', ...where, ...stranger]
    const written = writtenAt(file, place)
    // A mistake of a named example is told once, in the same words wherever the example is used.
    const named = written.file !== file
    const subject = (named ? written.path.slice(0, written.path.length - stranger.length) : where).join('.')
    const says = [[subject, error?.message].filter(Boolean).join(' '), ...stranger].join(': ')
    problems.push(problemAt(file, place, `the ${named ? 'example' : what} is not valid: ${says}`))
  }

  for (const [name, file] of innermostFirst(components)) {
    const id = `/schemas/${name}`
    const build = () => ajv.addSchema({ ...ajvSchema(file.value), $id: id }).compile({ $ref: id })
    if (!compile(file, [], file.value, build)) broken.add(name)
  }
  for (const [type, file] of contract.events) {
    const { dataName, example } = eventType(type, file)
    if (components.get(dataName)?.file !== file.file) continue
    check(file, 'example', [], { $ref: `#/components/schemas/${dataName}` }, example)
  }
  for (const file of contract.components.get('responses')?.values() ?? []) {
    const { schema = {}, example, examples = {} } = media(file.value) ?? {}
    const place = ['content', 'application/json']
    check(file, 'example', place, schema, example)
    for (const [name, { value }] of Object.entries(examples as Record<string, JsonObject>))
      check(file, `example ${name}`, place, schema, value)
  }
  for (const source of contract.sources) {
    const json = ['content', 'application/json']
    const request = media(source.operation['requestBody'])
    check(
      source,
      'request example',
      ['post', 'requestBody', ...json],
      requestSchema(source),
      request?.['example'],
    )
    const answer = media(at(source.operation, 'responses', '200'))
    check(
      source,
      'result example',
      ['post', 'responses', '200', ...json],
      resultSchema(source),
      answer?.['example'],
    )
  }
  return problems
}

/** The name of a property that the schema of its object does not have, if that is the error. */
function strangerIn(error: ErrorObject | undefined): string[] {
  const { additionalProperty: name } = (error?.params ?? {}) as { additionalProperty?: string }
  return name === undefined ? [] : [name]
}

/** Components sorted so that each comes after those that it refers to. */
function innermostFirst(components: Map<string, SourceFile>): Map<string, SourceFile> {
  const sorted = new Map<string, SourceFile>()
  const started = new Set<string>()
  const add = (name: string) => {
    const file = components.get(name)
    if (!file || started.has(name)) return
    started.add(name)
    for (const inner of refNames(file.value)) add(inner)
    sorted.set(name, file)
  }
  for (const name of components.keys()) add(name)
  return sorted
}

/** The place in the schema that ajv's message is about, if the message tells. */
function placeIn(message: string, schema: Json): Path {
  const place =
    /at (?:path )?"(?:[^"#]*#|\/schemas\/[^/"]+)?(\/[^"]*)"|^schema is invalid: data(\/[^ ]*)/.exec(message)
  if (place) return pointer(place[1] ?? place[2] ?? '')
  const keyword = /unknown keyword: "([^"]+)"/.exec(message)?.[1]
  let found: Path = []
  if (keyword !== undefined)
    eachSchema(schema, (object, path) => {
      if (keyword in object) found = [...path, keyword]
    })
  return found
}

function pointer(text: string): Path {
  return text
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
