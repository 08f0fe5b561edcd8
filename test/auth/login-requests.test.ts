import { expect } from 'chai'
import { browserOf, cookieOf, loginOf, newAddress, signIn } from '../support/browser.ts'
import type { RawAnswer } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { interrupted, untilBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

const address = '203.0.113.7'
const network = '203.0.113.0/24'

describe('signing in and out', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  const liveSessions = async (company: Company): Promise<number> => {
    const { rows } = await server.db.query<{ n: number }>(
      'select count(*)::int as n from sessions where org_id = $1 and ended_at is null',
      [company.id],
    )
    return rows[0]!.n
  }
  const again = (company: Company, before: RawAnswer) =>
    server.anonymous().post('/auth/sign_in', loginOf(company), {
      Origin: server.baseUrl,
      Cookie: `rollcall=${cookieOf(before).value}`,
      'X-Forwarded-For': newAddress(),
    })

  describe('sessions', () => {
    it('signing in again ends the session of the cookie that was sent along, and only that', async () => {
      const company = await server.company()
      const [first, elsewhere] = [
        await signIn(server, loginOf(company)),
        await signIn(server, loginOf(company)),
      ]
      const second = await again(company, first)
      expect(second.status).to.equal(200)
      await refused(browserOf(server, first).call('platform_whoami', {}), 'unauthenticated')
      await browserOf(server, second).call('platform_whoami', {})
      await browserOf(server, elsewhere).call('platform_whoami', {})
    })

    it('a cookie of another organization is ended, too; one without a session is no matter', async () => {
      const [one, other] = [await server.company(), await server.company()]
      const first = await signIn(server, loginOf(one))
      const second = await again(other, first)
      await refused(browserOf(server, first).call('platform_whoami', {}), 'unauthenticated')
      await browserOf(server, second).call('platform_whoami', {})
      expect((await again(other, first)).status).to.equal(200)
    })

    it('a failed sign-in leaves the session of the cookie as it is', async () => {
      const company = await server.company()
      const first = await signIn(server, loginOf(company))
      const browser = browserOf(server, first)
      const answer = await browser.post('/auth/sign_in', { ...loginOf(company), password: 'guess' })
      expect(answer.status).to.equal(401)
      await browser.call('platform_whoami', {})
    })

    it('a member holds at most twenty; the oldest ends', async () => {
      const company = await server.company()
      const answers: RawAnswer[] = []
      for (let i = 0; i < 21; i++) answers.push(await signIn(server, loginOf(company)))
      expect(await liveSessions(company)).to.equal(20)
      await refused(browserOf(server, answers[0]!).call('platform_whoami', {}), 'unauthenticated')
      for (const answer of [answers[1]!, answers[20]!])
        await browserOf(server, answer).call('platform_whoami', {})
    })

    it('not more than twenty, if two sign-ins happen at the same moment', async () => {
      const company = await server.company()
      const elsewhere = await server.company()
      await signIn(server, loginOf(elsewhere))
      await Promise.all(Array.from({ length: 20 }, () => signIn(server, loginOf(company))))
      const client = await server.db.connect()
      try {
        // Both must end another session. While the oldest is locked, neither can finish.
        await client.query('begin')
        await client.query('select 1 from sessions where org_id = $1 for update', [company.id])
        const calls = Promise.all([signIn(server, loginOf(company)), signIn(server, loginOf(company))])
        await untilBlocked(server.db, calls, 2)
        await client.query('rollback')
        expect((await calls).map(({ status }) => status)).to.deep.equal([200, 200])
      } finally {
        client.release()
      }
      expect(await liveSessions(company)).to.equal(20)
      expect(await liveSessions(elsewhere)).to.equal(1)
    })
  })

  describe('the log', () => {
    const visits = () =>
      server.logLines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ action }) => String(action).startsWith('auth.'))
        .map(({ action, code, status, organization, network: from, login, limit }) => ({
          action,
          code,
          status,
          organization,
          network: from,
          login,
          limit,
        }))

    it('names organization, network, outcome and hashed login; never e-mail, password or address', async () => {
      const company = await server.company()
      const login = loginOf(company)
      server.logLines.length = 0
      const answer = await signIn(server, login, { address })
      await signIn(server, { ...login, password: 'a wrong password' }, { address })
      await signIn(server, { ...login, email: 'nobody@company.example' }, { address })
      for (let i = 0; i < 10; i++) await signIn(server, { ...login, password: 'guess' }, { address })
      await server.anonymous().post(
        '/auth/sign_out',
        {},
        {
          Origin: server.baseUrl,
          Cookie: `rollcall=${cookieOf(answer).value}`,
          'X-Forwarded-For': address,
        },
      )

      const lines = visits()
      const [signedIn, wrong, unknown] = lines
      const name = signedIn!.login
      expect(name).to.match(/^[0-9a-f]{16}$/)
      const usual = {
        action: 'auth.sign_in',
        organization: company.id,
        network,
        login: name,
        limit: undefined,
      }
      expect(signedIn).to.deep.equal({ ...usual, code: 'ok', status: 200 })
      expect(wrong).to.deep.equal({ ...usual, code: 'unauthenticated', status: 401 })
      expect({ ...unknown, login: name }).to.deep.equal({ ...usual, code: 'unauthenticated', status: 401 })
      expect(unknown!.login).to.not.equal(name)
      expect(lines.at(-2)).to.deep.equal({
        ...usual,
        code: 'rate_limited',
        status: 429,
        limit: 'login and address',
      })
      expect(lines.at(-1)).to.deep.equal({
        ...usual,
        action: 'auth.sign_out',
        login: undefined,
        code: 'ok',
        status: 200,
      })
      const log = server.logLines.join('\n')
      for (const secret of [login.email, 'nobody@', login.password, 'a wrong password', address])
        expect(log).to.not.include(secret)
    })

    it('and the metrics measure them by name and outcome', async () => {
      const login = loginOf(await server.company())
      const answer = await signIn(server, login)
      await signIn(server, { ...login, password: 'guess' })
      await browserOf(server, answer).post('/auth/sign_out', {})
      const text = await (await fetch(server.running.metricsUrl!)).text()
      for (const labels of [
        'action="auth.sign_in",via="http",code="ok"',
        'action="auth.sign_in",via="http",code="unauthenticated"',
        'action="auth.sign_out",via="http",code="ok"',
      ])
        expect(text).to.match(new RegExp(`rollcall_requests_total\\{${labels}\\} [1-9]`))
    })
  })

  describe('the log of activity', () => {
    const entriesOf = async (company: Company) => {
      const owner = await company.as('owner')
      const { items } = await owner.call('platform_activity_list', {})
      return items.filter(({ action }) => action.startsWith('auth.'))
    }

    it('shows who signed in and out, with the network', async () => {
      const company = await server.company()
      const answer = await signIn(server, loginOf(company), { address })
      await browserOf(server, answer).post('/auth/sign_out', {}, { 'X-Forwarded-For': address })
      const [out, signedIn, ...others] = await entriesOf(company)
      expect(others).to.deep.equal([])
      for (const [entry, action, summary] of [
        [signedIn!, 'auth.sign_in', 'Signed in'],
        [out!, 'auth.sign_out', 'Signed out'],
      ] as const) {
        expect(entry).to.deep.include({ action, summary, subject: null })
        expect(entry.actor).to.include({ kind: 'user', name: 'Olga Owner', via: 'web' })
        expect(entry.changes).to.deep.equal([{ field: 'network', before: null, after: network }])
      }
      expect(answer.headers.get('x-request-id')).to.equal(signedIn!.request_id)
    })

    it('shows once that a session was ended, when two end it at the same moment', async () => {
      const company = await server.company()
      const browser = browserOf(server, await signIn(server, loginOf(company), { address }))
      const leave = () => browser.post('/auth/sign_out', {}, { 'X-Forwarded-For': address })
      const { first, second } = await interrupted(server.db, 'sessions', leave, leave)
      for (const answer of [await first, await second]) expect(answer.status).to.equal(200)
      const actions = (await entriesOf(company)).map(({ action }) => action)
      expect(actions).to.deep.equal(['auth.sign_out', 'auth.sign_in'])
    })

    it('shows failures to the member, few of them, and that a limit is reached; refused ones not', async () => {
      const company = await server.company()
      const login = { ...loginOf(company), password: 'guess' }
      // The limit is that of one minute.
      server.now = new Date()
      for (let i = 0; i < 15; i++) await signIn(server, login, { address })
      const entries = await until('the last line is written', async () => {
        const found = await entriesOf(company)
        return found.length >= 4 && found
      })
      const failed = 'Somebody failed to sign in with this login'
      expect(entries.map(({ summary }) => summary).sort()).to.deep.equal([
        failed,
        failed,
        failed,
        `${failed} too often: more attempts from there are refused for a while`,
      ])
      for (const { changes } of entries)
        expect(changes).to.deep.equal([{ field: 'network', before: null, after: network }])
    })

    it('shows each member their own lines, and others nothing', async () => {
      const company = await server.company()
      const member = await company.member('hr', { person: true })
      await server.db.query(
        `update users set email = 'hr@company.example', email_key = 'hr@company.example',
                password_hash = (select password_hash from users where org_id = $1 and password_hash is not null)
          where org_id = $1 and id = $2`,
        [company.id, member.userId],
      )
      const login = { ...loginOf(company), email: 'hr@company.example' }
      const browser = browserOf(server, await signIn(server, login))
      await signIn(server, { ...login, password: 'guess' })
      await signIn(server, loginOf(company))
      const own = await until('both lines are there', async () => {
        const { items } = await browser.call('platform_activity_list', {})
        return items.length >= 2 && items
      })
      expect(own.map(({ summary }) => summary)).to.deep.equal([
        'Somebody failed to sign in with this login',
        'Signed in',
      ])
      expect(own.map(({ actor }) => actor.person_id)).to.deep.equal([member.personId, member.personId])
      const other = await company.as('hr', 'web')
      expect((await other.call('platform_activity_list', {})).items).to.deep.equal([])
      const about = await (
        await company.as('owner')
      ).call('platform_activity_list', { person_id: member.personId! })
      expect(about.items).to.have.length(2)
    })

    it('says that a paused organization did not let a member in', async () => {
      const company = await server.company()
      await server.db.query(
        `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
        [company.id],
      )
      await server.db.query(`update memberships set role = 'hr' where org_id = $1`, [company.id])
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => signIn(server, loginOf(company), { address })),
      )
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(12).fill(403))
      const summaries = async () => {
        const { rows } = await server.db.query<{ code: string }>(
          'select summary_code as code from activity where org_id = $1',
          [company.id],
        )
        return rows.length >= 3 && rows.map(({ code }) => code)
      }
      expect(await until('the lines are there', summaries)).to.deep.equal(
        Array(3).fill('sign_in_while_paused'),
      )
    })
  })
})
