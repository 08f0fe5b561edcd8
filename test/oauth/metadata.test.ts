import { expect } from 'chai'
import { useServer } from '../support/server.ts'

describe('where clients find the authorization server', () => {
  const server = useServer()

  const read = async (path: string): Promise<any> => {
    const { status, headers, body } = await server.anonymous().raw(path)
    expect(status, path).to.equal(200)
    expect(headers.get('content-type')).to.match(/^application\/(jwk-set\+)?json/)
    return body
  }

  it('is named by every refusal of /mcp', async () => {
    const named = `resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource/mcp"`
    const ask = async (authorization?: string) =>
      server
        .anonymous()
        .post(
          '/mcp',
          { jsonrpc: '2.0', id: 1, method: 'ping' },
          authorization ? { Authorization: authorization } : {},
        )
    const without = await ask()
    expect(without.status).to.equal(401)
    expect(without.headers.get('www-authenticate')).to.equal(`Bearer scope="me manage", ${named}`)
    for (const wrong of [`Bearer ${'x'.repeat(43)}`, 'Bearer hrk_x', 'Basic abc']) {
      const { status, headers } = await ask(wrong)
      expect(status).to.equal(401)
      expect(headers.get('www-authenticate')).to.equal(
        `Bearer error="invalid_token", scope="me manage", ${named}`,
      )
    }
  })

  it('stands at both addresses of the resource', async () => {
    const document = await read('/.well-known/oauth-protected-resource/mcp')
    expect(document).to.deep.include({
      resource: `${server.baseUrl}/mcp`,
      authorization_servers: [server.baseUrl],
      scopes_supported: ['me', 'manage'],
    })
    expect(await read('/.well-known/oauth-protected-resource')).to.deep.equal(document)
  })

  it('says what it can do, and only that', async () => {
    const document = await read('/.well-known/oauth-authorization-server')
    expect(document).to.deep.include({
      issuer: server.baseUrl,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    for (const name of ['authorization', 'token', 'registration', 'revocation']) {
      const { pathname } = new URL(document[`${name}_endpoint`])
      expect((await server.anonymous().raw(pathname, { method: 'DELETE' })).status, name).to.equal(405)
    }
    expect(await read('/.well-known/openid-configuration')).to.deep.include(document)
  })

  it('publishes a key that follows from SECRET_KEY, and nothing of its secret', async () => {
    const { keys } = await read('/oauth/jwks')
    expect(keys).to.have.length(1)
    expect(keys[0]).to.include({ kty: 'OKP', crv: 'Ed25519', use: 'sig' })
    expect(keys[0]).to.not.have.property('d')
  })

  it('has no other address below /oauth, and lets no other site call', async () => {
    for (const path of [
      '/oauth',
      '/oauth/',
      '/oauth/me',
      '/oauth/introspect',
      '/oauth/session/end',
      '/oauth/.well-known/openid-configuration',
    ])
      expect((await server.anonymous().raw(path)).status, path).to.equal(404)
    const preflight = await server.anonymous().raw('/oauth/token', {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.status).to.equal(405)
    await server.anonymous().raw('/oauth/jwks', { headers: { Origin: 'https://evil.example' } })
  })

  it('takes requests for tokens from clients that name this service as their origin, and from no other site', async () => {
    const caller = server.anonymous()
    const { body } = await caller.post('/oauth/register', { redirect_uris: ['https://app.example/cb'] })
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: body.client_id as string }
    const ask = async (Origin: string): Promise<unknown> => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin }
      const init = { method: 'POST', body: new URLSearchParams(form).toString(), headers }
      return (await caller.raw('/oauth/token', init)).body.error
    }
    expect(await ask(server.baseUrl)).to.equal('invalid_grant')
    for (const other of ['https://evil.example', 'https://app.example', 'null'])
      expect(await ask(other)).to.equal('invalid_request')
  })
})

describe('a server behind https', () => {
  const server = useServer({ BASE_URL: 'https://people.example.com', TRUST_PROXY: 'true' })

  it('names its public address only, and sends cookies over https only', async () => {
    const registration = await server
      .anonymous()
      .post('/oauth/register', { redirect_uris: ['https://app.example/cb'] }, { Host: 'evil.example' })
    expect(registration.status).to.equal(201)
    const query = new URLSearchParams({
      client_id: registration.body.client_id,
      redirect_uri: 'https://app.example/cb',
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const answer = await server.anonymous().raw(`/oauth/authorize?${query.toString()}`, {
      redirect: 'manual',
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' },
    })
    expect(answer.headers.get('location')).to.match(/^\/oauth\/interaction\//)
    const cookies = answer.headers.getSetCookie()
    expect(cookies).to.have.length(4)
    for (const cookie of cookies)
      expect(cookie.toLowerCase())
        .to.include('; secure')
        .and.include('; httponly')
        .and.include('samesite=lax')
    const { rows } = await server.db.query<{ text: string }>(
      `select payload ->> 'returnTo' as text from oauth_objects where model = 'Interaction'`,
    )
    for (const { text } of rows) expect(text).to.match(/^https:\/\/people\.example\.com\/oauth\/authorize\//)
  })
})
