import { expect } from 'chai'
import { useServer } from '../support/server.ts'
import { hostileInputs, hostileQueries, toolCall } from '../support/hostile.ts'
import { longestWork } from '../support/longest-work.ts'
import { answerOf } from '../support/mcp.ts'
import { forgetRates } from '../support/sweep.ts'
import type { RawAnswer, TestClient } from '../support/client.ts'

/**
 * The server may do no longer piece of work for a request than this, in processor time, beside what it does for a harmless
 * one: everybody else waits meanwhile. The work of the caller, who is in the same process, is in both.
 */
const longestWorkMs = 50
const tries = 6

describe('no request keeps others waiting', () => {
  const server = useServer()
  let owner: TestClient
  let usualMs = 0

  before(async () => {
    owner = await (await server.company()).as('owner')
    const harmless = `${' '.repeat(2 * 1024 * 1024 - 2)}{}`
    for (let round = 0; round < tries; round++)
      usualMs = Math.max(usualMs, await longestWork(() => post('/v1/org/units.create', harmless)))
  })

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
        it(what, async () => {
          await forgetRates(server)
          let answer: RawAnswer | undefined
          let bestMs = Infinity
          // Now and then the garbage collector works, so the best of several tries counts.
          for (let round = 0; round < tries && bestMs > longestWorkMs; round++)
            bestMs = Math.min(bestMs, await longestWork(async () => (answer = await send(input))))
          expectRefused(answer!, way)
          expect(bestMs, `beside ${Math.round(usualMs)} ms for a harmless one`).to.be.below(
            usualMs + longestWorkMs,
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
})
