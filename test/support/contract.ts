import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '../../src/validation/formats.ts'

interface Operation {
  operationId: string
  summary: string
  'x-class'?: 'read' | 'write' | 'destructive'
  'x-retry'?: 'replay' | 'no-store'
  'x-access'?: { manage?: 'any' | string[]; me?: true; web_only?: true; while_paused?: true }
  parameters?: object[]
  requestBody?: { content: { 'application/json': { schema: object; example: Record<string, unknown> } } }
  responses: Record<string, object>
}

/** The published document, as an integrator reads it. Nothing here comes from the server's own code. */
const text = readFileSync('openapi/published/openapi.json', 'utf8')
export const document = JSON.parse(text) as {
  info: { version: string }
  paths: Record<string, { get?: Operation; post?: Operation }>
  components: Record<string, Record<string, object>>
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

const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
// Clients must expect more properties in answers; today's answers have none that the document does not tell of.
const closed = JSON.parse(text, (_key, value: { properties?: object } | null) =>
  value?.properties && !('additionalProperties' in value) ? { ...value, additionalProperties: false } : value,
) as object
ajv.addSchema({ $id: 'doc:', ...closed })
const compiled = new Map<string, ValidateFunction>()

/** What a test run saw, for the checks at its end. */
export const seen = {
  succeeded: new Set<string>(),
  /** `operationId status code` */
  codes: new Set<string>(),
}

interface Resolved {
  headers?: Record<string, { $ref?: string; required?: boolean }>
  content?: { 'application/json'?: { schema: object } }
}

/**
 * Holds a response to the document: the status is documented for the operation, the body fits its schema, required
 * headers are there. Throws with the operation and what differs.
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
  const code = (body as { error?: { code: string } }).error?.code
  if (status === 200) seen.succeeded.add(id)
  else seen.codes.add(`${id} ${status} ${code}`)
}

/** An answer outside the document's operations: still in the error shape. */
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
