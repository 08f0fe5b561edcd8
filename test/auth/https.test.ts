import { expect } from 'chai'
import { cookieOf, loginOf, signIn } from '../support/browser.ts'
import { useServer } from '../support/server.ts'

describe('signing in over https', () => {
  const baseUrl = 'https://people.example.com'
  const server = useServer({ TRUST_PROXY: 'true', BASE_URL: baseUrl })

  async function enter() {
    return cookieOf(await signIn(server, loginOf(await server.company())))
  }

  it('gives a cookie that only we can set and that never leaves https', async () => {
    const { name, attributes } = await enter()
    expect(name).to.equal('__Host-rollcall')
    expect(attributes).to.have.all.keys('path', 'expires', 'httponly', 'samesite', 'secure')
    expect(attributes).to.include({ path: '/', samesite: 'Lax' })
    const { body } = await server.anonymous().raw('/v1/openapi.json')
    expect(body.components.securitySchemes.session).to.include({ type: 'apiKey', in: 'cookie', name })
  })

  it('takes that cookie from its own pages, and clears it at the end', async () => {
    const { name, value } = await enter()
    const headers = { Cookie: `${name}=${value}`, Origin: baseUrl }
    expect((await server.anonymous().post('/v1/platform/whoami', {}, headers)).status).to.equal(200)
    const plainPage = { ...headers, Origin: 'http://people.example.com' }
    expect((await server.anonymous().post('/v1/platform/whoami', {}, plainPage)).status).to.equal(403)
    const cleared = cookieOf(await server.anonymous().post('/auth/sign_out', {}, headers))
    expect(cleared).to.deep.include({ name, value: '' })
    expect(cleared.attributes).to.include.keys('secure', 'httponly')
    expect((await server.anonymous().post('/v1/platform/whoami', {}, headers)).status).to.equal(401)
  })

  it('ignores a session in a cookie that another host of the domain could have set', async () => {
    const { value } = await enter()
    const headers = { Cookie: `rollcall=${value}`, Origin: baseUrl }
    expect((await server.anonymous().post('/v1/platform/whoami', {}, headers)).status).to.equal(401)
  })
})
