import { expect } from 'chai'
import { browserOf, cookieOf, loginOf, newAddress, signIn } from '../support/browser.ts'
import { TestClient } from '../support/client.ts'
import { refused } from '../support/expect.ts'
import { unique, useServer } from '../support/server.ts'

describe('signing in with a browser', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  afterEach(() => {
    server.now = undefined
  })

  describe('with a password', () => {
    it('starts a session of seven days, as the member who signed in', async () => {
      const company = await server.company()
      const answer = await signIn(server, loginOf(company))
      expect(answer.status).to.equal(200)
      const week = Date.parse(answer.body.data.expires_at) - Date.now()
      expect(week).to.be.closeTo(7 * 86_400_000, 60_000)
      const caller = await browserOf(server, answer).call('platform_whoami', {})
      expect(caller.user.email).to.equal(company.owner.email)
      expect(caller.org.id).to.equal(company.id)
    })

    it('knows the e-mail and the organization whatever the case', async () => {
      const company = await server.company()
      const { organization, email, password } = loginOf(company)
      const shouted = { organization: ` ${organization.toUpperCase()}`, email: email.toUpperCase(), password }
      expect((await signIn(server, shouted)).status).to.equal(200)
      expect(
        (await signIn(server, { organization, email, password: password.toUpperCase() })).status,
      ).to.equal(401)
    })

    it('gives the same answer to a wrong password, e-mail or organization and to a disabled member', async () => {
      const company = await server.company()
      const other = await server.company({ password: 'the password of another owner' })
      const disabled = await server.company()
      const noPassword = await company.member('admin')
      await server.db.query(`update memberships set status = 'disabled' where org_id = $1`, [disabled.id])
      const { rows } = await server.db.query<{ email: string }>('select email from users where id = $1', [
        noPassword.userId,
      ])
      const right = loginOf(company)
      const attempts = [
        { ...right, password: 'not the password' },
        { ...right, email: 'nobody@company.example' },
        { ...right, organization: unique('no-company') },
        { ...right, organization: other.slug },
        { ...right, email: rows[0]!.email },
        loginOf(disabled),
      ]
      const answers = await Promise.all(attempts.map((input) => signIn(server, input)))
      for (const { status, headers, body } of answers) {
        expect(status).to.equal(401)
        expect(headers.getSetCookie()).to.deep.equal([])
        expect({ ...body.error, request_id: '' }).to.deep.equal({
          code: 'unauthenticated',
          message: 'The organization, e-mail or password is not right.',
          request_id: '',
        })
      }
    })

    it('takes at most 8 KiB, whatever is in it', async () => {
      const send = (path: string, bytes: number) =>
        server.anonymous().raw(path, {
          method: 'POST',
          body: `${' '.repeat(bytes - 2)}{}`,
          headers: { 'Content-Type': 'application/json', Origin: server.baseUrl },
        })
      for (const path of ['/auth/sign_in', '/auth/sign_out']) {
        expect((await send(path, 8192)).status).to.be.oneOf([200, 400])
        const { status, body } = await send(path, 8193)
        expect([status, body.error.code]).to.deep.equal([413, 'payload_too_large'])
      }
    })

    it('takes only its three fields', async () => {
      const company = await server.company()
      const wrong = [
        {},
        { ...loginOf(company), remember: true },
        { ...loginOf(company), password: ['x'] },
        { ...loginOf(company), email: 'a\u0000b' },
      ]
      for (const input of wrong) expect((await signIn(server, input as never)).status).to.equal(400)
    })
  })

  describe('the cookie', () => {
    it('is out of reach for scripts and other sites, and ends with the session', async () => {
      const answer = await signIn(server, loginOf(await server.company()))
      const { name, value, attributes } = cookieOf(answer)
      expect(name).to.equal('rollcall')
      expect(value).to.match(/^[A-Za-z0-9_-]{43}$/)
      expect(attributes).to.have.all.keys('path', 'expires', 'httponly', 'samesite')
      expect(attributes).to.include({ path: '/', httponly: '', samesite: 'Lax' })
      expect(Date.parse(attributes['expires']!)).to.be.closeTo(Date.parse(answer.body.data.expires_at), 1000)
    })

    it('is another one each time, and a new sign-in leaves the other browser signed in', async () => {
      const company = await server.company()
      const [one, other] = [await signIn(server, loginOf(company)), await signIn(server, loginOf(company))]
      expect(cookieOf(one).value).to.not.equal(cookieOf(other).value)
      await browserOf(server, one).call('platform_whoami', {})
      await browserOf(server, other).call('platform_whoami', {})
    })

    it('does not work after seven days', async () => {
      const login = loginOf(await server.company())
      server.now = new Date(Date.now() - 7 * 86_400_000 + 60_000)
      await browserOf(server, await signIn(server, login)).call('platform_whoami', {})
      server.now = new Date(Date.now() - 7 * 86_400_000 - 1000)
      await refused(
        browserOf(server, await signIn(server, login)).call('platform_whoami', {}),
        'unauthenticated',
      )
    })

    it('is ignored beside an Authorization header', async () => {
      const company = await server.company()
      const session = cookieOf(await signIn(server, loginOf(company))).value
      const key = await company.as('viewer')
      // Without Origin, which calls with a key do not need.
      const answer = await key.post('/v1/platform/whoami', {}, { Cookie: `rollcall=${session}` })
      expect(answer.body.data.roles).to.deep.equal(['viewer'])
      const cookie = { Cookie: `rollcall=${session}`, Origin: server.baseUrl }
      for (const authorization of ['Bearer hrk_wrong', 'Basic b2xnYTpvbGdh', 'Bearer']) {
        const refusal = await server
          .anonymous()
          .post('/v1/platform/whoami', {}, { ...cookie, Authorization: authorization })
        expect(refusal.status, authorization).to.equal(401)
      }
    })

    it('is refused when its session does not exist', async () => {
      for (const secret of ['x'.repeat(43), 'undefined', '']) {
        const stranger = new TestClient(server.baseUrl, { kind: 'web', secret })
        const error = await refused(stranger.call('platform_whoami', {}), 'unauthenticated')
        expect(error.headers.get('www-authenticate')).to.match(/^Bearer/)
      }
    })

    it('is no API key, and an API key is no cookie', async () => {
      const company = await server.company()
      const key = await company.as('admin')
      const secret = (key.credential as { secret: string }).secret
      await refused(
        new TestClient(server.baseUrl, { kind: 'web', secret }).call('platform_whoami', {}),
        'unauthenticated',
      )
      const session = cookieOf(await signIn(server, loginOf(company))).value
      await refused(
        new TestClient(server.baseUrl, { kind: 'key', secret: session }).call('platform_whoami', {}),
        'unauthenticated',
      )
    })
  })

  describe('the Origin rule', () => {
    const foreign: [string, Record<string, string>][] = [
      ['no origin', {}],
      ['another site', { Origin: 'https://evil.example' }],
      ['an opaque origin', { Origin: 'null' }],
      ['another port', { Origin: 'http://localhost:1' }],
      ['a page that the browser calls foreign', { 'Sec-Fetch-Site': 'cross-site' }],
      ['a neighbor', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example' }],
    ]

    it('refuses requests with a cookie that do not come from our own pages, and does nothing', async () => {
      const company = await server.company()
      const cookie = `rollcall=${cookieOf(await signIn(server, loginOf(company))).value}`
      for (const [what, headers] of foreign) {
        const answer = await server
          .anonymous()
          .post('/v1/platform/appearance.set', { palette: 'rose' }, { Cookie: cookie, ...headers })
        expect(answer.status, what).to.equal(403)
        expect(answer.body.error.code).to.equal('forbidden')
      }
      const lying = { Cookie: cookie, Origin: server.baseUrl, 'Sec-Fetch-Site': 'cross-site' }
      expect(
        (await server.anonymous().post('/v1/platform/appearance.set', { palette: 'rose' }, lying)).status,
      ).to.equal(403)
      expect(await (await company.as('owner')).call('platform_appearance_get', {})).to.include({
        palette: 'emerald',
      })
    })

    it('lets our own pages write, by either header, and anybody read by GET', async () => {
      const cookie = {
        Cookie: `rollcall=${cookieOf(await signIn(server, loginOf(await server.company()))).value}`,
      }
      for (const headers of [{ Origin: server.baseUrl }, { 'Sec-Fetch-Site': 'same-origin' }] as Record<
        string,
        string
      >[]) {
        const answer = await server
          .anonymous()
          .post('/v1/platform/appearance.set', { palette: 'rose' }, { ...cookie, ...headers })
        expect(answer.status).to.equal(200)
      }
      const read = await server.anonymous().raw('/v1/platform/appearance.get', { headers: cookie })
      expect(read.body.data.palette).to.equal('rose')
      expect(read.headers.has('access-control-allow-origin')).to.equal(false)
    })

    it('applies to signing in and out: no other site can sign a browser in or out', async () => {
      const login = loginOf(await server.company())
      const session = cookieOf(await signIn(server, login)).value
      for (const [what, headers] of foreign) {
        const input = { 'X-Forwarded-For': newAddress(), ...headers }
        const signedIn = await server.anonymous().post('/auth/sign_in', login, input)
        expect(signedIn.status, what).to.equal(403)
        expect(signedIn.headers.getSetCookie()).to.deep.equal([])
        const signedOut = await server
          .anonymous()
          .post('/auth/sign_out', {}, { Cookie: `rollcall=${session}`, ...headers })
        expect(signedOut.status, what).to.equal(403)
      }
      await new TestClient(server.baseUrl, { kind: 'web', secret: session }).call('platform_whoami', {})
    })
  })

  describe('the end of a session', () => {
    it('signing out ends it at once, and clears the cookie', async () => {
      const company = await server.company()
      const [browser, elsewhere] = [
        browserOf(server, await signIn(server, loginOf(company))),
        browserOf(server, await signIn(server, loginOf(company))),
      ]
      const answer = await browser.post('/auth/sign_out', {})
      expect(answer.body).to.deep.equal({ data: { signed_out: true } })
      const { name, value, attributes } = cookieOf(answer)
      expect({ name, value }).to.deep.equal({ name: 'rollcall', value: '' })
      expect(Date.parse(attributes['expires']!)).to.be.below(Date.now())
      await refused(browser.call('platform_whoami', {}), 'unauthenticated')
      await elsewhere.call('platform_whoami', {})
    })

    it('refuses dry_run and every other query parameter below /auth, and signs nobody in or out', async () => {
      const company = await server.company()
      const browser = browserOf(server, await signIn(server, loginOf(company)))
      for (const path of ['/auth/sign_out?dry_run=true', '/auth/sign_in?dry_run=true', '/auth/sign_in?x=1']) {
        const answer = await browser.post(path, path.includes('sign_in') ? loginOf(company) : {})
        expect(answer.status).to.equal(400)
        expect(answer.body.error.details[0].code).to.equal('unknown_property')
        expect(answer.headers.getSetCookie()).to.deep.equal([])
      }
      await browser.call('platform_whoami', {})
    })

    it('signing out works without a session, too', async () => {
      for (const client of [
        server.anonymous(),
        new TestClient(server.baseUrl, { kind: 'web', secret: 'gone' }),
      ]) {
        const answer = await client.post('/auth/sign_out', {}, { Origin: server.baseUrl })
        expect(answer.status).to.equal(200)
      }
    })

    it('comes at once for a member who is disabled', async () => {
      const company = await server.company()
      const browser = browserOf(server, await signIn(server, loginOf(company)))
      await browser.call('platform_whoami', {})
      await server.db.query(`update memberships set status = 'disabled' where org_id = $1`, [company.id])
      await refused(browser.call('platform_whoami', {}), 'unauthenticated')
    })
  })
})
