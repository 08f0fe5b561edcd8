import { expect } from 'chai'
import { makeReset } from '../../src/auth/reset.ts'
import { withOrganization } from '../../src/db/transaction.ts'
import { addDays, today as todayIn, type Day } from '../../src/domain/day.ts'
import { lockLoginByEmail } from '../../src/queries/platform/password-resets.ts'
import type { TestClient } from '../support/client.ts'
import type { Company, Member } from '../support/company.ts'
import { postAuth } from '../support/invites.ts'
import { loginMails, readMails } from '../support/mail.ts'
import { connectedApp } from '../support/oauth.ts'
import { getPage, sendForm, signInByForm } from '../support/page-visits.ts'
import { unique, useServer } from '../support/server.ts'

const good = 'purple bicycle under water'
/** Days from today on: a session that is signed in lives for a week of the database, whose clock no test sets. */
const dayFromNow = (days: number): Day => addDays(todayIn(new Date(), 'UTC'), days)
const today = dayFromNow(0)
/** The day since which somebody else had access. In Bogotá it begins at 5:00 UTC all year. */
const since = dayFromNow(-3)
const written = (day: Day, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

describe('keys and apps made since a day', () => {
  const server = useServer({ TRUST_PROXY: 'true' })
  beforeEach(() => {
    server.now = new Date(`${today}T12:00:00Z`)
  })

  interface Case {
    company: Company
    member: Member
    web: TestClient
    keys: { early: TestClient; late: TestClient }
    apps: { early: { id: string }; late: { id: string }; pending: { id: string } }
  }
  /** An owner with a key and an app from the day before, and with one of each from that day. */
  const start = async (): Promise<Case> => {
    const company = await server.company({ timeZone: 'America/Bogota' })
    const { rows } = await server.db.query(
      `update users set email = $2, email_key = $2 where org_id = $1 returning id as "userId"`,
      [company.id, (company.owner.email = `${unique('owner')}@company.example`)],
    )
    const found = await server.db.query('select id from memberships where org_id = $1', [company.id])
    const member = { membershipId: found.rows[0].id, userId: rows[0].userId } as Member
    const keys = { early: await company.key(member), late: await company.key(member) }
    const apps = {
      early: await connectedApp(server, company, member, { name: 'Early app' }),
      late: await connectedApp(server, company, member, { name: 'Late app' }),
      pending: await connectedApp(server, company, member, { name: 'Pending app', state: 'pending' }),
    }
    const idOf = async ({ credential }: TestClient) => {
      const last4 = credential.kind === 'key' ? credential.secret.slice(-4) : ''
      const sql = 'select id from api_keys where org_id = $1 and last4 = $2'
      return (await server.db.query(sql, [company.id, last4])).rows[0].id as string
    }
    const made = async (table: string, name: string, id: string, at: string, text: string) =>
      server.db.query(`update ${table} set created_at = $2, ${name} = $3 where id = $1`, [id, at, text])
    await made('api_keys', 'name', await idOf(keys.early), `${since}T04:59:59Z`, 'Early key')
    await made('api_keys', 'name', await idOf(keys.late), `${since}T05:00:00Z`, 'Late key')
    await made('oauth_connections', 'client_name', apps.early.id, `${since}T04:59:59Z`, 'Early app')
    await made('oauth_connections', 'client_name', apps.late.id, `${since}T05:00:00Z`, 'Late app')
    return { company, member, web: await company.web(member), keys, apps }
  }
  const namesOf = ({ api_keys, apps }: any) =>
    [...api_keys, ...apps].map(({ name, created_at }: any) => `${name} ${created_at}`)
  const early = [`Early key ${since}T04:59:59.000Z`, `Early app ${since}T04:59:59.000Z`]
  const late = [`Late key ${since}T05:00:00.000Z`, `Late app ${since}T05:00:00.000Z`]
  const works = async (client: TestClient) => (await client.post('/v1/platform/whoami', {})).status
  const revokedApps = async ({ company }: Case) => {
    const { rows } = await server.db.query(
      'select client_name from oauth_connections where org_id = $1 and revoked_at is not null order by 1',
      [company.id],
    )
    return rows.map(({ client_name: name }) => name)
  }
  const tokensOf = async ({ id }: { id: string }) =>
    (await server.db.query('select 1 from oauth_objects where connection_id = $1', [id])).rowCount
  /** The lines of the log by their codes. */
  const linesOf = async ({ id }: Company) => {
    const { rows } = await server.db.query<{ code: string; subject_name: string | null; changes: any[] }>(
      'select summary_code as code, subject_name, changes from activity where org_id = $1 order by id',
      [id],
    )
    return Map.groupBy(rows, ({ code }) => code)
  }
  const expectRevoked = async (one: Case) => {
    const { keys, apps, company } = one
    expect([await works(keys.early), await works(keys.late)]).to.deep.equal([200, 401])
    expect(await revokedApps(one)).to.deep.equal(['Late app', 'Pending app'])
    expect([await tokensOf(apps.early), await tokensOf(apps.late)]).to.deep.equal([1, 0])
    const lines = await linesOf(company)
    const [line, ...others] = lines.get('access_revoked')!
    expect(others).to.deep.equal([])
    expect(line!.changes.map(({ field, after }) => [field, after])).to.deep.equal([
      ['since', since],
      ['api_keys', 1],
      ['connections', 1],
    ])
    const [[key], [app]] = [lines.get('api_key_revoked')!, lines.get('app_disconnected')!]
    expect([key!.subject_name, app!.subject_name]).to.deep.equal(['Late key', 'Late app'])
  }
  const linkOf = async ({ id, owner }: Company) => {
    const { runtime } = server.running
    return withOrganization(runtime.pool, id, { mode: 'write' }, async (db) => {
      const login = await lockLoginByEmail(db, owner.email)
      return (await makeReset(runtime, db, login!, server.now!, 60)).token
    })
  }

  it('are revoked by themselves, and no others; a second time changes nothing', async () => {
    const one = await start()
    const other = await one.company.key(await one.company.member('hr'))
    for (const revoked of [late, []]) {
      const { body, status } = await one.web.post('/v1/platform/access.revoke', { since })
      expect([status, namesOf(body.data.revoked), namesOf(body.data.alive)]).to.deep.equal([
        200,
        revoked,
        early,
      ])
      await expectRevoked(one)
    }
    expect([await works(other), await works(one.web)]).to.deep.equal([200, 200])
    for (const wrong of ['2026-02-30', '', '20.11.2026'])
      expect((await one.web.post('/v1/platform/access.revoke', { since: wrong })).status, wrong).to.equal(400)
    const tomorrow = new Date(server.now!.getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
    const future = await one.web.post('/v1/platform/access.revoke', { since: tomorrow })
    expect([future.status, future.body.error.details[0].code]).to.deep.equal([400, 'revoke_since_in_future'])
    const given = { current_password: 'any', password: good, revoke_since: tomorrow }
    const { error } = (await one.web.post('/v1/platform/password.change', given)).body
    expect(error.details[0]).to.include({ path: 'revoke_since', code: 'revoke_since_in_future' })
    const key = await one.keys.early.post('/v1/platform/access.revoke', { since }, { Origin: server.baseUrl })
    expect(key.status, 'with a key').to.equal(403)
  })

  it('are revoked with a change of the password, if that is wanted, and are told by the mail', async () => {
    const one = await start()
    const { company, web } = one
    const change = (current_password: string, password: string, more = {}) =>
      web.post('/v1/platform/password.change', { current_password, password, ...more })
    const first = await change(company.owner.password, good)
    expect([namesOf(first.body.data.revoked), namesOf(first.body.data.alive)]).to.deep.equal([
      [],
      [late[0], early[0], late[1], early[1]],
    ])
    expect(await works(one.keys.late)).to.equal(200)
    expect(await revokedApps(one), 'what no app has used yet').to.deep.equal(['Pending app'])
    const second = await change(good, `${good} again`, { revoke_since: since })
    expect([namesOf(second.body.data.revoked), namesOf(second.body.data.alive)]).to.deep.equal([late, early])
    await expectRevoked(one)

    const [mail] = await loginMails(server, company)
    server.now = new Date(`${today}T12:02:00Z`)
    await server.running.runtime.postbox.deliver(company.id, mail!)
    const [letter] = await readMails(server, company.owner.email)
    expect(letter!.text).to.include(
      `All API keys and apps made since ${written(since, 'en-GB')} were revoked.`,
    )
    expect(letter!.text).to.include('A new password does not end API keys and connected apps.')
  })

  it('keep what they are when the password is wrong', async () => {
    const one = await start()
    const wrong = { current_password: 'not the password', password: good, revoke_since: since }
    expect((await one.web.post('/v1/platform/password.change', wrong)).status).to.equal(403)
    expect(await works(one.keys.late)).to.equal(200)
    expect(await revokedApps(one)).to.deep.equal([])
  })

  it('are revoked with a new password by a link, too', async () => {
    const one = await start()
    const { company } = one
    const { body } = await postAuth(server, 'password_reset', {
      organization: company.slug,
      token: await linkOf(company),
      password: good,
      revoke_since: since,
    })
    expect([namesOf(body.data.revoked), namesOf(body.data.alive)]).to.deep.equal([late, early])
    await expectRevoked(one)
  })

  it('are not revoked for a day that has not come: the link stays, and so does the password', async () => {
    const one = await start()
    const { company } = one
    // In Bogotá it is still the day before.
    const tomorrow = dayFromNow(1)
    server.now = new Date(`${tomorrow}T04:59:00Z`)
    const given = { organization: company.slug, token: await linkOf(company), password: good }
    const early = await postAuth(server, 'password_reset', { ...given, revoke_since: tomorrow })
    expect(early.status).to.equal(400)
    expect(early.body.error.details[0]).to.include({ path: 'revoke_since', code: 'revoke_since_in_future' })
    const cookie = await signInByForm(server, company)
    const account = `/${company.slug}/account`
    const asked = await getPage(server, `${account}?since=${tomorrow}`, cookie)
    expect(asked.text).to.include('Enter a day, as 2026-11-20.').and.not.include('Revoke all')
    const sent = await sendForm(server, `${account}/revoke`, { since: tomorrow }, cookie)
    expect([sent.status, sent.text.includes('Nothing is revoked.')]).to.deep.equal([422, true])
    expect(sent.text).to.include('Enter a day, as 2026-11-20.')
    expect([await works(one.keys.late), await revokedApps(one)]).to.deep.equal([200, []])
    const done = await postAuth(server, 'password_reset', { ...given, revoke_since: today })
    expect([done.status, namesOf(done.body.data.revoked)]).to.deep.equal([200, []])
  })

  it('are shown on the account page for a day that the member chooses, and revoked', async () => {
    const one = await start()
    const { company } = one
    const account = `/${company.slug}/account`
    const cookie = await signInByForm(server, company)
    const fields = { current_password: company.owner.password, password: good, repeated: good }
    const changed = await sendForm(server, `${account}/password`, fields, cookie)
    expect(changed.headers.get('location')).to.equal(`${account}?done=password_changed_look`)
    const page = await getPage(server, changed.headers.get('location')!, cookie)
    expect(page.text).to.include('API keys and connected apps go on').and.include('type="date"')
    const nothing = await getPage(server, `${account}?since=${dayFromNow(-1)}`, cookie)
    expect(nothing.text).to.include('None of your keys and apps was made on that day or later.')
    const wrong = await getPage(server, `${account}?since=2026-02-30`, cookie)
    expect(wrong.text).to.include('Enter a day, as 2026-11-20.').and.not.include('Revoke all')
    const { text } = await getPage(server, `${account}?since=${since}`, cookie)
    const [asked = ''] = /<div class="asked" role="group"[^]*?<\/form>/.exec(text) ?? []
    expect(asked).to.include('Late key').and.include('Late app').and.include('Revoke all 2')
    expect(asked).not.to.include('Early')
    const bad = await sendForm(server, `${account}/revoke`, { since: 'soon' }, cookie)
    expect([bad.status, bad.text.includes('Enter a day, as 2026-11-20.')]).to.deep.equal([422, true])
    const done = await sendForm(server, `${account}/revoke`, { since }, cookie)
    expect(done.headers.get('location')).to.equal(`${account}?done=revoked`)
    await expectRevoked(one)
    await server.db.query(`update users set language = 'de' where org_id = $1`, [company.id])
    const german = await getPage(server, `${account}?since=${dayFromNow(-22)}`, cookie)
    expect(german.text)
      .to.include('Alle 2 widerrufen')
      .and.include(`am ${written(dayFromNow(-22), 'de')} oder später`)
  })

  it('are what a member is led to after a new password by a link, once signed in', async () => {
    const { company } = await start()
    const reset = async () =>
      sendForm(server, `/${company.slug}/reset/${await linkOf(company)}`, { password: good, repeated: good })
    const led = await reset()
    const look = `/${company.slug}/account?done=look`
    expect(led.headers.get('location')).to.equal(
      `/${company.slug}?done=password_reset&return_to=${encodeURIComponent(look)}`,
    )
    const form = { email: company.owner.email, password: good, return_to: look }
    const entered = await sendForm(server, `/${company.slug}`, form)
    expect(entered.headers.get('location')).to.equal(look)
    const Cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
    const { text } = await getPage(server, look, { Cookie })
    expect(text).to.include('API keys and connected apps go on after a new password.')

    await server.db.query('update api_keys set revoked_at = now() where org_id = $1', [company.id])
    await server.db.query('update oauth_connections set revoked_at = now() where org_id = $1', [company.id])
    expect((await reset()).headers.get('location')).to.equal(`/${company.slug}?done=password_reset`)
    expect((await getPage(server, look, { Cookie: await cookieOf(company) })).text).not.to.include(
      'type="date"',
    )
  })

  const cookieOf = async ({ slug, owner }: Company) => {
    const { headers } = await sendForm(server, `/${slug}`, { email: owner.email, password: good })
    return headers.getSetCookie()[0]!.split(';')[0]!
  }
})
