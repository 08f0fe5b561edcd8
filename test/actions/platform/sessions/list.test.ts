import { expect } from 'chai'
import { browserOf, loginOf, signIn } from '../../../support/browser.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.sessions.list', () => {
  const server = useServer()

  it('tells since when each browser is signed in and when it was last used, and nothing to sign in with', async () => {
    const company = await server.company()
    const [mine, other] = [
      browserOf(server, await signIn(server, loginOf(company))),
      browserOf(server, await signIn(server, loginOf(company))),
    ]
    const [unused, first] = await mine.call('platform_sessions_list', {})
    expect(unused).to.include({ current: false, last_used_at: null })
    expect(first!.current).to.equal(true)
    expect(Date.parse(first!.last_used_at!)).to.be.at.least(Date.parse(first!.created_at))
    expect(Object.keys(first!)).to.have.members([
      ...['id', 'browser', 'network', 'created_at', 'last_used_at', 'expires_at', 'current'],
    ])
    await other.call('platform_whoami', {})
    const [used] = await mine.call('platform_sessions_list', {})
    expect(used!.last_used_at).not.to.equal(null)
  })
})
