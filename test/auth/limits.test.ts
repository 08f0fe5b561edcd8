import { expect } from 'chai'
import { inWords } from '../../src/auth/attempts.ts'
import {
  limitsFor,
  linkLimits,
  oauthLimits,
  refusalLimits,
  resetLimits,
  signInLimits,
  successLimits,
} from '../../src/auth/limits.ts'
import { inOneMinute, loginOf, newAddress, signIn } from '../support/browser.ts'
import { TestClient, type RawAnswer } from '../support/client.ts'
import { useServer, type TestServer } from '../support/server.ts'
import { spell } from '../../src/texts/phrase.ts'
import { newApiKey } from '../../src/secrets/credentials.ts'

const statuses = (answers: RawAnswer[]) => [...new Set(answers.map(({ status }) => status))]
const times = <T>(count: number, call: () => Promise<T>) => Promise.all(Array.from({ length: count }, call))

describe('the limits of a server', () => {
  it('tell how long to wait in the largest unit that fits, and never less than it is', () => {
    for (const [seconds, words] of [
      [1, '1 second'],
      [90, '90 seconds'],
      [91, '2 minutes'],
      [121, '3 minutes'],
      [5400, '90 minutes'],
      [5401, '2 hours'],
      [7201, '3 hours'],
    ] as const)
      expect(spell(inWords(seconds), 'en')).to.equal(words)
  })

  it('are those of the contract, unless they are set', () => {
    expect(limitsFor(300)).to.deep.equal({
      calls: 300,
      signIn: signInLimits,
      successes: successLimits,
      refusals: refusalLimits,
      links: linkLimits,
      resets: resetLimits,
      oauth: oauthLimits,
    })
  })

  it('grow with the calls, but never shrink below those of the contract', () => {
    const many = limitsFor(3001)
    expect(many.calls).to.equal(3001)
    expect(many.signIn['login and address']).to.deep.equal({ minute: 101, hour: 301, day: 601 })
    expect(many.refusals.network).to.deep.equal({ minute: 3001, hour: null, day: null })
    expect(limitsFor(5)).to.deep.equal({ ...limitsFor(300), calls: 5 })
  })
})

const whoami = (client: TestClient) => client.raw('/v1/platform/whoami')

describe('with a low RATE_LIMIT_PER_MINUTE', () => {
  const server = useServer({ RATE_LIMIT_PER_MINUTE: '2' })

  it('a client sees soon what it must do when it is stopped', async () => {
    const answers = await inOneMinute(server, async () => {
      const key = await (await server.company()).as('hr')
      return [await whoami(key), await whoami(key), await whoami(key), await whoami(key)]
    })
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 429, 429])
    expect(answers.map(({ headers }) => headers.get('RateLimit-Limit'))).to.deep.equal(['2', '2', '2', '2'])
    for (const { headers, body } of answers.slice(2)) {
      expect(Number(headers.get('Retry-After'))).to.be.within(1, 60)
      expect(body.error.message).to.match(/^More than 2 requests in this minute\./)
    }
  })
})

describe('with a high RATE_LIMIT_PER_MINUTE', () => {
  const server = useServer({ RATE_LIMIT_PER_MINUTE: '3000', TRUST_PROXY: 'true' })
  const wrongKey = (at: TestServer) => new TestClient(at.baseUrl, { kind: 'key', secret: newApiKey() })

  it('nothing that a contract test tries is answered with rate_limited', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    const login = { ...loginOf(company), password: 'guess' }
    const address = newAddress()
    expect(statuses(await times(320, () => whoami(key)))).to.deep.equal([200])
    expect(statuses(await times(80, () => whoami(wrongKey(server))))).to.deep.equal([401])
    expect(statuses(await times(14, () => signIn(server, login, { address })))).to.deep.equal([401])
  })
})
