import { expect } from 'chai'
import { useServer } from '../support/server.ts'
import { TestApp } from '../support/oauth.ts'

describe('connecting an app', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  afterEach(() => { if (process.env['DBG']) for (const l of server.logLines) if (/"level":50|oauth/.test(l)) console.log(l) })
  const redirects = {
    'a program on this computer': 'http://localhost:53682/callback',
    'a web page': 'https://claude.ai/api/mcp/auth_callback',
    'an app of its own scheme': 'cursor://anysphere.cursor-retrieval/oauth/user-rollcall/callback',
  }
  for (const [what, redirectUri] of Object.entries(redirects))
    it(`that registers itself and takes the member back to ${what}`, async () => {
      const company = await server.company()
      const owner = await company.as('owner', 'web')
      const app = await new TestApp(server, { redirectUri }).connect(owner, 'manage')
      const me = await app.whoami()
      expect(me.org.id).to.equal(company.id)
      expect(me.audiences).to.deep.equal(['manage'])
    })
})
