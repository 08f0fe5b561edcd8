import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { McpClient } from '../../../support/mcp.ts'
import { connectedApp } from '../../../support/oauth.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.connections.revoke', () => {
  const server = useServer()

  it('stops an app at once, and says so once', async () => {
    const company = await server.company()
    const member = await company.member('viewer')
    const { id, client: app } = await connectedApp(server, company, member)
    expect((await new McpClient(app).request('ping')).status).to.equal(200)
    const web = await company.web(member)
    const revoke = () => web.call('platform_connections_revoke', { id })
    expect(await revoke()).to.deep.equal({ id, revoked: true })
    expect((await new McpClient(app).request('ping')).status).to.equal(401)
    expect(await revoke()).to.deep.equal({ id, revoked: true })
    const lines = await activityOf(server, company, 'platform.connections.revoke')
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ summary: 'Disconnected the app {subject}', subject_name: 'Claude' })
    const { rows } = await server.db.query('select 1 from oauth_objects where connection_id = $1', [id])
    expect(rows, 'its tokens are gone').to.have.length(0)
  })

  it('lets an app disconnect itself, and no app of others', async () => {
    const company = await server.company()
    const member = await company.member('viewer')
    const { id, client } = await connectedApp(server, company, member)
    const { id: theirs } = await connectedApp(server, company, await company.member('viewer'))
    const app = new McpClient(client)
    expect((await app.call('platform_connections_revoke', { id: theirs })).answer.error.code).to.equal(
      'not_found',
    )
    expect((await app.call('platform_connections_revoke', { id })).answer.data).to.include({ revoked: true })
    expect((await app.request('ping')).status).to.equal(401)
    const owner = await company.as('owner')
    const { items } = await owner.call('platform_activity_list', { actor_id: id })
    expect(items).to.have.length(1)
    expect(items[0]!.actor).to.include({ kind: 'app', id, via: 'mcp' })
    expect(items[0]!.actor.name).to.match(/^Claude \(.+\)$/)
  })

  it('lets owners and admins disconnect apps of others in the web app only', async () => {
    const company = await server.company()
    const { id, client: app } = await connectedApp(server, company, await company.member('hr'))
    const admin = await company.member('admin', { person: true })
    const { body } = await refused(
      (await company.key(admin)).call('platform_connections_revoke', { id }),
      'forbidden',
    )
    expect(body.error.details![0]).to.include({ path: 'id', code: 'others_app_needs_web' })
    for (const client of [await company.key(admin, 'me'), await company.as('hr', 'web')])
      await refused(client.call('platform_connections_revoke', { id }), 'not_found')
    expect((await new McpClient(app).request('ping')).status).to.equal(200)
    await (await company.web(admin)).call('platform_connections_revoke', { id })
    expect((await new McpClient(app).request('ping')).status).to.equal(401)
  })

  it('knows no consent of which nothing came', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const { id } = await connectedApp(server, company, member, { state: 'pending' })
    await refused((await company.web(member)).call('platform_connections_revoke', { id }), 'not_found')
  })
})
