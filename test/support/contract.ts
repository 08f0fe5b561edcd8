import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '../../src/validation/formats.ts'
import { differencesToExamples, type Refusal } from './error-examples.ts'
import { seen } from './seen.ts'

interface Operation {
  operationId: string
  summary: string
  'x-class'?: 'read' | 'write' | 'destructive'
  'x-recorded'?: boolean
  'x-retry'?: 'replay' | 'no-store'
  'x-access'?: { manage?: 'any' | string[]; me?: true; web_only?: true; while_paused?: true }
  /** The refusals of the action: `code` is the code in `details`, `error` the top-level code. */
  'x-errors'?: { code: string; error: string; message: string; record?: string }[]
  /** Types of the events that a call may emit. */
  'x-row-errors'?: { code: string; message: string }[]
  'x-warnings'?: { code: string; message: string; record?: string }[]
  'x-events'?: string[]
  parameters?: object[]
  requestBody?: { content: { 'application/json': { schema: object; example: Record<string, unknown> } } }
  responses: Record<string, object>
}

/** The published document, as clients read it. Nothing here comes from the code of the server. */
const text = readFileSync('openapi/published/openapi.json', 'utf8')
export const document = JSON.parse(text) as {
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, { get?: Operation; post?: Operation }>
  components: Record<string, Record<string, object>>
  /** Type of event → what is sent to subscribers. */
  webhooks?: Record<
    string,
    {
      post: {
        requestBody: { content: { 'application/json': { schema: object; example: { data: object } } } }
      }
    }
  >
}

/**
 * The text of a subject of the guide, such as `Limits`.
 *
 * @throws Error when the guide has no such subject
 */
export function guide(subject: string): string {
  const tag = document.tags.find(({ name }) => name === subject)
  if (!tag) throw new Error(`The guide has no ${subject}`)
  return tag.description
}

/** A schema that answers of later versions may go beyond. */
interface Open {
  type?: string | string[]
  properties?: object
  'x-extensible-enum'?: string[]
}

export interface ActionEntry {
  id: string
  path: string
  operation: Operation
}

/** Every action of the document, by operation id. */
export const contractActions: Record<string, ActionEntry> = Object.fromEntries(
  Object.entries(document.paths)
    .filter(([path, item]) => path.startsWith('/v1/') && item.post)
    .map(([path, { post }]) => [post!.operationId, { id: post!.operationId, path, operation: post! }]),
)

// The type and the range of a number say all that its format does.
const sizes = { int32: true, int64: true, double: true } as const
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { ...formats, ...sizes },
  // Two thousand answers have a schema, and most are seen a few times: each component is compiled once, and quickly.
  inlineRefs: false,
  code: { optimize: false },
})
// Clients must expect more properties and values in answers. But answers of this version must not have any that the
// document does not tell, so its schemas are closed here.
const closed = JSON.parse(text, (_key, value: Open | null) => {
  if (value?.properties && !('additionalProperties' in value))
    return { ...value, additionalProperties: false }
  const values = value?.['x-extensible-enum']
  return values ? { ...value, enum: value.type === 'string' ? values : [...values, null] } : value
}) as object
ajv.addSchema({ $id: 'doc:', ...closed })
const compiled = new Map<string, ValidateFunction>()

/** Codes of details that every action may answer. All others are names that the action declares (`x-errors`). */
const generalCodes = new Set(
  Object.keys(
    (document.components['schemas']!['ErrorDetail'] as { properties: { code: Record<string, object> } })
      .properties.code['x-general-codes']!,
  ),
)

interface Resolved {
  headers?: Record<string, { $ref?: string; required?: boolean }>
  content?: { 'application/json'?: { schema: object } }
}

/**
 * Checks a response against the document: the operation has this status, the body is valid against its schema, and the
 * required headers are there.
 *
 * @throws Error that names the operation and the difference
 */
export function checkResponse(
  method: string,
  path: string,
  status: number,
  headers: Headers,
  body: unknown,
): void {
  const item = document.paths[path]
  const operation = method === 'GET' ? item?.get : method === 'POST' ? item?.post : undefined
  if (!operation) return checkError(status, body, `${method} ${path}`)
  const where = `${operation.operationId} ${status}`
  const response = resolve(operation.responses[String(status)]) as Resolved | undefined
  if (!response) throw new Error(`${where} is not documented; the body was ${JSON.stringify(body)}`)
  const schema = response.content?.['application/json']?.schema
  if (schema) validate(where, pointer(operation, path, method, status), body)
  for (const [name, header] of Object.entries(response.headers ?? {}))
    if ((resolve(header) as { required?: boolean }).required && !headers.has(name))
      throw new Error(`${where}: the header ${name} is missing`)
  const id = operation.operationId.replace(/^get_/, '')
  if (status < 300) {
    noteWarnings(id, operation, body)
    noteRowErrors(id, operation, body)
    return void seen.succeeded.add(id)
  }
  const { error } = body as { error: Refusal | string }
  // OAuth answers in a form of its own, which the schema has told.
  if (typeof error !== 'string') noteRefusal(id, operation, status, error)
}

/** Notes the warnings of an answer, which the action must declare. */
function noteWarnings(id: string, operation: Operation, body: unknown): void {
  const own = new Set(operation['x-warnings']?.map(({ code }) => code))
  if (own.size === 0) return
  const { data } = body as { data: { warnings?: unknown[]; notes?: unknown[] } }
  for (const { code } of (data.notes ?? data.warnings ?? []) as { code: string }[]) {
    if (!own.has(code)) throw new Error(`${id} warns with ${code}, which its x-warnings do not name`)
    seen.codes.add(`${id} ${code}`)
  }
}

/** Notes the problems with the rows of a file: the action declares them, or org/setup.apply does. */
function noteRowErrors(id: string, operation: Operation, body: unknown): void {
  const own = new Set(operation['x-row-errors']?.map(({ code }) => code))
  if (own.size === 0) return
  const ofSetup = new Set(contractActions['org_setup_apply']!.operation['x-errors']!.map(({ code }) => code))
  const { data } = body as { data: { row_errors: { code: string }[] } }
  for (const { code } of data.row_errors) {
    if (own.has(code)) seen.codes.add(`${id} ${code}`)
    else if (!ofSetup.has(code) && !generalCodes.has(code))
      throw new Error(`${id} tells a row of ${code}, which neither its x-row-errors nor org_setup_apply name`)
  }
}

function noteRefusal(id: string, operation: Operation, status: number, refusal: Refusal): void {
  const { code, details = [] } = refusal
  const own = new Set(operation['x-errors']?.map((one) => one.code))
  for (const detail of details)
    if (!own.has(detail.code) && !generalCodes.has(detail.code))
      throw new Error(
        `${id} refuses with ${detail.code}, which its x-errors do not name: ${JSON.stringify(details)}`,
      )
  const differences = contractActions[id] ? differencesToExamples(contractActions[id], status, refusal) : []
  if (differences.length > 0) throw new Error(`${id} ${status}: ${differences.join('; ')}`)
  seen.codes.add(`${id} ${status} ${code}`)
  for (const detail of details) if (own.has(detail.code)) seen.codes.add(`${id} ${detail.code}`)
}

/** Checks the payload of an event against the schema of `data` in its webhook, and notes its type as seen. */
export function checkEvent(type: string, payload: unknown): void {
  const webhook = document.webhooks?.[type]
  if (!webhook)
    throw new Error(`The event ${type} was written, but is not among the webhooks of the document.`)
  const body = resolve(webhook.post.requestBody.content['application/json'].schema) as {
    properties: { data: { $ref: string } }
  }
  validate(`the event ${type}`, body.properties.data.$ref, payload)
  seen.events.add(type)
}

/** The example of the data of an event. */
export function exampleOfEvent(type: string): object {
  return document.webhooks![type]!.post.requestBody.content['application/json'].example.data
}

/** Checks the body of a webhook. */
export function checkBody(type: string, body: unknown): void {
  const webhook = document.webhooks?.[type]
  if (!webhook) throw new Error(`${type} was sent, but is not among the webhooks of the document.`)
  const schema = webhook.post.requestBody.content['application/json'].schema as { $ref: string }
  validate(`the webhook ${type}`, schema.$ref, body)
}

/** Checks an answer that belongs to no operation of the document: errors must have the usual form there, too. */
function checkError(status: number, body: unknown, where: string): void {
  if (status >= 400) validate(`${where} ${status}`, '#/components/schemas/ErrorResponse', body)
}

function pointer(operation: Operation, path: string, method: string, status: number): string {
  const response = operation.responses[String(status)] as { $ref?: string }
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1')
  const base = response.$ref ?? `#/paths/${escaped}/${method.toLowerCase()}/responses/${status}`
  return `${base}/content/application~1json/schema`
}

function validate(where: string, ref: string, body: unknown): void {
  let check = compiled.get(ref)
  if (!check) compiled.set(ref, (check = ajv.compile({ $ref: `doc:${ref}` })))
  if (check(body)) return
  throw new Error(
    `${where} breaks the contract: ${ajv.errorsText(check.errors)}\n${JSON.stringify(body, null, 2).slice(0, 2000)}`,
  )
}

/** Follows a reference within the document. */
export function resolve(value: object | undefined): object | undefined {
  const ref = (value as { $ref?: string } | undefined)?.$ref
  if (ref === undefined) return value
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((here, key) => (here as Record<string, unknown>)[key], document) as object
}
