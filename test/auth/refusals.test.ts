import { expect } from 'chai'
import { newApiKey, newSessionSecret } from '../../src/secrets/credentials.ts'
import { cookieOf, loginOf, newAddress, signIn } from '../support/browser.ts'
import type { RawAnswer, TestClient } from '../support/client.ts'
import { useServer } from '../support/server.ts'

// A session that is signed in lives for a week of the database, whose clock no test sets: this is far ahead of it.
const start = Date.parse('2046-11-21T00:00:10.000Z')

describe('refused credentials', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  beforeEach(() => {
    server.now = new Date(start)
  })

  type Headers = Record<string, string>
  const key = (secret: string): Headers => ({ Authorization: `Bearer ${secret}` })
  const cookie = (secret: string): Headers => ({ Cookie: `rollcall=${secret}`, Origin: server.baseUrl })
  const secretOf = (client: TestClient) => (client.credential as { secret: string }).secret
  const whoami = (headers: Headers, address: string) =>
    server.anonymous().raw('/v1/platform/whoami', { headers: { ...headers, 'X-Forwarded-For': address } })
  const many = (count: number, call: () => Promise<RawAnswer>) =>
    Promise.all(Array.from({ length: count }, call))
  const sorted = (answers: RawAnswer[]) => answers.map(({ status }) => status).sort()
  const mistyped = () => {
    const secret = newApiKey()
    return secret.slice(0, 10) + (secret[10] === 'a' ? 'b' : 'a') + secret.slice(11)
  }
  /** How many statements the server sends during `work`. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const { pool } = server.running.runtime
    let count = 0
    const add = () => void count++
    pool.on('acquire', add)
    await work().finally(() => pool.off('acquire', add))
    return count
  }

  const wrong: Record<string, () => Headers> = {
    'keys with a wrong checksum': () => key(mistyped()),
    'keys of another form': () => key('hello'),
    'another scheme': () => ({ Authorization: 'Basic b2xnYTpvbGdh' }),
    'unknown keys': () => key(newApiKey()),
    'unknown sessions': () => cookie(newSessionSecret()),
    'cookies of another form': () => cookie('hello'),
  }
  for (const [what, headers] of Object.entries(wrong))
    it(`are limited to sixty a minute for one address: ${what}`, async () => {
      const address = newAddress()
      const answers = await many(63, () => whoami(headers(), address))
      expect(sorted(answers)).to.deep.equal([...Array<number>(60).fill(401), 429, 429, 429])
      const refused = answers.find(({ status }) => status === 429)!
      expect(refused.headers.get('retry-after')).to.equal('50')
      expect((await whoami(headers(), newAddress())).status, 'from elsewhere').to.equal(401)
      server.now = new Date(start + 50_000)
      expect((await whoami(headers(), address)).status, 'in the next minute').to.equal(401)
    })

  it('are counted without a look-up when they are malformed, and cost nothing past the limit', async () => {
    const address = newAddress()
    expect(await statementsOf(() => whoami(key(mistyped()), address))).to.equal(1)
    expect(await statementsOf(() => whoami(key(newApiKey()), address)), 'look-up and count').to.equal(2)
    await many(63, () => whoami(key(mistyped()), address))
    const { rows: before } = await server.db.query('select * from attempt_windows order by 1')
    for (const headers of Object.values(wrong)) {
      const statements = await statementsOf(async () =>
        expect((await whoami(headers(), address)).status).to.equal(429),
      )
      expect(statements).to.equal(0)
    }
    const { rows: later } = await server.db.query('select * from attempt_windows order by 1')
    expect(later).to.deep.equal(before)
  })

  it('are limited for a network, too', async () => {
    for (let n = 1; n <= 5; n++) await many(60, () => whoami(key('x'), `203.0.113.${n}`))
    expect((await whoami(key('x'), '203.0.113.6')).status).to.equal(429)
    expect((await whoami(key('x'), '203.0.114.6')).status).to.equal(401)
  })

  it('lock out one address, and not the next one in its network', async () => {
    const good = key(secretOf(await (await server.company()).as('hr')))
    await many(63, () => whoami(key(newApiKey()), '203.0.113.1'))
    expect((await whoami(good, '203.0.113.1')).status, 'not seen before').to.equal(429)
    expect((await whoami(good, '203.0.113.2')).status).to.equal(200)
  })

  it('cost nothing from any address of a network that has used up its limit', async () => {
    for (let n = 1; n <= 5; n++) await many(60, () => whoami(key('x'), `203.0.113.${n}`))
    expect((await whoami(key('x'), '203.0.113.6')).status, 'the process learns it').to.equal(429)
    const statements = await statementsOf(async () =>
      expect((await whoami(key(newApiKey()), '203.0.113.7')).status).to.equal(429),
    )
    expect(statements).to.equal(0)
  })

  it('lock out nobody behind the same address whose credential was valid lately', async () => {
    const company = await server.company()
    const address = newAddress()
    const good = secretOf(await company.as('hr'))
    const session = cookieOf(await signIn(server, loginOf(company))).value
    for (const headers of [key(good), cookie(session)])
      expect((await whoami(headers, address)).status).to.equal(200)
    await many(63, () => whoami(key(mistyped()), address))
    for (const headers of [key(good), cookie(session)])
      expect((await whoami(headers, address)).status).to.equal(200)
    const unseen = secretOf(await company.as('hr'))
    expect((await whoami(key(unseen), address)).status, 'not seen before').to.equal(429)
    server.now = new Date(start + 50_000)
    expect((await whoami(key(unseen), address)).status, 'in the next minute').to.equal(200)
  })

  it('are remembered as valid until they are not', async () => {
    const company = await server.company()
    const address = newAddress()
    const client = await company.as('hr')
    expect((await whoami(key(secretOf(client)), address)).status).to.equal(200)
    await many(63, () => whoami(key(mistyped()), address))
    await server.db.query('update api_keys set revoked_at = now() where org_id = $1', [company.id])
    expect((await whoami(key(secretOf(client)), address)).status).to.equal(429)
    const again = () => whoami(key(secretOf(client)), address)
    expect(await statementsOf(again), 'it is looked up once more, and then no more').to.equal(0)
  })

  it('are counted over MCP, too, before the body is read', async () => {
    const address = newAddress()
    const call = (secret: string) =>
      server.anonymous().post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        {
          ...key(secret),
          'X-Forwarded-For': address,
        },
      )
    expect(sorted(await many(63, () => call('hello')))).to.deep.equal([
      ...Array<number>(60).fill(401),
      429,
      429,
      429,
    ])
    const blocked = await call(newApiKey())
    expect([blocked.status, blocked.headers.get('retry-after')]).to.deep.equal([429, '50'])
    expect((await whoami(key('hello'), address)).status).to.equal(429)
  })

  it('are counted when somebody signs out with a cookie that is no session', async () => {
    const address = newAddress()
    const leave = (secret: string) =>
      server.anonymous().post('/auth/sign_out', {}, { ...cookie(secret), 'X-Forwarded-For': address })
    const login = loginOf(await server.company())
    const session = cookieOf(await signIn(server, login)).value
    await whoami(cookie(session), address)
    const answers = await many(63, () => leave(newSessionSecret()))
    expect(sorted(answers)).to.deep.equal([...Array<number>(60).fill(200), 429, 429, 429])
    const statements = await statementsOf(async () =>
      expect((await leave(newSessionSecret())).status).to.equal(429),
    )
    expect(statements, 'past the limit nothing is looked up').to.equal(0)
    expect((await leave(session)).status, 'a session that is used').to.equal(200)
    expect((await whoami(cookie(session), newAddress())).status).to.equal(401)
  })

  it('are not counted where nothing is presented', async () => {
    const address = newAddress()
    expect(await statementsOf(() => many(100, () => whoami({}, address)))).to.equal(0)
  })

  it('of disabled members count against no rate limit and do not say when the key was used', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const clients = [await company.key(member), await company.web(member)]
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [member.membershipId])
    for (const { headers } of clients) expect((await whoami(headers, newAddress())).status).to.equal(401)
    const { rows } = await server.db.query(
      `select (select count(*)::int from rate_windows where org_id = $1) as counted,
              (select count(*)::int from api_keys where org_id = $1 and last_used_at is not null) as used`,
      [company.id],
    )
    expect(rows[0]).to.deep.equal({ counted: 0, used: 0 })
  })
})
