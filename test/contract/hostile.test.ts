import { Agent, get } from 'node:http'
import { expect } from 'chai'
import { useServer } from '../support/server.ts'
import { hostileInputs, hostileQueries, toolCall } from '../support/hostile.ts'
import { answerOf } from '../support/mcp.ts'
import { forgetRates } from '../support/sweep.ts'
import type { RawAnswer, TestClient } from '../support/client.ts'

/** No request may keep others waiting longer than this, beside what they wait on a quiet server. */
const longestBlockMs = 50
const tries = 6

describe('no request keeps others waiting', () => {
  const server = useServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let owner: TestClient
  let quietMs = 0

  before(async () => {
    owner = await (await server.company()).as('owner')
    const harmless = `${' '.repeat(2 * 1024 * 1024 - 2)}{}`
    for (let round = 0; round < tries; round++)
      quietMs = Math.max(quietMs, await worstDelay(() => post('/v1/org/units.create', harmless)))
  })
  after(() => agent.destroy())

  const ways: Record<
    string,
    { inputs: Record<string, string>; send: (input: string) => Promise<RawAnswer> }
  > = {
    REST: {
      inputs: hostileInputs('name'),
      send: (input) => post('/v1/org/units.create', input),
    },
    MCP: {
      inputs: hostileInputs('name'),
      send: (input) => post('/mcp', toolCall('org_units_create', input)),
    },
    'MCP, as the whole body': {
      inputs: { 'open lists': '['.repeat(2 * 1024 * 1024), ...batches() },
      send: (input) => post('/mcp', input),
    },
    'sign-in without a credential': {
      inputs: hostileInputs('password'),
      send: (input) => post('/auth/sign_in', input, server.anonymous()),
    },
    'sign-in, 8 KiB': {
      inputs: hostileInputs('password', 8 * 1024 - 100),
      send: (input) => post('/auth/sign_in', input, server.anonymous()),
    },
    GET: {
      inputs: hostileQueries('q', 'joined_between'),
      send: (query) => owner.raw(`/v1/org/people.list?${query}`),
    },
  }
  for (const [way, { inputs, send }] of Object.entries(ways))
    describe(way, () => {
      for (const [what, input] of Object.entries(inputs))
        it(what, async function () {
          this.timeout(60_000)
          await forgetRates(server)
          let answer: RawAnswer | undefined
          let bestMs = Infinity
          // The machine may be busy with something else, so the best of several tries counts.
          for (let round = 0; round < tries && bestMs > longestBlockMs; round++)
            bestMs = Math.min(bestMs, await worstDelay(async () => (answer = await send(input))))
          expectRefused(answer!, way)
          expect(bestMs, `another caller waited; ${Math.round(quietMs)} ms on a quiet server`).to.be.below(
            quietMs + longestBlockMs,
          )
        })
    })

  function expectRefused({ status, text, body }: RawAnswer, way: string): void {
    const isTool = status === 200 && way.startsWith('MCP')
    expect(isTool || status === 400 || status === 413, `${status} ${text.slice(0, 300)}`).to.equal(true)
    for (const one of [body].flat()) {
      expect(JSON.stringify(one).length, 'the answer is short').to.be.below(60_000)
      const details =
        one.error?.details ?? one.error?.data?.details ?? (one.result && answerOf(one.result).error.details)
      expect(details?.length ?? 0, 'an answer names at most 100 problems').to.be.at.most(100)
      for (const { path } of details ?? []) expect(path.length).to.be.at.most(201)
    }
  }

  /** Bodies with 20 calls each, which together are as large as one body may be. */
  function batches(): Record<string, string> {
    const names = ['combining marks', 'zeros', 'one number', 'long names of properties']
    const each = hostileInputs('name', 100_000)
    return Object.fromEntries(
      names.map((name) => {
        const calls = Array.from({ length: 20 }, (_, index) =>
          toolCall('org_units_create', each[name]!, index),
        )
        return [`a batch: ${name}`, `[${calls.join()}]`]
      }),
    )
  }

  function post(path: string, body: string, client = owner): Promise<RawAnswer> {
    const headers = { 'Content-Type': 'application/json', Origin: server.baseUrl }
    return client.raw(path, { method: 'POST', body, headers })
  }

  /** The longest time in ms that another connection waits for `/healthz` during the call. */
  async function worstDelay(call: () => Promise<unknown>): Promise<number> {
    const delays: number[] = [await ask()]
    delays.length = 0
    let going = true
    const asking = (async () => {
      do delays.push(await ask())
      while (going)
    })()
    await call()
    going = false
    await asking
    return Math.max(...delays)
  }

  async function ask(): Promise<number> {
    const started = performance.now()
    await new Promise<void>((done, fail) => {
      get(`${server.baseUrl}/healthz`, { agent }, (answer) => answer.resume().on('end', done)).on(
        'error',
        fail,
      )
    })
    return performance.now() - started
  }
})
