import autocannon from 'autocannon'
import { Agent, request } from 'node:http'
import type { Target } from './load.ts'

/** Milliseconds that half of the calls, and 99 of 100 calls, take at most. */
export interface Latency {
  p50: number
  p99: number
}

const connections = 4
const agent = new Agent({ keepAlive: true })

/** Latency of a company's calls, over a few connections that call one after the other. */
export async function latencyOf(target: Target, seconds: number): Promise<Latency> {
  const times: number[] = []
  let next = 0
  const share = Math.ceil(target.keys.length / connections)
  await new Promise<void>((done, fail) => {
    const run = autocannon(
      {
        url: `${target.url}${target.path}`,
        method: 'POST',
        connections,
        duration: seconds,
        sampleInt: 50,
        setupClient: (client) =>
          client.setRequests(
            target.keys.slice(share * next, share * ++next).map((key) => ({
              headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
              body: '{}',
            })),
          ),
      },
      (error: unknown) => (error ? fail(error as Error) : done()),
    )
    run.on('response', (_client, status, _bytes, time) => {
      if (status === 200) times.push(time)
      else fail(new Error(`${target.path} answers ${status}`))
    })
  })
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Infinity
  return { p50: at(0.5), p99: at(0.99) }
}

/** Sends calls at a fixed pace, whether or not the ones before are answered, until it is stopped. */
export function callEvery(ms: number, call: () => Promise<unknown>): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const send = () => {
    const one = call().finally(() => running.delete(one))
    running.add(one)
  }
  send()
  const timer = setInterval(send, ms)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
  }
}

/** One call, whose answer is received but not kept. Resolves to its status. */
export function send(url: string, key: string, body: string): Promise<number> {
  return new Promise((done, fail) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    sent.on('error', fail)
    sent.on('response', (response) => {
      response.on('end', () => done(response.statusCode ?? 0)).resume()
    })
    sent.end(body)
  })
}
