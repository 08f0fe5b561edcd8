import { AsyncLocalStorage } from 'node:async_hooks'
import { request } from 'undici'
import { RollcallError, createClient, type Client } from '../../src/client/index.ts'
import type { Day } from '../../src/domain/day.ts'
import type { Input, Result } from '../../src/actions/action.ts'
import type { ActionId } from '../../src/generated/actions.ts'
import { checkResponse, contractActions } from './contract.ts'

/** A refused call, as a client sees it. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly body: {
    error: {
      code: string
      message: string
      details?: { path: string; code: string; message: string; record_id?: string }[]
      activity_id?: string | null
    }
  }
  readonly headers: Headers

  constructor(status: number, body: CallError['body'], headers: Headers) {
    super(`${status} ${body.error.code}: ${body.error.message} ${JSON.stringify(body.error.details ?? [])}`)
    this.status = status
    this.code = body.error.code
    this.body = body
    this.headers = headers
  }

  /** The paths that the details name. */
  get paths(): string[] {
    return (this.body.error.details ?? []).map(({ path }) => path)
  }
}

export interface CallOptions {
  dryRun?: boolean
  idempotencyKey?: string
  headers?: Record<string, string>
}

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
  /** Parsed JSON, or undefined. */
  body: any
}

export type Credential = { kind: 'key'; secret: string } | { kind: 'web'; secret: string } | { kind: 'none' }
/** For clients, days are text. */
type Plain<T> = T extends Day ? string : T extends object ? { [K in keyof T]: Plain<T[K]> } : T
type Loose<T> = { [K in keyof T]?: Plain<T[K]> }

/** The input of an action as a client sends it: properties with a default may be left out. */
export type ClientInput<K extends ActionId> =
  Input<K> extends infer I ? (I extends object ? Loose<I> : I) : never

/** A caller in a test. Every answer that it gets, errors included, is checked against the published document. */
export class TestClient {
  #made: Client | undefined
  readonly baseUrl: string
  readonly credential: Credential

  constructor(baseUrl: string, credential: Credential) {
    this.baseUrl = baseUrl
    this.credential = credential
  }

  /** The headers of this caller's credential. */
  get headers(): Record<string, string> {
    const { credential } = this
    if (credential.kind === 'key') return { Authorization: `Bearer ${credential.secret}` }
    if (credential.kind === 'web') return { Cookie: `rollcall=${credential.secret}`, Origin: this.baseUrl }
    return {}
  }

  /**
   * Calls an action through the generated client.
   *
   * @throws CallError when the service refuses
   */
  async call<K extends ActionId>(
    id: K,
    input: ClientInput<K>,
    options: CallOptions = {},
  ): Promise<Result<K>> {
    const seen: { answer?: CheckedAnswer } = {}
    const method = methodOf(this.#client, id)
    const { dryRun, idempotencyKey } = options
    try {
      return await answerOf.run(seen, async () => {
        if (!dryRun) return (await method(input, { headers: options.headers, idempotencyKey })) as Result<K>
        // The client sends no key with a dry run. A test may.
        const key = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }
        return (await method.dryRun(input, { headers: { ...key, ...options.headers } })).data as Result<K>
      })
    } catch (error) {
      if (!(error instanceof RollcallError)) throw error
      const { status, headers, text } = seen.answer!
      throw new CallError(status, JSON.parse(text), headers)
    }
  }

  /** Made once: it has a function for each action. */
  get #client(): Client {
    return (this.#made ??= createClient({
      baseUrl: this.baseUrl,
      headers: this.headers,
      retries: 0,
      fetch: async (url, init) => {
        const { status, headers, text } = (answerOf.getStore()!.answer = await checkedFetch(url, init))
        return { status, headers, text: () => Promise.resolve(text) }
      },
    }))
  }

  /** Sends any request, for tests of what a correct client cannot send. */
  async raw(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<RawAnswer> {
    const headers = { ...this.headers, ...init.headers }
    const answer = await checkedFetch(`${this.baseUrl}${path}`, { ...init, headers })
    return { ...answer, body: answer.body ?? parse(answer.text) }
  }

  /** Sends a POST with a JSON body. Errors are returned and not thrown. */
  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
    return this.raw(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    })
  }
}

interface Method {
  (input: unknown, options: object): Promise<unknown>
  dryRun: (input: unknown, options: object) => Promise<{ data: unknown }>
}

/** The function of the action in the client: that of `org_units_create` is `client.org.units.create`. */
function methodOf(client: Client, id: ActionId): Method {
  const [, , group, rest] = contractActions[id]!.path.split('/')
  let node: unknown = client
  for (const step of [group, ...rest!.split('.')]) node = (node as Record<string, unknown>)[step!]
  return node as Method
}

/** An answer that was read to its end. The body is there where it was held to the document. */
export interface CheckedAnswer {
  status: number
  headers: Headers
  text: string
  body?: unknown
}

/** The answer to the call that a test is making with the client. */
const answerOf = new AsyncLocalStorage<{ answer?: CheckedAnswer }>()

/** Sends a request, and holds the answer to the document if it is JSON. */
export async function checkedFetch(url: string, init: RequestInit = {}): Promise<CheckedAnswer> {
  const { status, headers, text } = await send(url, init)
  const { method = 'GET' } = init
  const { pathname } = new URL(url)
  for (const name of headers.keys())
    if (name.startsWith('access-control-'))
      throw new Error(`${method} ${pathname} answers ${name}: no other site may call`)
  const isChecked =
    method !== 'HEAD' &&
    (headers.get('content-type') ?? '').startsWith('application/json') &&
    /^\/(v1|auth|oauth|\.well-known)\//.test(pathname) &&
    pathname !== '/v1/openapi.json'
  if (!isChecked) return { status, headers, text }
  const body = parse(text)
  checkResponse(method, pathname, status, headers, body)
  return { status, headers, text, body }
}

/**
 * Sends a request and reads the answer to its end. A plain one goes without `fetch`, which costs up to a third of a small call,
 * follows redirects and asks for compressed answers.
 */
async function send(url: string, init: RequestInit): Promise<CheckedAnswer> {
  const { method = 'GET', headers = {}, body, ...others } = init
  const isPlain = typeof (body ?? '') === 'string' && Object.keys(others).length === 0
  if (!isPlain) {
    const response = await fetch(url, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const sent = { method: method as 'POST', headers: headers as Record<string, string>, body: body as string }
  const answer = await request(url, sent)
  const received = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value].flat()) received.append(name, one!)
  return { status: answer.statusCode, headers: received, text: await answer.body.text() }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
