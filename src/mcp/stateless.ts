import { capabilities, instructions, serverInfo } from './about.ts'
import type { Result } from './jsonrpc.ts'
import { isObject, RpcError, rpcCodes, type Message, type Params } from './jsonrpc.ts'
import { handshakeVersions } from './protocol.ts'

/** The revision without a handshake: each request names its version in `_meta` and in headers. */
const version = '2026-07-28'
const supported = [version, ...handshakeVersions]

const metaKey = (name: string) => `io.modelcontextprotocol/${name}`
const versionKey = metaKey('protocolVersion')

/** The request's headers by lower-case name. */
export type Headers = Record<string, string | string[] | undefined>

/** Tells whether the message names a revision without a handshake, or an unknown one. */
export function isStateless(message: Message | undefined, headers: Headers): boolean {
  return [claimedVersion(message), headerOf(headers, 'mcp-protocol-version')].some(
    (claimed) => claimed !== undefined && !handshakeVersions.includes(claimed as string),
  )
}

function claimedVersion(message: Message | undefined): unknown {
  const meta = message?.params['_meta']
  return isObject(meta) ? meta[versionKey] : undefined
}

/**
 * Refuses a request whose headers and body differ: a gateway in front of us decides by the headers, we by the body.
 *
 * @throws RpcError
 */
export function checkStateless(message: Message, headers: Headers): void {
  const { method, params } = message
  const inHeader = headerOf(headers, 'mcp-protocol-version')
  const claimed = claimedVersion(message)
  if (claimed === undefined && inHeader !== version) throw unsupportedVersion(inHeader)
  const meta = params['_meta']
  if (!isObject(meta) || typeof claimed !== 'string' || !isObject(meta[metaKey('clientCapabilities')]))
    throw new RpcError(
      rpcCodes.invalidParams,
      `params._meta needs ${versionKey} and ${metaKey('clientCapabilities')}.`,
    )
  requireHeader(headers, 'MCP-Protocol-Version', claimed)
  if (claimed !== version) throw unsupportedVersion(claimed)
  requireHeader(headers, 'Mcp-Method', method)
  if (method === 'tools/call') requireHeader(headers, 'Mcp-Name', params['name'])
}

function unsupportedVersion(requested: string | undefined): RpcError {
  return new RpcError(
    rpcCodes.unsupportedVersion,
    `Unsupported protocol version. This server speaks ${supported.join(', ')}.`,
    {
      data: { supported, requested },
    },
  )
}

function requireHeader(headers: Headers, name: string, value: unknown): void {
  const found = headerOf(headers, name.toLowerCase())
  if (found === undefined || found !== value)
    throw new RpcError(
      rpcCodes.headerMismatch,
      `The header ${name} is ${found === undefined ? 'missing' : 'not what the body says'}.`,
    )
}

/** The value of a header. Clients send what a header cannot hold as `=?base64?…?=`. */
function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') return undefined
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value) ?? []
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString()
}

/** Clients may keep lists for 5 minutes: the list of tools changes with the role of the member, and with a release. */
const cache = { ttlMs: 300_000, cacheScope: 'private' }
const common = { resultType: 'complete', _meta: { [metaKey('serverInfo')]: serverInfo } }

/**
 * Answers a request of this revision.
 *
 * @returns the result, as JSON text
 */
export async function answerStateless(
  { method, params }: Message,
  handle: (method: string, params: Params) => Promise<Result>,
): Promise<string> {
  if (method === 'server/discover')
    return JSON.stringify({ ...common, ...cache, supportedVersions: supported, capabilities, instructions })
  const result = await handle(method, params)
  return result.write(method === 'tools/list' ? { ...common, ...cache } : common)
}
