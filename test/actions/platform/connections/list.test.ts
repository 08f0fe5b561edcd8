import { expect } from 'chai'
import { refused } from '../../../support/expect.ts'
import { connectedApp } from '../../../support/oauth.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.connections.list', () => {
  const server = useServer()

  it("shows one's own apps that work, newest first", async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const { id: first } = await connectedApp(server, company, member, { name: 'Claude', daysAgo: 41 })
    const { id: second } = await connectedApp(server, company, member, { name: 'Editor', audience: 'me' })
    for (const state of ['pending', 'revoked', 'expired'] as const)
      await connectedApp(server, company, member, { state })
    await connectedApp(server, company, await company.member('hr'))
    for (const client of [
      await company.key(member),
      await company.key(member, 'me'),
      await company.web(member),
    ]) {
      const apps = await client.call('platform_connections_list', {})
      expect(apps.map(({ id }) => id)).to.deep.equal([second, first])
      expect(apps[1]).to.deep.include({
        client_name: 'Claude',
        client_kind: 'dcr',
        client_host: null,
        redirect_host: 'localhost',
        redirect_kind: 'local',
        audience: 'manage',
        last_used_at: null,
        mine: true,
        user: null,
      })
    }
  })

  it("shows owners and admins everyone's, with who connected them", async () => {
    const company = await server.company()
    const member = await company.member('viewer')
    const { id } = await connectedApp(server, company, member, { daysAgo: 41 })
    const admin = await company.member('admin', { person: true })
    const { id: own } = await connectedApp(server, company, admin)
    for (const client of [await company.key(admin), await company.web(admin)]) {
      const apps = await client.call('platform_connections_list', { everyone: true })
      expect(apps.map((one) => [one.id, one.mine])).to.deep.equal([
        [own, true],
        [id, false],
      ])
      expect(apps[1]!.user).to.include({ id: member.userId })
    }
    const others = [await company.key(admin, 'me'), await company.as('hr'), await company.as('member', 'web')]
    for (const client of others) {
      const { body } = await refused(
        client.call('platform_connections_list', { everyone: true }),
        'forbidden',
      )
      expect(body.error.details![0]).to.include({ path: 'everyone', code: 'everyone_needs_admin' })
    }
  })
})
