import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { activityOf } from '../support/activity.ts'
import { sharedChromium } from '../support/chromium.ts'
import { connectedApp } from '../support/oauth.ts'
import { TestClient } from '../support/client.ts'
import { getPage, sendForm, ownersCookie, signInOn, visit } from '../support/page-visits.ts'
import { useServer } from '../support/server.ts'
import { linkAccount, offersBoth } from '../support/sign-in.ts'

const goodPassword = 'seven wild horses swim'

describe('the account page', () => {
  const server = useServer(offersBoth)
  let browser: Browser

  before(async () => {
    browser = await sharedChromium()
  })

  it('makes an API key, shows its secret once, and revokes it: without scripts', async () => {
    const company = await server.company()
    await visit(
      browser,
      server,
      async (page) => {
        await signInOn(page, company)
        await page.goto(`/${company.slug}/account`)
        await page.getByText('New API key').click()
        await page.getByLabel('Name').fill('Payroll <b>export</b>')
        await page.getByRole('button', { name: 'Create key' }).click()
        await page.getByRole('heading', { name: 'Your new API key' }).waitFor()
        const secret = (await page.locator('.secret').textContent())!.trim()
        const caller = new TestClient(server.baseUrl, { kind: 'key', secret })
        expect((await caller.call('platform_whoami', {})).user.display_name).to.equal('Olga Owner')
        await page.getByRole('link', { name: 'I have copied it' }).click()
        await page.getByRole('heading', { name: 'Payroll <b>export</b>' }).waitFor()
        const shown = await page.content()
        expect(shown).to.include(secret.slice(-4)).and.to.not.include(secret)
        await page.locator('summary', { hasText: 'Revoke' }).click()
        await page.getByText('lose access at once').waitFor()
        await page.getByRole('button', { name: 'Revoke key' }).click()
        await page.getByRole('status').getByText('The key is revoked.').waitFor()
        expect((await caller.raw('/v1/platform/whoami')).status).to.equal(401)
      },
      { javaScriptEnabled: false },
    )
    const [made] = await activityOf(server, company, 'platform.api_keys.create')
    expect(made).to.include({
      summary: 'Created the API key {subject}',
      subject_name: 'Payroll <b>export</b>',
    })
  })

  it('makes one key of one form, however often it is sent', async () => {
    const company = await server.company()
    const cookie = await ownersCookie(company)
    const { text } = await getPage(server, `/${company.slug}/account`, cookie)
    const [, request = ''] = /name="request" value="([^"]+)"/.exec(text)!
    const fields = { name: 'Sync', audience: 'manage', request }
    const send = () => sendForm(server, `/${company.slug}/account/keys`, fields, cookie)
    expect((await send()).text).to.match(/hrk_\w{30}/)
    const again = await send()
    expect(again.status).to.equal(409)
    expect(again.text)
      .to.include('This key was made already')
      .and.to.not.match(/hrk_\w{30}/)
    const { rows } = await server.db.query('select 1 from api_keys where org_id = $1', [company.id])
    expect(rows).to.have.length(1)
  })

  it('shows the form of a key again with what was typed and what is wrong', async () => {
    const company = await server.company()
    const cookie = await ownersCookie(company)
    const path = `/${company.slug}/account/keys`
    const empty = await sendForm(server, path, { name: ' ', audience: 'manage' }, cookie)
    expect([empty.status, empty.text.includes('id="key-name-error"')]).to.deep.equal([422, true])
    const me = await sendForm(server, path, { name: 'My calendar', audience: 'me' }, cookie)
    expect(me.status).to.equal(422)
    expect(me.text).to.include('value="My calendar"').and.to.include('belongs to no person yet')
    for (let i = 0; i < 20; i++)
      await sendForm(server, path, { name: `Key ${i}`, audience: 'manage' }, cookie)
    const many = await sendForm(server, path, { name: 'One more', audience: 'manage' }, cookie)
    expect([many.status, many.text.includes('You have 20 keys already')]).to.deep.equal([409, true])
  })

  it('lists sessions, and ends one or all others', async () => {
    const company = await server.company()
    const account = `/${company.slug}/account`
    const [here, there, elsewhere] = [
      await ownersCookie(company),
      await ownersCookie(company),
      await ownersCookie(company),
    ] as const
    const { text } = await getPage(server, account, here)
    expect(text.match(/This browser/g)).to.have.length(1)
    const ids = [...text.matchAll(/name="session" value="([^"]+)"/g)].map(([, id]) => id!)
    expect(ids).to.have.length(2)
    const ended = await sendForm(server, `${account}/sessions/end`, { session: ids[0]! }, here)
    expect(ended.headers.get('location')).to.equal(`${account}?done=session_ended`)
    expect((await getPage(server, account, elsewhere)).status, 'the newest of the others').to.equal(303)
    const gone = await sendForm(server, `${account}/sessions/end`, { session: ids[0]! }, here)
    expect([gone.status, gone.text.includes('This session has ended already.')]).to.deep.equal([404, true])
    const others = await sendForm(server, `${account}/sessions/end`, { others: 'true' }, here)
    expect(others.headers.get('location')).to.equal(`${account}?done=sessions_ended`)
    expect((await getPage(server, account, there)).status).to.equal(303)
    const left = await getPage(server, `${account}?done=sessions_ended`, here)
    expect(left.text).to.include('All other sessions are ended.').and.to.not.include('name="session"')
  })

  it('changes the password, and says what is wrong with a new one', async () => {
    const company = await server.company()
    const account = `/${company.slug}/account`
    await visit(browser, server, async (page) => {
      await signInOn(page, company)
      await page.goto(`/${company.slug}/account`)
      const other = await ownersCookie(company)
      const change = async (current: string, password: string, repeated = password) => {
        if (!(await page.getByLabel('Current password').isVisible()))
          await page.locator('summary', { hasText: 'Change password' }).click()
        await page.getByLabel('Current password').fill(current)
        await page.getByLabel('New password', { exact: true }).fill(password)
        await page.getByLabel('New password again').fill(repeated)
        await page.getByRole('button', { name: 'Save password' }).click()
      }
      const alert = page.getByRole('alert')
      await change(company.owner.password, 'password12')
      await alert.getByText('Many people use this password').waitFor()
      await change(company.owner.password, goodPassword, 'seven wild horses')
      await alert.getByText('The two passwords differ.').waitFor()
      await change('not this one', goodPassword)
      await alert.getByText('This is not your current password.').waitFor()
      expect(await page.getByLabel('Current password').getAttribute('aria-invalid')).to.equal('true')
      expect(await page.content()).to.not.include(goodPassword)
      await change(company.owner.password, goodPassword)
      await page.getByText('Your password is changed.').waitFor()
      expect((await getPage(server, account, other)).status).to.equal(303)
    })
    const { slug, owner } = company
    expect((await sendForm(server, `/${slug}`, owner)).status).to.equal(422)
    expect((await sendForm(server, `/${slug}`, { ...owner, password: goodPassword })).status).to.equal(303)
  })

  it('shows linked accounts, and unlinks them as long as another way is left', async () => {
    const company = await server.company()
    const { id, slug } = company
    const { rows } = await server.db.query('select id from users where org_id = $1', [id])
    const cookie = await ownersCookie(company)
    const account = `/${slug}/account`
    const before = await getPage(server, account, cookie)
    expect(before.text).to.include(`href="/auth/google?organization=${slug}&amp;link=1"`)
    await linkAccount(server, company, { userId: rows[0].id } as never, 'google')
    expect((await getPage(server, account, cookie)).text).to.include('Connected on')
    await server.db.query('update organizations set sign_in_password = false where org_id = $1', [id])
    const refused = await sendForm(server, `${account}/unlink`, { provider: 'google' }, cookie)
    expect([refused.status, refused.text.includes('your only way to sign in')]).to.deep.equal([409, true])
    await server.db.query('update organizations set sign_in_password = true where org_id = $1', [id])
    const done = await sendForm(server, `${account}/unlink`, { provider: 'google' }, cookie)
    expect(done.headers.get('location')).to.equal(`${account}?done=unlinked`)
    const after = await getPage(server, account, cookie)
    expect(after.text).to.not.include('Connected on')
    const wrong = await sendForm(server, `${account}/unlink`, { provider: 'password' }, cookie)
    expect(wrong.status).to.equal(400)
  })

  it('lists connected apps, tells whose they claim to be, and disconnects them', async () => {
    const company = await server.company()
    const account = `/${company.slug}/account`
    const cookie = await ownersCookie(company)
    expect((await getPage(server, account, cookie)).text).to.include('No app is connected.')
    const { rows } = await server.db.query('select id from memberships where org_id = $1', [company.id])
    const app = await connectedApp(
      server,
      company,
      { membershipId: rows[0].id },
      { name: 'My <i>Editor</i>' },
    )
    const other = await connectedApp(server, company, await company.member('hr'), {
      name: 'Of somebody else',
    })
    const { text } = await getPage(server, account, cookie)
    expect(text).to.include('My &lt;i>Editor&lt;/i>').and.to.include('Not confirmed who made it')
    expect(text).to.not.include('Of somebody else')
    const disconnect = (id: string) => sendForm(server, `${account}/apps/disconnect`, { id }, cookie)
    expect((await disconnect(app.id)).headers.get('location')).to.equal(`${account}?done=app_disconnected`)
    expect((await getPage(server, account, cookie)).text).to.include('No app is connected.')
    expect((await disconnect('01900000-0000-7000-8000-000000000000')).status).to.equal(404)
    // Owners disconnect the apps of others over the API; this page shows and takes their own.
    expect((await disconnect(other.id)).status).to.equal(404)
  })

  it('shows members without a role in management what they have', async () => {
    const company = await server.company()
    const web = await company.as('member', 'web')
    const secret = web.credential.kind === 'web' ? web.credential.secret : ''
    const { status, text } = await getPage(server, `/${company.slug}/account`, {
      Cookie: `rollcall=${secret}`,
    })
    expect(status).to.equal(200)
    expect(text).to.include('name="audience" value="me"').and.to.not.include('Manage the company')
    expect(text).to.include('Connected apps').and.to.include('Not set up')
  })

  it('tells everybody why the company is paused or closed, and leaves owners their sessions', async () => {
    const company = await server.company()
    const account = `/${company.slug}/account`
    const cookies = []
    for (const role of ['member', 'hr', 'admin', 'owner'] as const) {
      const { credential } = await company.as(role, 'web')
      cookies.push([role, { Cookie: `rollcall=${(credential as { secret: string }).secret}` }] as const)
    }
    const because = {
      paused: 'is paused because billing details are missing. Until this is settled, hardly anything works',
      closed: 'is closed because billing details are missing. Its data is deleted on 1 January 2030 unless',
    }
    for (const [status, words] of Object.entries(because)) {
      await server.db.query(
        `update organizations set status = $2::text, pause_reason = 'details_missing', paused_since = now(),
                delete_on = case when $2::text = 'closed' then date '2030-01-01' end where org_id = $1`,
        [company.id, status],
      )
      for (const [role, cookie] of cookies) {
        const { text } = await getPage(server, account, cookie)
        expect(text, role).to.include(words)
        const forms = new Set([...text.matchAll(/<form[^>]* action="([^"]+)"/g)].map(([, action]) => action))
        expect([...forms], role).to.deep.equal([`/${company.slug}/sign_out`])
        const admitted = role === 'owner' || role === 'admin'
        expect(text.includes('This browser'), role).to.equal(admitted)
        const ended = await sendForm(server, `${account}/sessions/end`, { others: 'true' }, cookie)
        expect([role, ended.status]).to.deep.equal([role, admitted ? 303 : 403])
        const key = await sendForm(server, `${account}/keys`, { name: 'Late', audience: 'manage' }, cookie)
        expect([role, key.status]).to.deep.equal([role, admitted ? 422 : 403])
      }
    }
    const { rows } = await server.db.query(`select 1 from api_keys where org_id = $1 and name = 'Late'`, [
      company.id,
    ])
    expect(rows).to.deep.equal([])
  })

  it('is where the addresses of its forms lead a browser that loads them', async () => {
    const { slug } = await server.company()
    for (const form of ['sign_out', 'account/password', 'account/keys/revoke']) {
      const loaded = await getPage(server, `/${slug}/${form}`)
      expect([loaded.status, loaded.headers.get('location')]).to.deep.equal([303, `/${slug}/account`])
      const program = await getPage(server, `/${slug}/${form}`, { Accept: 'application/json' })
      expect([program.status, program.headers.get('allow')]).to.deep.equal([405, 'POST'])
    }
  })
})
