import { expect } from 'chai'
import type { TestClient } from './client.ts'

/** The result of a tool, as a client gets it. */
export interface RawResult {
  isError?: boolean
  content: { type: string; text: string }[]
  _meta?: Record<string, unknown>
}

/** The result of a tool, with what its text says: `{data}`, or `{error}` as over REST. */
export interface ToolResult extends RawResult {
  answer: any
}

export interface McpAnswer {
  status: number
  headers: Headers
  text: string
  /** Parsed JSON, or undefined. */
  body: any
}

export interface McpOptions {
  /** The query of the address: `toolsets=org&readonly=1`. */
  query?: string
  headers?: Record<string, string>
}

/** An MCP client for the caller of a test client. It sends and answers raw messages, so that tests see all of them. */
export class McpClient {
  readonly client: TestClient
  readonly options: McpOptions

  constructor(client: TestClient, options: McpOptions = {}) {
    this.client = client
    this.options = options
  }

  /** Sends any body to `/mcp`. */
  async send(body: unknown, headers: Record<string, string> = {}): Promise<McpAnswer> {
    const { query = '', headers: always } = this.options
    return this.client.raw(`/mcp${query ? `?${query}` : ''}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...always,
        ...headers,
      },
    })
  }

  /** Sends a request of the revisions with a handshake. */
  request(method: string, params?: object): Promise<McpAnswer> {
    return this.send({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) })
  }

  /** Sends a request of revision 2026-07-28, with the headers and `_meta` that it needs, unless others are given. */
  stateless(
    method: string,
    params: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<McpAnswer> {
    const { name } = params
    const all: Record<string, string> = {
      'MCP-Protocol-Version': statelessVersion,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': name }),
      ...headers,
    }
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
    return this.send({ jsonrpc: '2.0', id: 1, method, params: { _meta: statelessMeta, ...params } }, sent)
  }

  /** Calls a tool and answers its result. */
  async call(name: string, args?: object): Promise<ToolResult> {
    const { status, body, text } = await this.request('tools/call', {
      name,
      ...(args && { arguments: args }),
    })
    if (status !== 200 || !body?.result) throw new Error(`${name} was not answered: ${status} ${text}`)
    return { ...body.result, answer: answerOf(body.result) }
  }

  /** The answer to tools/list. */
  async tools(): Promise<
    { name: string; title: string; description: string; inputSchema: any; annotations: any }[]
  > {
    const { body, text } = await this.request('tools/list')
    if (!body?.result) throw new Error(`tools/list was not answered: ${text}`)
    return body.result.tools
  }
}

export const statelessVersion = '2026-07-28'

export const statelessMeta = {
  'io.modelcontextprotocol/protocolVersion': statelessVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** What the text of a result says. There is nothing beside the text. */
export function answerOf(result: RawResult): any {
  expect(Object.keys(result)).to.include('content').and.not.include('structuredContent')
  expect(result.content.map(({ type }) => type)).to.deep.equal(['text'])
  const { text } = result.content[0]!
  return result.isError ? { error: readRefusal(text) } : JSON.parse(text)
}

/** Reads the text of a refusal, as openapi/openapi.yaml describes it, into the error that REST answers. */
export function readRefusal(text: string): any {
  const lines = text.split('\n')
  const [, code, message = ''] = /^([a-z_]+): (.*)$/.exec(lines[0]!) ?? []
  const details = lines.filter((line) => line.startsWith('- ')).map((line) => readDetail(line, message))
  return { code, message, details, ...ids(lines, 'activity_id'), ...ids(lines, 'request_id') }
}

function ids(lines: string[], name: string): object {
  const line = lines.find((one) => one.startsWith(`${name}: `))
  return line === undefined ? {} : { [name]: line.slice(name.length + 2) }
}

function readDetail(line: string, told: string): object {
  const parts = /^- (?:(.*?) )?\(([a-z_]+)\)(?:: (.*?))?(?: record_type: (\S+))?(?: record_id: (\S+))?$/.exec(
    line,
  )
  const [, path = '', code, message, record_type, record_id] = parts ?? []
  const said = told.slice(path ? path.length + 2 : 0).replace(/ \(and \d+ more, see details\)$/, '')
  return {
    path,
    code,
    message: message ?? said,
    ...(record_type && { record_type }),
    ...(record_id && { record_id }),
  }
}
