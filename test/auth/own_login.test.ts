import { expect } from 'chai'
import { inHashingTurn } from '../../src/auth/hashing.ts'
import { hashPassword } from '../../src/secrets/passwords.ts'
import { activityOf } from '../support/activity.ts'
import { givePassword } from '../support/approvals.ts'
import { browserOf, inOneMinute, loginOf, newAddress, signIn } from '../support/browser.ts'
import type { TestClient } from '../support/client.ts'
import { loginMails } from '../support/mail.ts'
import { MemberBrowser } from '../support/oauth.ts'
import { heldUp, untilBlocked } from '../support/race.ts'
import { forgetAttempts, useServer } from '../support/server.ts'
import { linkAccount, offersBoth } from '../support/sign-in.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'
const good = 'purple bicycle under water'

describe('the own login', () => {
  const server = useServer({ ...offersBoth, TRUST_PROXY: 'true' })

  const enter = async (login: Parameters<typeof signIn>[1]) => browserOf(server, await signIn(server, login))
  const whoami = async (client: TestClient) => (await client.post('/v1/platform/whoami', {})).status
  const change = (client: TestClient, current_password: string, password: string, headers = {}) =>
    client.post('/auth/password_change', { current_password, password }, headers)

  describe('sessions', () => {
    it('are listed by network and kind of browser, the newest first, and ended one by one or all', async () => {
      const company = await server.company()
      const login = loginOf(company)
      const answer = await server.anonymous().post('/auth/sign_in', login, {
        Origin: server.baseUrl,
        'X-Forwarded-For': '192.0.2.77',
        'User-Agent': firefox,
      })
      const first = browserOf(server, answer)
      const [second, third] = [await enter(login), await enter(login)]
      const list = async (client: TestClient) => (await client.post('/auth/sessions', {})).body.data.sessions
      const sessions = await list(second)
      expect(sessions.map(({ current }: { current: boolean }) => current)).to.deep.equal([false, true, false])
      expect(sessions[2]).to.include({ network: '192.0.2.0/24', browser: 'Firefox, Windows' })
      expect(sessions[0].browser).to.equal(null)

      const end = async (client: TestClient, input: object) =>
        (await client.post('/auth/session_end', input)).body
      expect(await end(second, { session_id: sessions[2].id })).to.deep.equal({ data: { ended: 1 } })
      expect(await whoami(first)).to.equal(401)
      expect(await end(second, { others: true })).to.deep.equal({ data: { ended: 1 } })
      expect([await whoami(third), await whoami(second)]).to.deep.equal([401, 200])
      expect(await end(second, { others: true })).to.deep.equal({ data: { ended: 0 } })
      expect(await activityOf(server, company, 'auth.session_end')).to.have.length(2)
    })

    it('are not listed once they have expired, nor ended again', async () => {
      const company = await server.company()
      const [mine, old] = [await enter(loginOf(company)), await enter(loginOf(company))]
      const list = async () => (await mine.post('/auth/sessions', {})).body.data.sessions
      const [{ id }] = await list()
      server.now = new Date(Date.now() + 60_000)
      await server.db.query('update sessions set expires_at = now() where id = $1', [id])
      expect((await list()).map(({ current }: { current: boolean }) => current)).to.deep.equal([true])
      expect((await mine.post('/auth/session_end', { session_id: id })).status).to.equal(404)
      expect((await mine.post('/auth/session_end', { others: true })).body.data).to.deep.equal({ ended: 0 })
      expect(await whoami(old)).to.equal(401)
      expect(await activityOf(server, company, 'auth.session_end')).to.deep.equal([])
    })

    it('of others, ended ones and invented ones are not found alike', async () => {
      const [company, elsewhere] = [await server.company(), await server.company()]
      const mine = await enter(loginOf(company))
      const colleague = await company.web(await company.member('owner'))
      const stranger = await enter(loginOf(elsewhere))
      const ids = []
      for (const client of [colleague, stranger]) {
        const { body } = await client.post('/auth/sessions', {})
        ids.push(body.data.sessions[0].id)
      }
      for (const session_id of [...ids, '00000000-0000-0000-0000-000000000000', 'x', '']) {
        const { status, body } = await mine.post('/auth/session_end', { session_id })
        expect([status, body.error.code], session_id).to.deep.equal([404, 'not_found'])
      }
      expect([await whoami(colleague), await whoami(stranger)]).to.deep.equal([200, 200])
      for (const input of [{}, { others: false }, { session_id: ids[0], others: true }])
        expect((await mine.post('/auth/session_end', input)).status).to.equal(400)
    })

    it('cannot be asked for with a key, without a session, or from another site', async () => {
      const company = await server.company()
      const key = await company.as('owner')
      const web = await enter(loginOf(company))
      for (const path of ['/auth/sessions', '/auth/identities']) {
        const own = { Origin: server.baseUrl }
        expect((await key.post(path, {}, own)).status).to.equal(401)
        expect((await server.anonymous().post(path, {}, own)).status).to.equal(401)
        expect((await web.post(path, {}, { Origin: 'https://evil.example' })).status).to.equal(403)
      }
    })
  })

  describe('changing the password', () => {
    it('ends all other sessions, keeps this one and keys, and says so', async () => {
      const company = await server.company()
      const login = loginOf(company)
      const [mine, other] = [await enter(login), await enter(login)]
      const { body, status } = await change(mine, login.password, `  ${good} `)
      expect([status, body.data.changed]).to.deep.equal([200, true])
      expect([await whoami(mine), await whoami(other)]).to.deep.equal([200, 401])
      expect((await signIn(server, login)).status).to.equal(401)
      expect((await signIn(server, { ...login, password: good })).status).to.equal(200)
      const lines = await activityOf(server, company, 'auth.password_change')
      expect(lines.map(({ summary }) => summary)).to.deep.equal(['Changed their password'])
    })

    it('needs the current one, whose failures count as those of signing in', async () => {
      const company = await server.company()
      const login = loginOf(company)
      const mine = await enter(login)
      const from = { 'X-Forwarded-For': newAddress() }
      const statuses = await inOneMinute(server, async () => {
        await forgetAttempts(server)
        for (let time = 0; time < 10; time++) {
          const { status, body } = await change(mine, 'not the password', good, from)
          expect([status, body.error.details[0].code]).to.deep.equal([403, 'wrong_current_password'])
        }
        const { status } = await change(mine, login.password, good, from)
        const other = await signIn(server, login, { address: from['X-Forwarded-For'] })
        return [status, other.status]
      })
      expect(statuses).to.deep.equal([429, 429])
      expect((await change(mine, login.password, good)).status).to.equal(200)
    })

    it('makes no address known from which nobody has signed in', async () => {
      const company = await server.company()
      const web = await company.as('owner', 'web')
      await server.db.query('update users set password_hash = $2 where org_id = $1', [
        company.id,
        await hashPassword('the old password'),
      ])
      const known = async () => (await server.db.query('select 1 from sign_in_networks')).rowCount
      const before = await known()
      expect((await change(web, 'the old password', good)).status).to.equal(200)
      expect(await known()).to.equal(before)
    })

    it('counts no failure when it succeeds', async () => {
      const company = await server.company()
      const login = loginOf(company)
      const mine = await enter(login)
      const failures = async () =>
        (await server.db.query('select sum(in_hour)::int as n from attempt_windows')).rows[0].n
      const before = await failures()
      expect((await change(mine, login.password, good)).status).to.equal(200)
      expect(await failures()).to.equal(before)
    })

    it('takes only good ones', async () => {
      const company = await server.company({ name: 'Wonderful Widgets' })
      const login = loginOf(company)
      const mine = await enter(login)
      const wrong: [string, string][] = [
        ['short 789', 'too_short'],
        ['😀😀😀😀😀😀😀😀😀', 'too_short'],
        ['1q2w3e4r5t6y', 'too_common'],
        ['PASSWORD123', 'too_common'],
        ['Sunshine1975!', 'too_common'],
        ['12345 sunshine', 'too_common'],
        ['owner@company.example', 'too_personal'],
        ['olga owner 1', 'too_personal'],
        ['Wonderful-Widgets', 'too_personal'],
        [company.slug, 'too_personal'],
      ]
      for (const [password, code] of wrong) {
        const { status, body } = await change(mine, login.password, password)
        expect([status, body.error.details?.[0].path, body.error.details?.[0].code], password).to.deep.equal([
          400,
          'password',
          code,
        ])
        expect(JSON.stringify(body)).to.not.include(password)
      }
      let current = login.password
      for (const password of ['aaaaabbbbbccccc', 'пароль из слов', '0987-6543 21-xy']) {
        const { status, text } = await change(mine, current, password)
        expect(status, `${password} ${text}`).to.equal(200)
        current = password
      }
    })

    it('is not for a login without one, nor where passwords are off', async () => {
      const company = await server.company()
      const member = await company.member('hr')
      await linkAccount(server, company, member, 'google')
      const web = await company.web(member)
      expect((await change(web, 'anything', good)).status).to.equal(409)
      await server.db.query('update organizations set sign_in_password = false where org_id = $1', [
        company.id,
      ])
      expect((await change(web, 'anything', good)).status).to.equal(403)
    })

    it('happens once when two sessions do it at the same time', async () => {
      const company = await server.company()
      const login = loginOf(company)
      const [one, other] = [await enter(login), await enter(login)]
      const answers = await Promise.all([
        change(one, login.password, good),
        change(other, login.password, `${good} again`),
      ])
      expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 401])
      expect([await whoami(one), await whoami(other)].toSorted()).to.deep.equal([200, 401])
    })

    it('happens once when one session does it twice at the same time', async () => {
      const company = await server.company()
      const login = loginOf(company)
      const one = await enter(login)
      const passwords = [good, `${good} again`]
      const answers = await Promise.all(passwords.map((password) => change(one, login.password, password)))
      const won = answers.findIndex(({ status }) => status === 200)
      expect(answers[1 - won]!.status).to.be.oneOf([403, 409])
      expect(answers[1 - won]!.body.error.details[0].code).to.be.oneOf([
        'wrong_current_password',
        'password_changed_meanwhile',
      ])
      expect((await change(one, passwords[won]!, `${good} at last`)).status).to.equal(200)
    })

    it('says so when another request has changed it between its check and its change', async () => {
      const company = await server.company()
      const login = loginOf(company)
      const one = await enter(login)
      // Everything but the change itself is done while this holds the row.
      const client = await server.db.connect()
      await client.query('begin')
      await client.query('update users set updated_at = updated_at where org_id = $1', [company.id])
      const answer = change(one, login.password, good)
      await untilBlocked(server.db, answer)
      await client.query(`update users set password_hash = password_hash || '=' where org_id = $1`, [
        company.id,
      ])
      await client.query('commit')
      client.release()
      const { status, body } = await answer
      expect([status, body.error.details[0].code]).to.deep.equal([409, 'password_changed_meanwhile'])
    })

    it('takes turns with all who set a password in the organization', async () => {
      const company = await server.company()
      const login = loginOf(company)
      const one = await enter(login)
      const done = Promise.withResolvers<void>()
      const { rows } = await server.db.query<{ id: string }>('select id from memberships where org_id = $1', [
        company.id,
      ])
      const membership = rows[0]!.id
      const others = Array.from({ length: 6 }, () =>
        inHashingTurn(company.id, membership, () => done.promise),
      )
      const { status, body } = await change(one, login.password, good)
      expect([status, body.error.message]).to.deep.equal([
        503,
        'Very many set a password at this moment. Try again in 2 seconds.',
      ])
      done.resolve()
      await Promise.all(others)
      expect((await change(one, login.password, good)).status).to.equal(200)
    })
  })

  describe('linked accounts', () => {
    const unlink = (client: TestClient, provider: string) =>
      client.post('/auth/identity_unlink', { provider })

    it('are unlinked, and can be linked again by whoever has them', async () => {
      const company = await server.company()
      const member = await company.member('hr')
      await givePassword(server, member)
      const subject = await linkAccount(server, company, member, 'google')
      const web = await company.web(member)
      for (let time = 1; time <= 2; time++) expect((await unlink(web, 'google')).status).to.equal(200)
      expect((await web.post('/auth/identities', {})).body.data.identities).to.deep.equal([])
      expect(await activityOf(server, company, 'auth.identity_unlink')).to.have.length(1)
      expect(await loginMails(server, company)).to.have.length(1)
      const { rows } = await server.db.query(
        'select account, email, linked_at from identities where org_id = $1',
        [company.id],
      )
      expect(rows).to.deep.equal([{ account: null, email: null, linked_at: null }])
      await linkAccount(server, company, await company.member('hr'), 'google', subject)
    })

    it('stay when nothing else could be used', async () => {
      const company = await server.company()
      const member = await company.member('hr')
      for (const provider of ['google', 'microsoft'] as const)
        await linkAccount(server, company, member, provider)
      const web = await company.web(member)
      const { first, second } = await heldUp(
        server.db,
        { text: 'select 1 from organizations where org_id = $1 for update', values: [company.id] },
        () => unlink(web, 'google'),
        () => unlink(web, 'microsoft'),
      )
      expect([(await first).status, (await second).status].toSorted()).to.deep.equal([200, 409])
      await givePassword(server, member)
      await server.db.query('update organizations set sign_in_password = false where org_id = $1', [
        company.id,
      ])
      for (const provider of ['google', 'microsoft'])
        expect((await unlink(web, provider)).status).to.be.oneOf([200, 409])
      const { body } = await web.post('/auth/identities', {})
      expect(body.data.identities).to.have.length(1)
    })
  })
})

describe('the own login where only one provider is offered', () => {
  const server = useServer({ ...offersBoth, MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '' })

  it('keeps the account there: another one could not be used', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    for (const provider of ['google', 'microsoft'] as const)
      await linkAccount(server, company, member, provider)
    const web = await company.web(member)
    const unlink = (provider: string) => web.post('/auth/identity_unlink', { provider })
    const { status, body } = await unlink('google')
    expect([status, body.error.details[0].code]).to.deep.equal([409, 'last_way_to_sign_in'])
    expect((await unlink('microsoft')).status).to.equal(200)
  })

  it('offers no other one on the page of the account, though the organization has it on', async () => {
    const company = await server.company()
    const web = await company.web(await company.member('hr'))
    const { text } = await new MemberBrowser(server, web).visit(`/${company.slug}/account`)
    expect(text).to.include('Google').and.not.include('Microsoft')
  })
})
