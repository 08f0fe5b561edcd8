import { expect } from 'chai'
import { connectedApp } from '../../../../support/oauth.ts'
import { useServer } from '../../../../support/server.ts'

describe('platform.ai.onboarding.status', () => {
  const server = useServer()

  it('applies until something was connected or used, and tells where to connect', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const web = await company.web(member)
    expect(await web.call('platform_ai_onboarding_status', {})).to.deep.equal({
      applies: true,
      connections: [],
      keys: 0,
      last_activity_at: null,
      mcp_url: `${server.running.runtime.baseUrl}/mcp`,
    })
    const key = await company.key(member)
    expect(await web.call('platform_ai_onboarding_status', {})).to.include({ applies: true, keys: 1 })
    const used = await key.call('platform_ai_onboarding_status', {})
    expect(used).to.include({ applies: false, keys: 1 })
    expect(used.last_activity_at).to.be.a('string')
  })

  it("shows one's own apps only", async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const { id } = await connectedApp(server, company, member)
    await connectedApp(server, company, await company.member('hr'))
    const status = await (await company.web(member)).call('platform_ai_onboarding_status', {})
    expect(status.connections.map((one) => one.id)).to.deep.equal([id])
    expect(status).to.include({ applies: false, last_activity_at: null })
  })

  it('counts neither keys and apps of others nor those that do not work any more', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const web = await company.web(member)
    const [revoked, others] = [await company.key(member), await company.as('hr')]
    for (const key of [revoked, others]) await key.call('platform_whoami', {})
    await server.db.query('update api_keys set revoked_at = now() where org_id = $1 and membership_id = $2', [
      company.id,
      member.membershipId,
    ])
    for (const state of ['revoked', 'expired'] as const) {
      const { id } = await connectedApp(server, company, member, { state })
      await server.db.query('update oauth_connections set last_used_at = now() where id = $1', [id])
    }
    const status = await web.call('platform_ai_onboarding_status', {})
    expect(status).to.deep.include({ applies: true, connections: [], keys: 0, last_activity_at: null })
  })
})
