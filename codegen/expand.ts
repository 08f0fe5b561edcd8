import { createHash } from 'node:crypto'
import {
  at,
  emptyInput,
  isObject,
  media,
  requestSchema,
  resultSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Source,
} from './model.ts'
import { dataSchema, type Place } from './dry-run.ts'
import { NamedSchemas, typeName } from './naming.ts'
import { queryType } from './query-type.ts'
import { mapSchema, refNames, resolveRef, rewrite } from './schema.ts'
import { patterns, text } from '../src/validation/formats.ts'

const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
const readErrors = [
  'ValidationFailed',
  'Unauthenticated',
  'Forbidden',
  'NotFound',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'RateLimited',
  'Internal',
  'Unavailable',
]
const writeErrors = [...readErrors, 'Conflict']
/** What a request without a body cannot meet. */
const ofBodies = ['PayloadTooLarge', 'UnsupportedMediaType']
const sessionErrors = [
  'ValidationFailed',
  'Unauthenticated',
  'Forbidden',
  'PayloadTooLarge',
  'UnsupportedMediaType',
  'RateLimited',
  'Internal',
  'Unavailable',
]

/**
 * The published document: what the files say, plus what is the same for all: the GET twin of a read action,
 * `dry_run`, `Idempotency-Key`, the `{data}` envelope, response headers and error responses.
 */
export function expandContract(contract: Contract): JsonObject {
  const base = contract.base.value
  const components: JsonObject = { ...(base['components'] as JsonObject) }
  const inputs = inputComponents(contract)
  for (const [kind, files] of contract.components)
    components[kind] = Object.fromEntries(
      [...files].map(([name, { value }]) => [
        name,
        kind !== 'schemas' ? value : inputs.has(name) ? showTextRule(value) : opened(value),
      ]),
    )
  components['responses'] = errorResponses(contract)
  const named = new NamedSchemas(contract)
  const paths = Object.fromEntries(
    contract.sources.map((source) => [source.url, pathItem(contract, source, named)]),
  )
  components['schemas'] = { ...(components['schemas'] as JsonObject), ...named.schemas }
  const document = rewrite({ ...base, paths, components }, showFormat) as JsonObject
  return { ...document, info: { ...(base['info'] as JsonObject), version: buildOf(document) } }
}

/**
 * The build as an opaque number: another document, another number. Only digits, because generators make it the version
 * of the package they write, and package managers refuse most other text.
 */
function buildOf(document: JsonObject): string {
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex')
  return BigInt(`0x${hash.slice(0, 12)}`).toString()
}

function pathItem(contract: Contract, source: Source, named: NamedSchemas): JsonObject {
  const post =
    source.kind === 'session'
      ? sessionOperation(contract, source, named)
      : actionOperation(contract, source, named)
  if (source.operation['x-class'] !== 'read') return { post }
  return { get: getTwin(contract, source, post), post }
}

function actionOperation(contract: Contract, source: Source, named: NamedSchemas): JsonObject {
  const { operation } = source
  const write = operation['x-class'] !== 'read'
  const access = operation['x-access'] as JsonObject
  const parameters: Json[] = write
    ? [component('parameters', 'DryRun'), component('parameters', 'IdempotencyKey')]
    : []
  const headers = ['X-Request-Id', ...rateHeaders, ...(write ? ['Dry-Run'] : [])]
  if (operation['x-retry'] === 'replay') headers.push('Idempotent-Replayed')
  return {
    ...operation,
    operationId: source.id,
    description: `${String(operation['description']).trim()}\n\n${rules(operation)}`,
    security: access['web_only'] ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }],
    ...(write && { parameters }),
    requestBody: requestBody(source, named),
    responses: {
      '200': success(source, dataSchema(contract, source, nameCopies(source, named)), headers, named),
      ...errors(contract, write ? writeErrors : readErrors),
    },
  }
}

/** Beside a format of ours the pattern it follows. */
function showFormat(schema: JsonObject): JsonObject {
  const { type, format, pattern } = schema
  const known = (patterns as Record<string, string>)[String(format)]
  return known !== undefined && pattern === undefined && [type].flat().includes('string')
    ? { ...schema, pattern: known }
    : schema
}

/** What may stand in a free text of the input; a description alone would not reach generated clients and tests. */
function showTextRule(schema: Json): Json {
  return mapSchema(schema, (one) => {
    const free = !['format', 'pattern', 'enum', 'const'].some((key) => key in one)
    if (!free || ![one['type']].flat().includes('string')) return one
    return { ...one, pattern: one['minLength'] ? text.filled : text.any }
  })
}

/**
 * What an answer is made of, as it is promised: within v1 more properties may come (spec gaps 7), so no client may
 * refuse them. We ourselves hold our answers to the closed form.
 */
function opened(schema: Json): Json {
  return mapSchema(schema, (one) => {
    if (one['additionalProperties'] !== false) return one
    const { additionalProperties: _closed, ...rest } = one
    return rest
  })
}

/** The names of the schemas that inputs are made of, found from the actions down. */
function inputComponents(contract: Contract): Set<string> {
  const found = new Set<string>()
  const follow = (schema: Json) => {
    for (const name of refNames(schema)) {
      if (found.has(name)) continue
      found.add(name)
      follow(contract.components.get('schemas')?.get(name)?.value ?? null)
    }
  }
  for (const source of contract.sources) follow(requestSchema(source))
  return found
}

/** The access, class and retry rules in words, so that the reference page shows them. */
function rules(operation: JsonObject): string {
  const { manage, me, web_only: webOnly } = operation['x-access'] as JsonObject
  const who = [
    manage === 'any' && 'any manage role',
    Array.isArray(manage) && `manage: ${manage.join(', ')}`,
    me && 'me: anyone',
  ].filter(Boolean)
  const facts = [
    `**Class** ${String(operation['x-class'])}`,
    `**Who** ${who.join('; ')}${webOnly ? ' (web app only)' : ''}`,
  ]
  if (operation['x-retry']) facts.push(`**Retry** ${String(operation['x-retry'])}`)
  return facts.join(' · ')
}

function sessionOperation(contract: Contract, source: Source, named: NamedSchemas): JsonObject {
  return {
    ...source.operation,
    operationId: source.id,
    security: [],
    parameters: [component('parameters', 'Origin')],
    requestBody: requestBody(source, named),
    responses: {
      '200': success(source, resultSchema(source), ['X-Request-Id'], named),
      ...errors(contract, sessionErrors),
    },
  }
}

function requestBody(source: Source, named: NamedSchemas): JsonObject {
  const written = source.operation['requestBody'] as JsonObject | undefined
  const example = written ? (media(written)?.['example'] as Json) : {}
  const schema = requestSchema(source)
  const input = isObject(schema['properties'])
    ? named.add(`${typeName(source.id)}Input`, showTextRule(schema), source)
    : named.add('NoInput', { description: 'Nothing: send `{}`.', ...emptyInput }, source)
  return { required: true, ...written, content: json(input, example) }
}

function success(source: Source, data: Json, headers: string[], named: NamedSchemas): JsonObject {
  const written = at(source.operation, 'responses', '200') as JsonObject
  const result = isObject(at(data, 'properties'))
    ? named.add(`${typeName(source.id)}Result`, opened(data), source)
    : opened(data)
  const schema = named.add(
    `${typeName(source.id)}Envelope`,
    {
      type: 'object',
      required: ['data'],
      properties: { data: result },
    },
    source,
  )
  return {
    description: written['description'] as string,
    headers: {
      ...Object.fromEntries(headers.map((name) => [name, component('headers', name)])),
      ...(written['headers'] as JsonObject | undefined),
    },
    content: json(schema, { data: media(written)?.['example'] as Json }),
  }
}

/** Each copy below the result is a component of its own: `OrgPeopleHirePerson`. */
function nameCopies(source: Source, named: NamedSchemas): Place {
  return (name, copy) => named.add(`${typeName(source.id)}${name}`, opened(copy), source)
}

function getTwin(contract: Contract, source: Source, post: JsonObject): JsonObject {
  const { requestBody: _body, parameters: _parameters, responses: _responses, ...rest } = post
  const schema = showTextRule(resolveRef(contract, requestSchema(source))) as JsonObject
  const required = (schema['required'] as string[] | undefined) ?? []
  const parameters = Object.entries((schema['properties'] as JsonObject | undefined) ?? {}).map(
    ([name, property]) => {
      const { description } = resolveRef(contract, property as JsonObject)
      const shape =
        queryType(contract, property as JsonObject) === 'json'
          ? { content: { 'application/json': { schema: property as Json } } }
          : { schema: property as Json }
      return {
        name,
        in: 'query',
        required: required.includes(name),
        ...(description !== undefined && { description }),
        ...shape,
      }
    },
  )
  return {
    ...rest,
    operationId: `get_${source.id}`,
    summary: `${String(post['summary'])} (GET)`,
    ...(parameters.length > 0 && { parameters }),
    responses: {
      '200': at(post, 'responses', '200') as Json,
      ...errors(
        contract,
        readErrors.filter((name) => !ofBodies.includes(name)),
      ),
    },
  }
}

function errorResponses(contract: Contract): JsonObject {
  const files = contract.components.get('responses') ?? new Map()
  return Object.fromEntries(
    [...files].map(([name, file]) => {
      const { 'x-status': _status, 'x-codes': _codes, ...response } = file.value as JsonObject
      const rated =
        name === 'Unauthenticated'
          ? {}
          : Object.fromEntries(rateHeaders.map((header) => [header, component('headers', header)]))
      return [name, { ...response, headers: { ...(response['headers'] as JsonObject), ...rated } }]
    }),
  )
}

function errors(contract: Contract, names: string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [status(contract, name), component('responses', name)]))
}

function status(contract: Contract, name: string): string {
  return String(contract.components.get('responses')?.get(name)?.value['x-status'])
}

function json(schema: Json, example: Json): JsonObject {
  return { 'application/json': { schema, example } }
}

function component(kind: string, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}
