import { expect } from 'chai'
import { newApiKey, newSessionSecret } from '../../src/secrets/credentials.ts'
import { browserOf, loginOf, newAddress, signIn } from '../support/browser.ts'
import { getPage } from '../support/page-visits.ts'
import { useServer } from '../support/server.ts'

describe('many strangers at once', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  it('who guess from many networks do not lock out a login on an address that it has used before', async () => {
    const login = loginOf(await server.company())
    const address = newAddress()
    expect((await signIn(server, login, { address })).status).to.equal(200)
    let tried = 0
    const strangers = Array.from({ length: 60 }, (_, n) =>
      signIn(server, { ...login, email: `${n}@company.example`, password: 'guess' }).finally(() => tried++),
    )
    // Let them all come first.
    await Promise.race(strangers)
    expect((await signIn(server, login, { address })).status).to.equal(200)
    expect(tried).to.be.below(40)
    await Promise.all(strangers)
  })

  /** As many wrong credentials from an address as make it refuse all that it does not know. */
  const sendWrongOnes = async (address: string) => {
    server.now = new Date()
    const refused = await Promise.all(
      Array.from({ length: 65 }, () =>
        server.anonymous().raw('/v1/platform/whoami', {
          headers: { Authorization: `Bearer ${newApiKey()}`, 'X-Forwarded-For': address },
        }),
      ),
    )
    expect(refused.map(({ status }) => status)).to.include(429)
  }

  it('with wrong credentials do not keep a new session from its first call, nor a browser from signing out', async () => {
    const login = loginOf(await server.company())
    const address = newAddress()
    await sendWrongOnes(address)
    const session = await signIn(server, login, { address })
    expect(session.status).to.equal(200)
    const browser = browserOf(server, session)
    const from = { 'X-Forwarded-For': address, Origin: server.baseUrl, ...browser.headers }
    const call = await server.anonymous().raw('/v1/platform/whoami', { headers: from })
    expect(call.status, call.text).to.equal(200)
    const unknown = { ...from, Cookie: `rollcall=${'A'.repeat(43)}` }
    const out = await server.anonymous().post('/auth/sign_out', {}, unknown)
    expect(out.status).to.equal(429)
    expect(out.headers.get('set-cookie')).to.match(/^rollcall=;/)
  })

  it('with wrong credentials do not keep a browser whose session has ended from the page to sign in', async () => {
    const { slug } = await server.company()
    const address = newAddress()
    await sendWrongOnes(address)
    const from = { 'X-Forwarded-For': address, Cookie: `rollcall=${newSessionSecret()}` }
    const page = await getPage(server, `/${slug}`, from)
    expect(page.status).to.equal(200)
    expect(page.text).to.include('autocomplete="current-password"')
    expect((await getPage(server, `/${slug}/account`, from)).status, 'which looks at the cookie').to.equal(
      429,
    )
  })
})
