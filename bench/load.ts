import autocannon from 'autocannon'

const warmUpMs = 200

export interface Pace {
  /** How long both servers are called before the first round, at the same time. */
  warmUpSeconds?: number
  rounds: number
  /** How long each server is measured in a round. */
  seconds: number
  connections: number
}

/** One request, repeated with each key in turn. */
export interface Target {
  url: string
  path: string
  keys: string[]
  /** The body, or a function that makes the next one for a key. */
  body: string | ((key: string) => string)
  headers?: Record<string, string>
}

/**
 * Sends requests over a few open connections. Each connection sends the next request when the one before is answered.
 *
 * @returns requests per second, after warming up
 * @throws Error if any answer is not a 2xx
 */
export async function measure(target: Target, { seconds, connections }: Pace): Promise<number> {
  let from = 0
  let last = 0
  let count = 0
  await send(target, { connections, duration: seconds + warmUpMs / 1000 }, (started) => {
    const now = performance.now()
    if (now < started + warmUpMs) return
    if (from === 0) from = now
    else count++
    last = now
  })
  return (count * 1000) / (last - from)
}

/** Sends this many requests. */
export async function sendMany(target: Target, amount: number): Promise<void> {
  await send(target, { connections: 8, amount }, () => undefined)
}

async function send(
  target: Target,
  extent: { connections: number } & ({ duration: number } | { amount: number }),
  onResponse: (started: number) => void,
): Promise<void> {
  let next = 0
  const share = Math.ceil(target.keys.length / extent.connections)
  const result = await new Promise<autocannon.Result>((done, fail) => {
    const run = autocannon(
      {
        url: `${target.url}${target.path}`,
        method: 'POST',
        sampleInt: 50,
        ...extent,
        // Every connection has its own keys, so that no two connections use a key at the same time.
        setupClient: (client) =>
          client.setRequests(
            target.keys.slice(share * next, share * ++next).map((key) => request(target, key)),
          ),
      },
      (error: unknown, result) => (error ? fail(error as Error) : done(result)),
    )
    const started = performance.now()
    run.on('response', () => onResponse(started))
  })
  if (result.non2xx + result.errors > 0)
    throw new Error(
      `${target.url}${target.path}: ${result.non2xx} refused, ${result.errors} failed: ${JSON.stringify(result.statusCodeStats)}`,
    )
}

function request({ body, headers }: Target, key: string): autocannon.Request {
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers }
  if (typeof body === 'string') return { headers: all, body }
  return { headers: all, setupRequest: (fresh) => ({ ...fresh, body: body(key) }) }
}
