import { expect } from 'chai'
import { document } from '../support/contract.ts'
import { MemberBrowser, RawApp } from '../support/oauth.ts'
import { useServer } from '../support/server.ts'

describe('a request for access', () => {
  const server = useServer()

  async function registered(redirectUri?: string): Promise<RawApp> {
    const app = new RawApp(server, redirectUri)
    const { status } = await app.register()
    expect(status).to.equal(201)
    return app
  }

  /** What the member is told of a request that is wrong. */
  async function told(app: RawApp, changes: Record<string, string>): Promise<string> {
    const { status, location, text } = await new MemberBrowser(server).visit(app.authorizeUrl(changes))
    expect([status, location], 'the app is not told').to.deep.equal([400, undefined])
    return /<code>([^<]*)<\/code>/.exec(text)?.[1] ?? ''
  }

  it('needs PKCE with S256', async () => {
    const app = await registered()
    const wrong: Record<string, string>[] = [
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge_method: 'plain' },
      { code_challenge_method: '' },
      { code_challenge: '' },
      { code_challenge: 'short' },
    ]
    for (const changes of wrong) {
      expect(await told(app, changes)).to.match(/^invalid_request: /)
    }
  })

  it('is for /mcp of this service only', async () => {
    const app = await registered()
    for (const resource of [
      `${server.baseUrl}/v1`,
      'https://elsewhere.example/mcp',
      `${server.baseUrl}/mcp/x`,
    ]) {
      expect(await told(app, { resource })).to.match(/^invalid_target/)
    }
    const owner = await (await server.company()).as('owner', 'web')
    for (const changes of [{ resource: `${server.baseUrl}/mcp/` }, { resource: '' }, { scope: '' }]) {
      const code = (await app.code(owner, 'manage', changes)).searchParams.get('code')!
      expect((await app.exchange(code)).status, JSON.stringify(changes)).to.equal(200)
    }
    const code = (await app.code(owner)).searchParams.get('code')!
    const foreign = await app.exchange(code, { resource: 'https://elsewhere.example/mcp' })
    expect(foreign.body.error).to.equal('invalid_target')
  })

  it('goes back to an address that the app has registered, to the letter', async () => {
    const app = await registered('https://app.example/cb')
    const wrong = [
      'https://app.example/cb/',
      'https://app.example/cb?x=1',
      'https://app.example/CB',
      'https://app.example:444/cb',
      'https://app.example.evil.example/cb',
      'https://evil.example/cb',
      'http://app.example/cb',
      'https://app.example/cb#x',
      'https://app.example@evil.example/cb',
      'javascript:alert(1)',
    ]
    for (const redirect_uri of wrong) {
      const { status, location, text } = await new MemberBrowser(server).visit(
        app.authorizeUrl({ redirect_uri }),
      )
      expect([status, location], redirect_uri).to.deep.equal([400, undefined])
      expect(text, 'the member reads why').to.include('The app cannot be connected')
    }
  })

  it('goes back to any port of this computer, but to no other path of it', async () => {
    const app = await registered('http://127.0.0.1/cb')
    const visit = (redirect_uri: string) =>
      new MemberBrowser(server).visit(app.authorizeUrl({ redirect_uri }))
    expect((await visit('http://127.0.0.1:53999/cb')).location).to.include('/oauth/interaction/')
    expect((await visit('http://127.0.0.1:53999/other')).status).to.equal(400)
    expect((await visit('http://localhost:53999/cb')).status).to.equal(400)
  })

  it('keeps no more of it than the document says, and ignores what is not there', async () => {
    const app = await registered()
    const visit = (changes: Record<string, string>) =>
      new MemberBrowser(server).visit(app.authorizeUrl(changes))
    const kept = async () => {
      const { rows } = await server.db.query<{ size: number }>(
        `select max(length(o::text))::integer as size from oauth_objects o`,
      )
      return rows[0]!.size
    }
    expect((await visit({ state: 'x'.repeat(2000) })).location).to.include('/oauth/interaction/')
    const most = await kept()
    for (const name of ['claims', 'login_hint', 'ui_locales', 'anything'])
      expect((await visit({ [name]: 'x'.repeat(6000) })).location, name).to.include('/oauth/interaction/')
    expect(await kept()).to.equal(most)
    const { status, text } = await visit({ state: 'x'.repeat(2001) })
    expect([status, text.includes('state has more than 2000 characters')]).to.deep.equal([400, true])
  })

  it('of an unknown app is refused to the member, and told to nobody else', async () => {
    const app = new RawApp(server)
    app.clientId = 'unknown'
    const { status, location, text, headers } = await new MemberBrowser(server).visit(app.authorizeUrl())
    expect([status, location]).to.deep.equal([400, undefined])
    expect(text).to.include('invalid_client')
    expect(text).to.include('add it again')
    expect(headers.get('content-security-policy')).to.include("default-src 'none'")
  })

  it('of a browser where nobody may be asked is refused', async () => {
    expect(await told(await registered(), { prompt: 'none' })).to.match(/^login_required/)
  })

  it('is not read when it is longer than an address may be, like those of a sign-in elsewhere', async () => {
    const long = 'x'.repeat(17_000)
    for (const path of [`/oauth/authorize?state=${long}`, `/auth/google/callback?code=${long}`]) {
      const { status, body } = await server.anonymous().raw(path)
      expect([status, (body as { error: { code: string } }).error.code]).to.deep.equal([
        431,
        'validation_failed',
      ])
    }
  })

  it('shows no page with words of the request in it that could run', async () => {
    const app = await registered()
    const { text } = await new MemberBrowser(server).visit(
      app.authorizeUrl({ redirect_uri: 'https://evil.example/"><script>alert(1)</script>' }),
    )
    expect(text).to.not.include('<script')
  })

  describe('and the exchange of its code', () => {
    const wrong: Record<string, Record<string, string>> = {
      'another verifier': { code_verifier: 'x'.repeat(43) },
      'no verifier': { code_verifier: '' },
      'another redirect': { redirect_uri: 'http://localhost:1/callback' },
      'another grant': { grant_type: 'client_credentials' },
      'a grant with a password': { grant_type: 'password', username: 'a', password: 'b' },
      'a code that was never given': { code: 'x'.repeat(43) },
    }
    for (const [what, changes] of Object.entries(wrong))
      it(`refuses ${what}`, async () => {
        const owner = await (await server.company()).as('owner', 'web')
        const app = await registered()
        const code = (await app.code(owner)).searchParams.get('code')!
        const { status, body } = await app.exchange(code, changes)
        expect(status).to.equal(400)
        expect(body.error).to.be.oneOf([
          'invalid_grant',
          'invalid_request',
          'unsupported_grant_type',
          'unauthorized_client',
        ])
      })

    it('refuses the code of another app', async () => {
      const owner = await (await server.company()).as('owner', 'web')
      const [app, other] = [await registered(), await registered()]
      const code = (await app.code(owner)).searchParams.get('code')!
      const { body } = await app.exchange(code, { client_id: other.clientId })
      expect(body.error).to.equal('invalid_grant')
    })
  })

  it('is limited by address: registrations 20 in an hour, tokens 60 in a minute', async () => {
    const app = new RawApp(server)
    // The limits are those of one hour, and of one minute.
    server.now = new Date()
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await app.register()).status)
    expect(statuses).to.deep.equal([...Array.from({ length: 20 }, () => 201), 429])
    const tokens: { status: number; body: any; headers?: Headers }[] = []
    for (let n = 0; n < 61; n++) tokens.push(await app.refresh('x'.repeat(43)))
    expect(tokens[59]!.status).to.be.oneOf([400, 401])
    expect(tokens[60]).to.deep.include({ status: 429 })
    expect(tokens[60]!.body.error).to.equal('temporarily_unavailable')
  })
})

describe('what an app says of itself', () => {
  const server = useServer()

  it('is adapted where it asks for more than there is', async () => {
    const app = new RawApp(server)
    const { status, body } = await app.register({
      scope: 'openid offline_access me',
      grant_types: ['authorization_code', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code', 'token'],
      token_endpoint_auth_method: 'client_secret_post',
      jwks_uri: 'https://10.0.0.1/keys',
      application_type: 'web',
    })
    expect(status).to.equal(201)
    expect(body).to.deep.include({
      scope: 'me',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    })
    expect(body).to.not.have.any.keys('client_secret', 'jwks_uri', 'registration_access_token')
  })

  it('is an app of this computer when one of its redirects leads there', async () => {
    const redirect_uris = ['https://editor.example/cb', 'http://127.0.0.1:33418/cb']
    const { status, body } = await new RawApp(server).register({ redirect_uris })
    expect([status, body.application_type]).to.deep.equal([201, 'native'])
  })

  const refusals: Record<string, [metadata: Record<string, unknown>, error: string]> = {
    'a name of 81 characters': [{ client_name: 'x'.repeat(81) }, 'invalid_client_metadata'],
    'a name with a line break': [{ client_name: 'a\nb' }, 'invalid_client_metadata'],
    'a name that turns the direction of writing': [{ client_name: 'a\u202eb' }, 'invalid_client_metadata'],
    'a name that is no text': [{ client_name: { a: 1 } }, 'invalid_client_metadata'],
    '11 redirects': [
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `http://localhost:1/${n}`) },
      'invalid_redirect_uri',
    ],
    'no redirect': [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    'a redirect over plain http': [{ redirect_uris: ['http://app.example/cb'] }, 'invalid_redirect_uri'],
    'a redirect that runs': [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    'a redirect that is data': [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    'a redirect with a fragment': [{ redirect_uris: ['https://app.example/cb#x'] }, 'invalid_redirect_uri'],
    'a redirect of 2001 characters': [
      { redirect_uris: [`https://app.example/${'x'.repeat(2000)}`] },
      'invalid_redirect_uri',
    ],
    'scopes of 1001 characters': [{ scope: `me ${'x'.repeat(998)}` }, 'invalid_client_metadata'],
    'scopes that are no text': [{ scope: { me: true } }, 'invalid_client_metadata'],
    'redirects that are numbers': [{ redirect_uris: [1] }, 'invalid_redirect_uri'],
  }
  for (const [what, [metadata, error]] of Object.entries(refusals))
    it(`is refused: ${what}`, async () => {
      const { status, body } = await new RawApp(server).register(metadata)
      expect(status).to.equal(400)
      expect(body.error).to.be.oneOf([error, 'invalid_client_metadata'])
    })

  it('has a name in which nothing is invisible', async () => {
    const hidden = {
      'a soft hyphen': 'Cl\u00adaude',
      'a joiner of graphemes': 'Cl\u034faude',
      'a letter without a shape': '\u3164',
      'half of one': '\uffa0',
      'a vowel without a sound': 'Claude\u17b4',
      'a separator of vowels': 'Claude\u180e',
      'an empty pattern of Braille': '\u2800\u2800',
      'a tag': 'Claude\u{e0041}',
      'an annotation': '\ufff9Claude',
      'a sign of private use': 'Claude\ue000',
      'a note without a sound': 'Claude\u{1d173}',
    }
    for (const [what, client_name] of Object.entries(hidden)) {
      const { status, body } = await new RawApp(server).register({ client_name })
      expect([status, body.error], what).to.deep.equal([400, 'invalid_client_metadata'])
    }
    for (const client_name of [
      '❤\ufe0f Rollcall',
      'Überblick – 人事 (2)',
      'مساعد',
      'सहायक',
      'Zoë’s “AI”',
      'a\u00a0b',
    ])
      expect((await new RawApp(server).register({ client_name })).status, client_name).to.equal(201)
  })

  it('is refused with the reason, as the example of the document says it', async () => {
    const response = document.paths['/oauth/register']!.post!.responses['400'] as {
      content: { 'application/json': { example: object } }
    }
    const redirect_uris = Array.from({ length: 11 }, (_, n) => `http://localhost:1/${n}`)
    const { body } = await new RawApp(server).register({ redirect_uris })
    expect(body).to.deep.equal(response.content['application/json'].example)
    const mail = await new RawApp(server).register({ redirect_uris: ['ftp://app.example/'] })
    expect(mail.body.error_description).to.include('of a scheme of the app')
  })

  it('takes schemes of apps: domain names in reverse, and well-known ones', async () => {
    const status = async (uri: string) => (await new RawApp(server).register({ redirect_uris: [uri] })).status
    const taken = [
      'com.example.app:/callback',
      'com.example.app://callback',
      'vscode://a.b/c',
      'cursor://x/y',
    ]
    for (const uri of taken) expect(await status(uri), uri).to.equal(201)
    const refused = [
      ...['chrome://settings', 'chrome-extension://abc/x', 'about:blank', 'urn:ietf:wg:oauth:2.0:oob'],
      ...[
        'ms-settings:privacy',
        'mailto:a@b.example',
        'view-source:https://a.example',
        'intent://scan',
        'app://x',
      ],
    ]
    for (const uri of refused) expect(await status(uri), uri).to.equal(400)
  })

  it('is refused when it is no JSON, or too long', async () => {
    const app = new RawApp(server)
    expect((await app.post('/oauth/register', '{', 'application/json')).status).to.equal(400)
    expect((await app.post('/oauth/register', '[]', 'application/json')).status).to.equal(400)
    const long = JSON.stringify({ redirect_uris: ['https://a.example/'], x: 'x'.repeat(60_000) })
    expect((await app.post('/oauth/register', long, 'application/json')).status).to.equal(400)
  })

  it('is forgotten after a day, unless it was connected', async () => {
    const owner = await (await server.company()).as('owner', 'web')
    const [used, unused] = [new RawApp(server), new RawApp(server)]
    await used.register()
    await unused.register()
    await used.exchange((await used.code(owner)).searchParams.get('code')!)
    await server.db.query(
      `update oauth_objects set created_at = now() - interval '25 hours' where model = 'Client'`,
    )
    await server.db.query('select sweep_oauth(1000, now())')
    const status = async (app: RawApp) => (await new MemberBrowser(server).visit(app.authorizeUrl())).status
    expect(await status(used)).to.equal(303)
    expect(await status(unused)).to.equal(400)
  })
})

describe('what the sweep removes of connected apps', () => {
  const server = useServer()

  it('is what has expired, what has ended, and consents of which nothing came', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const app = new RawApp(server)
    await app.register()
    await app.code(owner)
    const given = await app.exchange((await app.code(owner)).searchParams.get('code')!)
    const count = async (table: string): Promise<number> => {
      const { rows } = await server.db.query<{ n: number }>(
        `select count(*)::int as n from ${table} where org_id = $1`,
        [company.id],
      )
      return rows[0]!.n
    }
    const sweep = (after: string) =>
      server.db.query(`select sweep_oauth(1000, now() + $1::interval)`, [after])
    expect(await count('oauth_connections')).to.equal(2)
    await sweep('25 hours')
    expect(await count('oauth_connections'), 'the consent without a token').to.equal(1)
    expect((await app.refresh(given.body.refresh_token)).status, 'the other one works').to.equal(200)
    await sweep('31 days')
    expect(await count('oauth_connections'), 'the log still names it').to.equal(1)
    expect(await count('oauth_objects')).to.equal(0)
  })
})
