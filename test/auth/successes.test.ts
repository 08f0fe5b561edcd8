import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { successLimits } from '../../src/auth/limits.ts'
import { guide } from '../support/contract.ts'
import { activityOf } from '../support/activity.ts'
import { browserOf, loginOf, newAddress, signIn, type SignInInput } from '../support/browser.ts'
import type { RawAnswer } from '../support/client.ts'
import { sendForm } from '../support/page-visits.ts'
import { accountAt, startProvider } from '../support/provider.ts'
import { useServer } from '../support/server.ts'
import { linkAccount } from '../support/sign-in.ts'
import { Visitor } from '../support/visitor.ts'

const google = await startProvider('google')
after(() => google.stop())

/** A moment with most of its minute and hour left. */
// A session that is signed in lives for a week of the database, whose clock no test sets: this is far ahead of it.
const start = Date.parse('2046-11-21T09:00:10.000Z')
const { minute, hour } = successLimits.login
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'

describe('sign-ins that succeed', () => {
  const server = useServer({ ...google.settings, TRUST_PROXY: 'true' })
  before(() => google.open(server.baseUrl))
  beforeEach(() => {
    server.now = new Date(start)
  })

  const after = (ms: number) => {
    server.now = new Date(start + ms)
  }
  const statusOf = async (answer: Promise<RawAnswer>) => (await answer).status
  /** As if whatever was counted had been counted more often: to compare a password takes long. */
  const count = (more: number, column: 'in_minute' | 'in_hour') =>
    server.db.query(`update attempt_windows set ${column} = ${column} + $1 where in_day > 0`, [more])
  const guess = (login: SignInInput, address = newAddress()) =>
    signIn(server, { ...login, password: 'guess' }, { address })

  it('have the limits that the contract tells', () => {
    const { paths } = JSON.parse(readFileSync('openapi/published/openapi.json', 'utf8'))
    const { description } = paths['/auth/sign_in'].post
    expect(description.replace(/\s+/g, ' ')).to.include(
      `${minute} in a minute and ${hour} in an hour with one password`,
    )
    expect(guide('Limits').replace(/\s+/g, ' ')).to.include(
      `Signing in: ${minute} times in each minute and ${hour} times in each hour with one password`,
    )
  })

  it('are so many in a minute and in an hour for one login, from wherever they come', async () => {
    const login = loginOf(await server.company())
    const address = newAddress()
    expect(await statusOf(signIn(server, login, { address }))).to.equal(200)
    await count(minute - 3, 'in_minute')
    server.logLines.length = 0
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(server, login)))
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 200, 429, 429])
    const limits = server.logLines.map((line) => (JSON.parse(line) as { limit?: string }).limit)
    expect(limits.filter((limit) => limit !== undefined)).to.deep.equal(['sign-ins', 'sign-ins'])
    const refused = await signIn(server, login, { address })
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '50'])
    expect(refused.body.error.message).to.match(/signs in very often.*Try again in 50 seconds\.$/)
    expect(await statusOf(signIn(server, loginOf(await server.company())))).to.equal(200)

    after(60_000)
    await count(hour - 4, 'in_hour')
    expect(await statusOf(signIn(server, login, { address }))).to.equal(200)
    expect(await statusOf(signIn(server, login, { address }))).to.equal(429)
    after(3_600_000)
    expect(await statusOf(signIn(server, login, { address }))).to.equal(200)
  })

  it('cannot be used up by strangers, and tell them nothing', async () => {
    const login = loginOf(await server.company())
    for (let time = 0; time < 5; time++) expect(await statusOf(guess(login))).to.equal(401)
    await count(minute, 'in_minute')
    await server.db.query('delete from attempt_windows where in_minute <> in_day and in_day > 1')
    expect(await statusOf(signIn(server, login)), 'failures do not count').to.equal(200)
    await count(minute - 1, 'in_minute')
    await server.db.query(`update attempt_windows set in_minute = 0 where in_day > 1`)
    expect(await statusOf(signIn(server, login))).to.equal(429)
    expect(await statusOf(guess(login)), 'of a guess').to.equal(401)
  })

  it('are refused before the password is compared, where the login has signed in before', async () => {
    const login = loginOf(await server.company())
    const address = newAddress()
    expect(await statusOf(signIn(server, login, { address }))).to.equal(200)
    await count(minute - 1, 'in_minute')
    expect(await statusOf(guess(login, address))).to.equal(429)
    after(60_000)
    // It was no failure, either.
    const { rows } = await server.db.query('select max(in_hour)::int as failures from attempt_windows')
    expect(rows[0].failures).to.equal(1)
  })

  it('begin again with another password: whoever knew the old one keeps nobody out', async () => {
    const login = loginOf(await server.company())
    const browser = browserOf(server, await signIn(server, login))
    await count(minute, 'in_minute')
    expect(await statusOf(signIn(server, login))).to.equal(429)
    const password = 'purple bicycle under water'
    await server.db.query('update attempt_windows set in_minute = 0 where in_day > 1')
    const changed = await browser.post('/v1/platform/password.change', {
      current_password: login.password,
      password,
    })
    expect(changed.status, changed.text).to.equal(200)
    expect(await statusOf(signIn(server, { ...login, password }))).to.equal(200)
  })

  it('are limited at a provider and on the page, too', async () => {
    const company = await server.company()
    const { rows } = await server.db.query('select id from users where org_id = $1', [company.id])
    google.account = accountAt.google()
    await linkAccount(server, company, { userId: rows[0].id } as never, 'google', google.account.sub)
    const go = () => new Visitor(server).signIn(`/auth/google?organization=${company.slug}`)
    expect(await go()).to.equal(`/${company.slug}/start`)
    await count(minute - 1, 'in_minute')
    expect(await go()).to.equal(`/${company.slug}?problem=too_many_sign_ins`)

    const form = { email: company.owner.email, password: company.owner.password }
    const send = () => sendForm(server, `/${company.slug}`, form)
    expect((await send()).status).to.equal(303)
    await count(minute, 'in_minute')
    await server.db.query('update attempt_windows set in_minute = 0 where in_day > 2')
    const { status, headers, text } = await send()
    expect([status, headers.get('retry-after')]).to.deep.equal([429, '50'])
    expect(text).to.include('You have signed in very often.')
  })

  it('are one line of the activity log in an hour, but for another network, browser or method', async () => {
    const company = await server.company()
    const { rows } = await server.db.query('select id from users where org_id = $1', [company.id])
    google.account = accountAt.google()
    await linkAccount(server, company, { userId: rows[0].id } as never, 'google', google.account.sub)
    const visit = (address: string, agent = '') =>
      server.anonymous().post('/auth/sign_in', loginOf(company), {
        Origin: server.baseUrl,
        'X-Forwarded-For': address,
        'User-Agent': agent,
      })
    const lines = async () => {
      const found = await activityOf(server, company, 'auth.sign_in')
      return found.map(({ changes }) => changes.map(({ after: value }) => value).join(' '))
    }
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) await visit(address)
    expect(await lines()).to.deep.equal(['192.0.2.0/24'])
    await visit('192.0.2.1', firefox)
    await visit('198.51.100.1', firefox)
    const visitor = new Visitor(server)
    await visitor.signIn(`/auth/google?organization=${company.slug}`, { 'X-Forwarded-For': '192.0.2.1' })
    expect((await lines()).slice(1, 3)).to.deep.equal([
      '192.0.2.0/24 Firefox, Windows',
      '198.51.100.0/24 Firefox, Windows',
    ])
    expect((await lines())[3]).to.match(/ google$/)
    after(3_600_000)
    await visit('192.0.2.1')
    expect(await lines()).to.have.length(5)
  })

  it('have their line whatever became of those before: what was rolled back counts nothing', async () => {
    const company = await server.company()
    await server.db.query(`alter table sessions add constraint refuses_sessions check (false) not valid`)
    const failed = await signIn(server, loginOf(company), { address: '192.0.2.1' }).finally(() =>
      server.db.query('alter table sessions drop constraint refuses_sessions'),
    )
    expect(failed.status).to.equal(500)
    expect(await statusOf(signIn(server, loginOf(company), { address: '192.0.2.1' }))).to.equal(200)
    expect(await activityOf(server, company, 'auth.sign_in')).to.have.length(1)
  })
})
