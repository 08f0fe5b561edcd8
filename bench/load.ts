import autocannon from 'autocannon'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a row measures. */
export interface Pace {
  /** Both servers are called before the first round, at the same time, until their code is compiled. */
  warmUp?: boolean
  rounds: number
  /** How long a server has its turn in a round. */
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

/** How long the answers to the last requests of a turn may take. */
const lastAnswersMs = 60_000
/** More than any row takes: a connection that waits for its turn must not be ended. */
const longSeconds = 3600

/** The part of autocannon's clients that is needed to hold them. The version of autocannon is exact. */
interface Sender {
  setRequests: (requests: autocannon.Request[]) => void
  /** Sends the next request. Called when a connection is opened, and after each answer. */
  _doRequest: () => void
}

/**
 * Calls over a few connections that stay open, each of which sends the next request when the one before is answered. They are
 * sent only in turns. So two loads can be measured in turn for a short time each, as often as one likes.
 */
export class Load {
  readonly #target: Target
  readonly #connections: number
  readonly #run: autocannon.Instance
  readonly #ended: Promise<unknown>
  /** The connections that wait for the next turn. */
  readonly #held: (() => void)[] = []
  #open = false
  #answered = 0
  #last = 0
  /** The turn ends with this answer, if its time is not over before. */
  #most = Infinity
  #allHeld: () => void = () => undefined
  #fail: (error: Error) => void = () => undefined

  constructor(target: Target, connections: number) {
    this.#target = target
    this.#connections = connections
    const share = Math.ceil(target.keys.length / connections)
    let next = 0
    const setupClient = (client: Sender) => {
      // Every connection has its own keys, so that no two connections use a key at the same time.
      client.setRequests(target.keys.slice(share * next, share * ++next).map((key) => request(target, key)))
      this.#hold(client)
    }
    const options = { url: `${target.url}${target.path}`, method: 'POST', connections, setupClient } as const
    let ended!: () => void
    this.#ended = new Promise<void>((done) => (ended = done))
    this.#run = autocannon(
      { ...options, duration: longSeconds, timeout: longSeconds } as unknown as autocannon.Options,
      () => ended(),
    )
    this.#run.on('reqError', (error) => this.#refuse(String(error)))
    this.#run.on('response', (_client, status) => {
      this.#answered++
      this.#last = performance.now()
      if (this.#answered >= this.#most) this.#open = false
      if (status < 200 || status > 299) this.#refuse(`answers ${status}`)
    })
  }

  #hold(client: Sender): void {
    const send = client._doRequest.bind(client)
    client._doRequest = () => {
      if (this.#open) return send()
      this.#held.push(send)
      if (this.#held.length === this.#connections) this.#allHeld()
    }
  }

  #refuse(why: string): void {
    this.#fail(new Error(`${this.#target.url}${this.#target.path} ${why}`))
  }

  /**
   * Sends requests for so long, or until so many are answered, and waits for the last answers.
   *
   * @returns requests per second
   * @throws Error if any answer is not a 2xx
   */
  async turn(seconds: number, answers = Infinity): Promise<number> {
    const drained = new Promise<void>((done, fail) => {
      this.#allHeld = done
      this.#fail = fail
    })
    const started = performance.now()
    this.#answered = 0
    this.#most = answers
    this.#open = true
    for (const send of this.#held.splice(0)) send()
    await Promise.race([sleep(seconds * 1000, undefined, { ref: false }), drained])
    this.#open = false
    const late = sleep(lastAnswersMs, undefined, { ref: false }).then(() => this.#refuse('does not answer'))
    await Promise.race([drained, late])
    return (this.#answered * 1000) / (this.#last - started)
  }

  async end(): Promise<void> {
    ;(this.#run as unknown as { stop: () => void }).stop()
    await this.#ended
  }
}

/**
 * Sends this many requests.
 *
 * @throws Error if any answer is not a 2xx
 */
export async function sendMany(target: Target, amount: number): Promise<void> {
  const connections = 8
  const share = Math.ceil(target.keys.length / connections)
  let next = 0
  const result = await new Promise<autocannon.Result>((done, fail) => {
    autocannon(
      {
        url: `${target.url}${target.path}`,
        method: 'POST',
        connections,
        amount,
        setupClient: (client) =>
          client.setRequests(
            target.keys.slice(share * next, share * ++next).map((key) => request(target, key)),
          ),
      },
      (error: unknown, result) => (error ? fail(error as Error) : done(result)),
    )
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
