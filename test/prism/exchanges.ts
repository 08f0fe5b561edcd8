import { readFileSync } from 'node:fs'

type Json = Record<string, any>

/** The published document: what integrators give to a server that mocks us. */
export const document = JSON.parse(readFileSync('openapi/published/openapi.json', 'utf8')) as Json

/** A call that the document shows, and one of the answers that it shows to that. */
export interface Exchange {
  method: 'GET' | 'POST'
  path: string
  /** The input; of a GET, it goes into the query. */
  input: Json
  /** Where the schema of the input is in the document; undefined for a GET. */
  inputSchema: object | undefined
  headers: Record<string, string>
  status: string
  /** The name of the example, where an answer has several. */
  name: string | undefined
  answer: unknown
  answerSchema: object
}

/** The addresses of calls in JSON. Browsers are only sent to some others, and other standards define the rest. */
export const calls: [path: string, item: Json][] = Object.entries(
  document['paths'] as Record<string, Json>,
).filter(([path, item]) => /^\/(v1|auth)\//.test(path) && item['post'])

/** Every answer of every call, each with the example of that. */
export function exchanges(): Exchange[] {
  return calls.flatMap(([path, item]) =>
    Object.keys(item).flatMap((method) => ofOperation(path, method as 'get' | 'post')),
  )
}

function ofOperation(path: string, method: 'get' | 'post'): Exchange[] {
  const item = document['paths'][path] as Json
  const operation = item[method] as Json
  const body = item['post'].requestBody.content['application/json'] as { schema: object; example: Json }
  const call = {
    method: method.toUpperCase() as Exchange['method'],
    path,
    input: body.example,
    inputSchema: method === 'post' ? body.schema : undefined,
    headers: credential(operation['security'] as object[]),
  }
  return Object.entries(operation['responses'] as Json).flatMap(([status, response]) => {
    const json = resolve(response)['content']?.['application/json']
    if (!json) throw new Error(`${path}: the answer ${status} has no application/json`)
    return examplesOf(json).map(([name, answer]) => ({
      ...call,
      status,
      name,
      answer,
      answerSchema: json.schema as object,
    }))
  })
}

/** The examples of an answer, by name; a single one has none. */
function examplesOf({ example, examples }: Json): [name: string | undefined, value: unknown][] {
  if (examples) return Object.entries(examples as Json).map(([name, one]) => [name, resolve(one)['value']])
  return example === undefined ? [] : [[undefined, example]]
}

/** What a caller presents who may do this: the first credential that the operation names. */
function credential(security: object[]): Record<string, string> {
  const [scheme] = security.flatMap((one) => Object.keys(one))
  const { in: place, name } = (scheme ? document['components'].securitySchemes[scheme] : {}) as Json
  if (scheme === undefined) return {}
  return place === 'cookie' ? { Cookie: `${name}=example` } : { Authorization: 'Bearer example' }
}

/** Whatever a reference in the document refers to. Every reference must be to the document itself. */
export function resolve(node: Json): Json {
  if (node['$ref'] === undefined) return node
  const [start, ...steps] = String(node['$ref']).split('/')
  const target = steps.reduce<any>((at, step) => at?.[step], start === '#' ? document : undefined)
  if (target === undefined) throw new Error(`There is no ${node['$ref']}`)
  return resolve(target as Json)
}

/** The query of a GET: texts, numbers and booleans as they are, all else as JSON. */
export function queryOf(input: Json): string {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [name, text(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}
