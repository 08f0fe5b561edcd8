import type { TestClient } from './client.ts'

/** The result of a tool, as a client reads it. */
export interface ToolResult {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent: any
  _meta?: Record<string, unknown>
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
    return body.result as ToolResult
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
