import { readFileSync } from 'node:fs'
import { createServer as plain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as secure } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'

/**
 * A receiver of webhooks at https://localhost, which answers 204 to all, and never to `/hanging`. Another server, at PORT, says
 * what has come: `/state`, and `/reset` begins again.
 */

const folder = process.env['CERTIFICATE_FOLDER'] as string
const hung = new Set<Socket>()
let state: ReceiverState

/** What a receiver has got since it was last reset. */
export interface ReceiverState {
  address: string
  count: number
  /** When the first and the last request came, in milliseconds. */
  first: number
  last: number
  /** Milliseconds from when each event happened until it came. */
  delays: number[]
}

const receiver = secure(
  { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'ca.pem')) },
  (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('error', () => undefined)
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => take(request, response, text))
  },
).on('tlsClientError', () => undefined)

function take({ url, socket }: IncomingMessage, response: ServerResponse, text: string): void {
  if (url === '/hanging') return void hung.add(socket)
  const now = performance.timeOrigin + performance.now()
  if (state.count++ === 0) state.first = now
  state.last = now
  state.delays.push(now - Date.parse((JSON.parse(text) as { timestamp: string }).timestamp))
  response.writeHead(204).end()
}

function reset(): void {
  const address = `https://localhost:${(receiver.address() as AddressInfo).port}`
  state = { address, count: 0, first: 0, last: 0, delays: [] }
  for (const socket of hung) socket.destroy()
  hung.clear()
}

receiver.listen(0, '127.0.0.1', () => {
  reset()
  plain(({ url }, response) => {
    if (url === '/reset') reset()
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(state))
  }).listen(Number(process.env['PORT']), '127.0.0.1')
})
process.on('SIGTERM', () => process.exit(0))
