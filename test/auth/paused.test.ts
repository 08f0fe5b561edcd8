import { expect } from 'chai'
import { browserOf, loginOf, signIn } from '../support/browser.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { postAuth } from '../support/invites.ts'
import { resetLink } from '../support/page-visits.ts'
import { untilBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'

const roles = ['owner', 'admin', 'hr', 'viewer', 'member'] as const

describe('a paused or closed organization', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  const pause = (company: Company, status: 'paused' | 'closed', reason = 'unpaid') =>
    server.db.query(
      `update organizations set status = $2, pause_reason = $3, paused_since = now(), delete_on = $4 where org_id = $1`,
      [company.id, status, reason, status === 'closed' ? '2030-01-01' : null],
    )

  for (const status of ['paused', 'closed'] as const)
    it(`${status}: admits owners and admins in the web app, to whoami, account.status and exports`, async () => {
      const company = await server.company()
      const callers = []
      for (const role of roles)
        for (const kind of ['key', 'me', 'web'] as const)
          callers.push({ role, kind, client: await company.as(role, kind) })
      await pause(company, status)

      for (const { role, kind, client } of callers) {
        const calls = {
          platform_whoami: client.call('platform_whoami', {}),
          platform_account_status: client.call('platform_account_status', {}),
          org_people_export_csv: client.call('org_people_export_csv', {}),
          platform_organization_get: client.call('platform_organization_get', {}),
          platform_api_keys_list: client.call('platform_api_keys_list', {}),
          org_units_create: client.call('org_units_create', { name: `${role} ${kind}`, kind: 'team' }),
        }
        const outcomes = await Promise.allSettled(Object.values(calls))
        const passed = Object.keys(calls).filter((_, index) => outcomes[index]!.status === 'fulfilled')
        const admitted = kind === 'web' && (role === 'owner' || role === 'admin')
        expect(passed, `${role} ${kind}`).to.deep.equal(
          admitted ? ['platform_whoami', 'platform_account_status', 'org_people_export_csv'] : [],
        )
      }
    })

  it('is forbidden to everybody else, with the reason', async () => {
    const company = await server.company()
    const key = await company.as('owner')
    await pause(company, 'paused', 'details_missing')
    const paused = await refused(key.call('platform_whoami', {}), 'forbidden')
    expect(paused.message).to.include('paused because billing details are missing')
    await pause(company, 'closed')
    const closed = await refused(key.call('platform_whoami', {}), 'forbidden')
    expect(closed.message).to.include('closed because invoices are unpaid').and.include('2030-01-01')
  })

  it('says in whoami why and since when', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    await pause(company, 'paused')
    const { paused } = await owner.call('platform_whoami', {})
    expect(paused).to.include({ reason: 'unpaid', delete_on: null })
    expect(Date.parse(paused!.since)).to.be.closeTo(Date.now(), 60_000)
  })

  it('lets owners sign in and out, and tells other members why they cannot', async () => {
    const company = await server.company()
    const { userId } = await company.member('hr')
    await server.db.query(
      `update users set email = 'hr@company.example', email_key = 'hr@company.example',
              password_hash = (select password_hash from users where org_id = $1 and password_hash is not null)
        where org_id = $1 and id = $2`,
      [company.id, userId],
    )
    await pause(company, 'paused')
    const owner = await signIn(server, loginOf(company))
    expect(owner.status).to.equal(200)
    const out = await browserOf(server, owner).post('/auth/sign_out', {})
    expect(out.status).to.equal(200)

    const hr = { ...loginOf(company), email: 'hr@company.example' }
    const refusal = await signIn(server, hr)
    expect(refusal.status).to.equal(403)
    expect(refusal.headers.getSetCookie()).to.deep.equal([])
    // Only a caller with the right password gets the reason.
    expect((await signIn(server, { ...hr, password: 'guess' })).status).to.equal(401)
  })

  /** Calls of the own login, with inputs that change nothing. */
  const ownCalls: Record<string, object> = {
    'sessions.list': {},
    'sessions.end': { others: true },
    'password.change': { current_password: 'never', password: 'seven quiet otters swim' },
    'access.revoke': { since: '2026-01-01' },
    'sign_in_methods.list': {},
    'sign_in_methods.unlink': { provider: 'google' },
  }

  it('leaves owners and admins what defends their login, and everybody else signing out only', async () => {
    const company = await server.company()
    const browsers = await Promise.all(
      roles.map(async (role) => [role, await company.as(role, 'web')] as const),
    )
    await pause(company, 'paused', 'details_missing')
    for (const [role, browser] of browsers) {
      const admitted = role === 'owner' || role === 'admin'
      for (const [name, input] of Object.entries(ownCalls)) {
        const { status, body, text } = await browser.post(`/v1/platform/${name}`, input)
        const told = text.includes('paused because billing details are missing')
        expect([status === 403 && told, told], `${role} ${name}: ${text}`).to.deep.equal([
          !admitted,
          !admitted,
        ])
        if (!admitted) expect(body.error.code).to.equal('forbidden')
      }
      expect((await browser.post('/auth/sign_out', {})).status, role).to.equal(200)
    }
  })

  it('refuses what was let in before the pause', async () => {
    const company = await server.company()
    const browser = await company.as('hr', 'web')
    const blocker = await server.db.connect()
    try {
      await blocker.query('begin')
      await blocker.query(`select 1 from memberships where org_id = $1 for update`, [company.id])
      const ending = browser.post('/v1/platform/sessions.end', { others: true })
      await untilBlocked(server.db, ending)
      await pause(company, 'paused')
      await blocker.query('commit')
      const { status, text } = await ending
      expect([status, text.includes('invoices are unpaid')], text).to.deep.equal([403, true])
    } finally {
      blocker.release()
    }
  })

  it('sets no new password for those who cannot sign in', async () => {
    const company = await server.company()
    const token = (await resetLink(server, company)).split('/').at(-1)!
    await server.db.query(`update memberships set role = 'hr' where org_id = $1`, [company.id])
    await pause(company, 'paused')
    const reset = { organization: company.slug, token, password: 'seven quiet otters swim' }
    const refusal = await postAuth(server, 'password_reset', reset)
    expect([refusal.status, refusal.text.includes('invoices are unpaid')], refusal.text).to.deep.equal([
      403,
      true,
    ])
    await server.db.query(`update memberships set role = 'owner' where org_id = $1`, [company.id])
    expect((await postAuth(server, 'password_reset', reset)).status).to.equal(200)
  })

  it('works again for everybody when it is active again', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    await pause(company, 'paused')
    await refused(key.call('platform_whoami', {}), 'forbidden')
    await server.db.query(
      `update organizations set status = 'active', pause_reason = null, paused_since = null where org_id = $1`,
      [company.id],
    )
    await key.call('platform_whoami', {})
  })
})
