import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { browserOf, cookieOf, loginOf, newAddress, signIn } from '../support/browser.ts'
import type { Company } from '../support/company.ts'
import { sendForm } from '../support/page-visits.ts'
import { untilBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

const hourMs = 3_600_000

describe('what a sign-in leaves behind', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  const knownNetworks = async () => {
    const { rows } = await server.db.query<{ n: number }>('select count(*)::int as n from sign_in_networks')
    return rows[0]!.n
  }
  const pause = async (company: Company, role: 'hr' | 'admin') => {
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    await server.db.query('update memberships set role = $2 where org_id = $1', [company.id, role])
  }

  it('is a known network, but not for a member whom a paused organization does not admit', async () => {
    const company = await server.company()
    const before = await knownNetworks()
    await pause(company, 'hr')
    expect((await signIn(server, loginOf(company))).status).to.equal(403)
    expect(await knownNetworks()).to.equal(before)
    await pause(company, 'admin')
    expect((await signIn(server, loginOf(company))).status).to.equal(200)
    expect(await knownNetworks()).to.equal(before + 1)
  })

  it('is known for as many days as the contract tells, for both functions of the database that ask', async () => {
    const contract = readFileSync('openapi/published/openapi.json', 'utf8').replaceAll('\\n', ' ')
    const [, told] = /has signed in during the last (\d+) days/.exec(contract) ?? []
    for (const name of ['check_attempt', 'sweep_expired']) {
      const { rows } = await server.db.query<{ text: string }>(
        `select pg_get_functiondef(p.oid) as text from pg_proc p
          where p.proname = $1 and p.pronamespace = 'public'::regnamespace`,
        [name],
      )
      expect(rows).to.have.length(1)
      const [, days] = /v_month\s+timestamptz := \w+ - interval '(\d+) days'/.exec(rows[0]!.text) ?? []
      expect(Number(days), name).to.equal(Number(told))
    }
  })

  it('is an error in the log if the failure cannot be written to the log of activity', async () => {
    const login = loginOf(await server.company())
    await server.db.query(
      `alter table activity add constraint refuses_sign_ins check (action <> 'auth.sign_in') not valid`,
    )
    try {
      const answer = await signIn(server, { ...login, password: 'guess' })
      expect(answer.status, 'the answer is the same').to.equal(401)
      const line = await until('the log tells it', () =>
        server.logLines.find((one) => one.includes('refuses_sign_ins')),
      )
      expect(JSON.parse(line)).to.include({ level: 50, msg: 'answer failed' })
    } finally {
      await server.db.query('alter table activity drop constraint refuses_sign_ins')
    }
  })

  it('is nothing where others hold the login for long: that is no mistake of whoever signs in', async () => {
    const company = await server.company()
    const session = cookieOf(await signIn(server, loginOf(company))).value
    const from = { Origin: server.baseUrl, Cookie: `rollcall=${session}` }
    const client = await server.db.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from memberships where org_id = $1 for update', [company.id])
      await client.query('select 1 from sessions where org_id = $1 for update', [company.id])
      const { email, password } = company.owner
      const [answer, page, out] = await Promise.all([
        signIn(server, loginOf(company)),
        sendForm(server, `/${company.slug}`, { email, password }),
        server.anonymous().post('/auth/sign_out', {}, from),
      ])
      expect([answer.status, answer.headers.get('retry-after'), out.status]).to.deep.equal([503, '2', 503])
      expect([page.status, page.text.includes('We are busy right now')]).to.deep.equal([503, true])
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect((await signIn(server, loginOf(company))).status).to.equal(200)
  })

  it('is the session of the same browser as it was, when none starts in its place', async () => {
    const company = await server.company()
    const colleague = await company.as('viewer', 'web')
    const client = await server.db.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from memberships where org_id = $1 for update', [company.id])
      const begun = server.anonymous().post('/auth/sign_in', loginOf(company), {
        Origin: server.baseUrl,
        'X-Forwarded-For': newAddress(),
        ...colleague.headers,
      })
      await untilBlocked(server.db, begun)
      await client.query(`update users set password_hash = password_hash || '0' where org_id = $1`, [
        company.id,
      ])
      await client.query('commit')
      expect((await begun).status).to.equal(401)
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect((await colleague.call('platform_whoami', {})).roles).to.deep.equal(['viewer'])
  })

  it('is no session of the same browser: the old one has ended before the answer comes', async () => {
    const company = await server.company()
    const first = await signIn(server, loginOf(company))
    const client = await server.db.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from sessions where org_id = $1 for update', [company.id])
      const again = server.anonymous().post('/auth/sign_in', loginOf(company), {
        Origin: server.baseUrl,
        Cookie: `rollcall=${cookieOf(first).value}`,
        'X-Forwarded-For': newAddress(),
      })
      await untilBlocked(server.db, again)
      let came = false
      void again.then(() => (came = true))
      // An answer that waits for nothing comes before those of many later calls.
      for (let n = 0; n < 10; n++) await server.anonymous().raw('/readyz')
      expect(came, 'an answer while the old session could not be ended').to.equal(false)
      await client.query('rollback')
      expect((await again).status).to.equal(200)
      const { status } = await browserOf(server, first).raw('/v1/platform/whoami')
      expect(status, 'the old cookie').to.equal(401)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('is at most a few lines an hour and a day in the log of activity, however often it fails', async () => {
    const start = Date.parse('2026-11-21T00:00:10.000Z')
    const company = await server.company()
    const login = { ...loginOf(company), password: 'guess' }
    const address = newAddress()
    const fail = async () => expect((await signIn(server, login, { address })).status).to.equal(401)
    /** As if ten had nearly been reached in this minute: the next failure uses the limit up. */
    const nearlyUseUp = () =>
      server.db.query('update attempt_windows set in_minute = greatest(in_minute, 9) where in_minute < 60')
    const lines = async () => {
      const summaries = (await activityOf(server, company, 'auth.sign_in')).map(({ summary }) => summary)
      const refused = summaries.filter((summary) => summary.includes('too often')).length
      return { failed: summaries.length - refused, refused }
    }
    const failed = { hour: 3, day: 12 }
    const refused = { hour: 1, day: 4 }
    for (let hour = 0; hour < 6; hour++) {
      const told = {
        failed: Math.min(failed.day, (hour + 1) * failed.hour),
        refused: Math.min(refused.day, (hour + 1) * refused.hour),
      }
      server.now = new Date(start + hour * hourMs)
      await Promise.all(Array.from({ length: failed.hour + 1 }, fail))
      for (const minute of [1, 2]) {
        server.now = new Date(start + hour * hourMs + minute * 60_000)
        await fail()
        await nearlyUseUp()
        await fail()
      }
      const found = await until('the lines of this hour are there', async () => {
        const now = await lines()
        return now.failed >= told.failed && now.refused >= told.refused && now
      })
      expect(found, `in the hour ${hour}`).to.deep.equal(told)
    }
    server.now = new Date(start + 24 * hourMs)
    await fail()
    await until('the next day has a line', async () => (await lines()).failed === 13)
  })
})
