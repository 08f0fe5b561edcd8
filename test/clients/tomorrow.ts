import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A schema of the published document, with the keywords that answers use. */
interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  'x-extensible-enum'?: string[]
}

export interface Document {
  paths: Record<string, Record<string, { responses?: Record<string, unknown> } | undefined>>
}

/** What the service answers one day in place of each value that it may add to, and as a property that it may add. */
export const valueOfTomorrow = 'value_of_tomorrow'
export const propertyOfTomorrow = 'property_of_tomorrow'

/**
 * The answer as a later version of the service may give it: each text whose values are open has a value that the document
 * does not know, and each object a property that it does not know.
 */
export function asOfTomorrow(document: Document, schema: Schema, value: unknown): unknown {
  const here = resolve(document, schema)
  if (here.anyOf) return here.anyOf.reduce((now, choice) => asOfTomorrow(document, choice, now), value)
  if (typeof value === 'string') return here['x-extensible-enum'] ? valueOfTomorrow : value
  if (Array.isArray(value))
    return here.items ? value.map((item) => asOfTomorrow(document, here.items!, item)) : value
  if (typeof value !== 'object' || value === null || !here.properties) return value
  const changed = Object.entries(value).map(([name, inner]) => {
    const property = here.properties![name]
    return [name, property ? asOfTomorrow(document, property, inner) : inner]
  })
  return { ...Object.fromEntries(changed), [propertyOfTomorrow]: true }
}

function resolve(document: Document, schema: Schema): Schema {
  const { $ref, ...siblings } = schema
  if ($ref === undefined) return schema
  return { ...resolve(document, at(document, $ref) as Schema), ...siblings }
}

function at(document: Document, ref: string): unknown {
  const steps = ref.slice(2).split('/')
  return steps.reduce<unknown>((here, step) => (here as Record<string, unknown>)[step], document)
}

/** The schema of the operation's answer 200; undefined when there is no such operation. */
export function answerSchema(document: Document, method: string, path: string): Schema | undefined {
  const response = document.paths[path]?.[method.toLowerCase()]?.responses?.['200'] as
    { content: { 'application/json': { schema: Schema } } } | undefined
  return response?.content['application/json'].schema
}

/** Passes calls on to the server, and answers what it answers, as of tomorrow. */
export async function serveTomorrow(
  document: Document,
  target: string,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const answer = async () => {
      const { method = 'GET', url = '/', headers } = request
      const body = await buffer(request)
      const answered = await fetch(new URL(url, target), {
        method,
        headers: [
          ['authorization', headers.authorization ?? ''],
          ['content-type', headers['content-type'] ?? 'application/json'],
        ],
        ...(method === 'POST' && { body }),
      })
      const schema = answerSchema(document, method, new URL(url, target).pathname)
      const text = await answered.text()
      const now =
        answered.status === 200 && schema
          ? JSON.stringify(asOfTomorrow(document, schema, JSON.parse(text)))
          : text
      const kept = [...answered.headers].filter(
        ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection|keep-alive)$/.test(name),
      )
      response.writeHead(answered.status, Object.fromEntries(kept)).end(now)
    }
    answer().catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
