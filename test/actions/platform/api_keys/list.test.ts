import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('platform.api_keys.list', () => {
  const server = useServer()

  it("shows the caller's own keys of both audiences, newest first, and no others", async () => {
    const company = await server.company()
    const member = await company.member('owner', { person: true })
    await company.as('hr')
    const web = await company.web(member)
    for (const [index, audience] of (['manage', 'me', 'manage'] as const).entries()) {
      server.now = new Date(Date.UTC(2026, 0, 1 + index))
      await web.call('platform_api_keys_create', { name: `Key ${index}`, audience })
    }
    const keys = await web.call('platform_api_keys_list', {})
    expect(keys.map(({ name, audience }) => `${name} ${audience}`)).to.deep.equal([
      'Key 2 manage',
      'Key 1 me',
      'Key 0 manage',
    ])
  })

  it('says when a key was last used, and keeps revoked ones', async () => {
    const company = await server.company()
    const member = await company.member('viewer')
    const key = await company.key(member)
    const web = await company.web(member)
    expect((await web.call('platform_api_keys_list', {}))[0]).to.include({
      last_used_at: null,
      revoked: false,
    })
    const [used] = await key.call('platform_api_keys_list', {})
    expect(Date.parse(used!.last_used_at!)).to.be.closeTo(Date.now(), 60_000)
    await key.call('platform_api_keys_revoke', { id: used!.id })
    expect((await web.call('platform_api_keys_list', {}))[0]).to.include({ id: used!.id, revoked: true })
  })
})
