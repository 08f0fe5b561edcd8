import { expect } from 'chai'
import { setTimeout } from 'node:timers/promises'
import { inHashingTurn } from '../../../../src/auth/hashing.ts'
import { hashPassword } from '../../../../src/secrets/passwords.ts'
import { activityOf } from '../../../support/activity.ts'
import { browserOf, inOneMinute, loginOf, newAddress, signIn } from '../../../support/browser.ts'
import type { TestClient } from '../../../support/client.ts'
import { untilBlocked } from '../../../support/race.ts'
import { forgetAttempts, useServer } from '../../../support/server.ts'
import { linkAccount, offersBoth } from '../../../support/sign-in.ts'

const good = 'purple bicycle under water'

describe('platform.password.change', () => {
  const server = useServer({ ...offersBoth, TRUST_PROXY: 'true' })

  const enter = async (login: Parameters<typeof signIn>[1]) => browserOf(server, await signIn(server, login))
  const whoami = async (client: TestClient) => (await client.post('/v1/platform/whoami', {})).status
  const change = (client: TestClient, current_password: string, password: string, headers = {}) =>
    client.post('/v1/platform/password.change', { current_password, password }, headers)

  it('ends all other sessions, keeps this one and keys, and says so', async () => {
    const company = await server.company()
    const login = loginOf(company)
    const [mine, other] = [await enter(login), await enter(login)]
    const { body, status } = await change(mine, login.password, `  ${good} `)
    expect([status, body.data.changed]).to.deep.equal([200, true])
    expect([await whoami(mine), await whoami(other)]).to.deep.equal([200, 401])
    expect((await signIn(server, login)).status).to.equal(401)
    expect((await signIn(server, { ...login, password: good })).status).to.equal(200)
    const lines = await activityOf(server, company, 'platform.password.change')
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
    const lines = await activityOf(server, company, 'platform.password.change')
    expect(lines.map(({ summary }) => summary)).to.deep.equal(
      Array(10).fill('Gave a wrong current password, so it was not changed'),
    )
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
    await server.db.query('update organizations set sign_in_password = false where org_id = $1', [company.id])
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

  it('does not tell whether a password is right when the session ended meanwhile', async () => {
    const company = await server.company()
    const login = loginOf(company)
    const one = await enter(login)
    const { rows } = await server.db.query('select id from memberships where org_id = $1', [company.id])
    const turn = Promise.withResolvers<void>()
    const others = inHashingTurn(company.id, rows[0].id, () => turn.promise)
    const answers = [login.password, 'a wrong one'].map((current) => change(one, current, good))
    // Both have come in, and wait for their turn.
    await Promise.race([Promise.all(answers), setTimeout(300)])
    await server.db.query('update sessions set ended_at = now() where org_id = $1', [company.id])
    turn.resolve()
    await others
    const got = await Promise.all(answers)
    expect(got.map(({ status }) => status)).to.deep.equal([401, 401])
    expect(got[0]!.body.error.message).to.equal(got[1]!.body.error.message)
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
    const others = Array.from({ length: 6 }, () => inHashingTurn(company.id, membership, () => done.promise))
    const { status, body } = await change(one, login.password, good)
    expect([status, body.error.message]).to.deep.equal([
      503,
      'Very many set a password at this moment. Try again in 2 seconds.',
    ])
    done.resolve()
    await Promise.all(others)
    expect((await change(one, login.password, good)).status).to.equal(200)
  })

  it('tells a repeat with the same key that it was done, and counts and compares nothing for it', async () => {
    const company = await server.company()
    const login = loginOf(company)
    const mine = await enter(login)
    const failures = async () =>
      (await server.db.query('select sum(in_hour)::int as n from attempt_windows')).rows[0].n
    const before = await failures()
    const key = { 'Idempotency-Key': 'once' }
    expect((await change(mine, login.password, good, key)).status).to.equal(200)
    const { status, body } = await change(mine, login.password, good, key)
    expect([status, body.error.details[0].code]).to.deep.equal([409, 'idempotency_key_used'])
    expect(await failures()).to.equal(before)
    // No digest is made of the passwords, so others are the same call.
    const other = await change(mine, 'another one', `${good} again`, key)
    expect(other.body.error.details[0].code).to.equal('idempotency_key_used')
  })

  it('compares and hashes nothing in a dry run, but says what else is wrong', async () => {
    const company = await server.company()
    const login = loginOf(company)
    const mine = await enter(login)
    const dry = (password: string) =>
      mine.post('/v1/platform/password.change?dry_run=true', { current_password: 'wrong', password })
    const hash = Promise.withResolvers<void>()
    const { rows } = await server.db.query('select id from memberships where org_id = $1', [company.id])
    const others = inHashingTurn(company.id, rows[0].id, () => hash.promise)
    expect((await dry(good)).status).to.equal(200)
    expect((await dry('short')).status).to.equal(400)
    hash.resolve()
    await others
    expect((await signIn(server, login)).status).to.equal(200)
  })

  it('is refused when passwords are turned off between its check and its change', async () => {
    const company = await server.company()
    const login = loginOf(company)
    const one = await enter(login)
    const client = await server.db.connect()
    await client.query('begin')
    await client.query('select 1 from memberships where org_id = $1 for no key update', [company.id])
    const answer = change(one, login.password, good)
    await untilBlocked(server.db, answer)
    await client.query('update organizations set sign_in_password = false where org_id = $1', [company.id])
    await client.query('commit')
    client.release()
    const { status, body } = await answer
    expect([status, body.error.details[0].code]).to.deep.equal([403, 'passwords_off'])
  })
})
