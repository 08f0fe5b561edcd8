import { gzipSync } from 'node:zlib'
import type { Attack } from '../attack.ts'
import { send, speak } from '../http.ts'
import { keyOf, originOf, withKey } from '../site.ts'

/** Refused by the protocol: what is sent, and the status that it must get. */
const refusals: [what: string, request: string, status: number][] = [
  ['a header of 64 KB', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(65_536)}\r\n\r\n`, 431],
  ['an address of 64 KB', `GET /${'x'.repeat(65_536)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['no HTTP', 'hello there\r\n\r\n', 400],
  ['a header without a name', 'GET /healthz HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ['two lengths', 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
  [
    'a length and chunks',
    'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'a chunk that is none',
    'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
    400,
  ],
  ['an unknown Expect', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n', 417],
]

/** Whether the answer has the status, the error shape of the contract, and a request id. */
function isRefusal(answer: string, status: number): boolean {
  const [headers = '', body = ''] = answer.split('\r\n\r\n', 2)
  return (
    headers.startsWith(`HTTP/1.1 ${status} `) &&
    /\r\nx-request-id: \S+/i.test(headers) &&
    /"error": ?\{"code": ?"\w+", ?"message"/.test(body)
  )
}

export const protocol: Attack[] = [
  {
    name: 'oversized headers and malformed requests',
    async run(site) {
      const wrong: string[] = []
      for (const [what, text, status] of refusals) {
        const answer = await speak(site.plain.url, text)
        if (!isRefusal(answer, status)) wrong.push(`${what} gets ${answer.split('\r\n')[0] || 'no answer'}`)
      }
      return {
        measured: `${refusals.length - wrong.length} of ${refusals.length} refused with the error shape${wrong.map((one) => `; ${one}`).join('')}`,
        ok: wrong.length === 0,
      }
    },
  },
  {
    name: 'a compressed body that is large when unpacked',
    async run(site) {
      const key = keyOf(await (await site.company()).as('hr'))
      const body = gzipSync(JSON.stringify({ name: ' '.repeat(50_000_000) }))
      const { status, text } = await send(site.plain.url, '/v1/org/units.create', {
        headers: { ...withKey(key), 'Content-Encoding': 'gzip' },
        body,
      })
      return {
        measured: `answers ${status}, ${/content-encoding/i.test(text) ? 'naming' : 'not naming'} the header`,
        ok: status === 415 && /content-encoding/i.test(text),
      }
    },
  },
  {
    name: 'a paused organization over MCP',
    async run(site) {
      const company = await site.company()
      const key = keyOf(await company.as('hr'))
      await site.db.query(
        `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
        [company.id],
      )
      const methods = ['initialize', 'tools/list', 'tools/call', 'ping']
      const answers = await Promise.all(
        methods.map((method) =>
          send(site.plain.url, '/mcp', {
            headers: withKey(key),
            body: JSON.stringify({
              jsonrpc: '2.0',
              id: 1,
              method,
              params: {
                ...(method === 'initialize' && {
                  protocolVersion: '2025-11-25',
                  capabilities: {},
                  clientInfo: { name: 'x', version: '1' },
                }),
                ...(method === 'tools/call' && { name: 'org_units_list', arguments: {} }),
              },
            }),
          }),
        ),
      )
      const admitted = methods.filter((_, index) => !/pause/i.test(answers[index]!.text))
      return {
        measured: `${methods.length - admitted.length} of ${methods.length} methods are refused with the reason${admitted.map((one) => `; ${one} is not`).join('')}`,
        ok: admitted.length === 0,
      }
    },
  },
  {
    name: 'a sign-in that another site sends',
    async run(site) {
      const company = await site.company()
      const signIn = (Origin: string) =>
        send(site.plain.url, '/auth/sign_in', {
          headers: { 'Content-Type': 'application/json', Origin },
          body: JSON.stringify({ organization: company.slug, ...company.owner }),
        })
      const [strange, own] = [await signIn('https://evil.example'), await signIn(originOf(site.plain))]
      return {
        measured: `answers ${strange.status}, and ${own.status} to the own page`,
        ok: strange.status === 403 && own.status < 300 && strange.headers['set-cookie'] === undefined,
      }
    },
  },
]
