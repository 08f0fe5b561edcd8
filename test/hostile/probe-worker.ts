import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Asked, Seen } from './probe.ts'

/**
 * Sends the same request again and again over one connection, from `begin` to `end`, and measures how long each answer takes.
 * It is a thread of its own, so that the work of an attacker does not count as a delay of the server.
 */
const { url, from, everyMs, path, method, headers, body } = workerData as Asked & {
  url: string
  from: string
}
const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: from })
let seen: Seen[] = []
let ended = false
let count = 0

parentPort!.on('message', (message: 'begin' | 'end') => {
  // The answer that is waited for now is the one that shows the delay.
  ended = message === 'end'
  if (ended) return
  seen = []
  ask()
})

function ask(): void {
  const started = performance.now()
  let done = false
  const finish = (status: number): void => {
    if (done) return
    done = true
    seen.push({ ms: performance.now() - started, status, at: Date.now() })
    if (ended) parentPort!.postMessage(seen)
    else setTimeout(ask, everyMs)
  }
  const sent = request(`${url}${path}`, { agent, method, headers: headers[count++ % headers.length]! })
  sent.once('response', (response) => response.resume().once('close', () => finish(response.statusCode ?? 0)))
  sent.once('error', () => finish(0))
  sent.end(body)
}
