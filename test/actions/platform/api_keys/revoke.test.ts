import { expect } from 'chai'
import type { TestClient } from '../../../support/client.ts'
import { refused } from '../../../support/expect.ts'
import { connectedApp } from '../../../support/oauth.ts'
import { interrupted } from '../../../support/race.ts'
import { statementsDuring } from '../../../support/sent-statements.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.api_keys.revoke', () => {
  const server = useServer()

  it('stops a key at once; a key may revoke itself', async () => {
    const key = await (await server.company()).as('member')
    const [self] = await key.call('platform_api_keys_list', {})
    expect(await key.call('platform_api_keys_revoke', { id: self!.id })).to.deep.equal({
      id: self!.id,
      revoked: true,
    })
    await refused(key.call('platform_whoami', {}), 'unauthenticated')
  })

  it('answers not_found for keys of others, even to an owner', async () => {
    const company = await server.company()
    const theirs = await company.as('hr')
    const [key] = await theirs.call('platform_api_keys_list', {})
    for (const client of [await company.as('owner'), await company.as('owner', 'web')])
      await refused(client.call('platform_api_keys_revoke', { id: key!.id }), 'not_found')
    expect((await theirs.call('platform_api_keys_list', {}))[0]).to.include({ revoked: false })
  })

  it('changes and records nothing the second time', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    await company.key(member)
    const web = await company.web(member)
    const [key] = await web.call('platform_api_keys_list', {})
    const revoke = () => web.call('platform_api_keys_revoke', { id: key!.id })
    expect(await revoke()).to.deep.equal(await revoke())
    const { items } = await (await company.as('owner')).call('platform_activity_list', {})
    expect(items).to.have.length(1)
    expect(items[0]).to.deep.include({
      action: 'platform.api_keys.revoke',
      summary: 'Revoked the API key test',
      subject: { type: 'api_key', id: key!.id, name: 'test' },
      changes: [{ field: 'revoked', before: false, after: true }],
    })
  })
})

describe('revoking a key, or an app, and at the same moment all that was made since a day', () => {
  const server = useServer()

  it('wait for each other, and neither is tried again: a key', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    for (let count = 0; count < 2; count++) await company.key(member)
    const web = await company.web(member)
    const [key] = await web.call('platform_api_keys_list', {})
    const revoke = () => web.call('platform_api_keys_revoke', { id: key!.id })
    const { transactions, revoked } = await inTheMiddle(revoke, await company.web(member))
    expect(revoked.api_keys).to.have.length(1)
    expect(transactions).to.equal(3)
  })

  it('wait for each other, and neither is tried again: an app', async () => {
    const company = await server.company()
    const member = await company.member('viewer')
    const { id } = await connectedApp(server, company, member)
    await connectedApp(server, company, member)
    const web = await company.web(member)
    const revoke = () => web.call('platform_connections_revoke', { id })
    const { transactions, revoked } = await inTheMiddle(revoke, await company.web(member))
    expect(revoked.apps).to.have.length(1)
    expect(transactions).to.equal(3)
  })

  /**
   * Revokes all while a call is in the middle: it has locked what it revokes, and writes the log. In one process two such
   * calls of a member never are under way at the same time, but a dry run is, and locks what any call of another process does.
   */
  async function inTheMiddle(call: () => Promise<unknown>, other: TestClient) {
    const all = () => other.call('platform_access_revoke', { since: '2020-01-01' }, { dryRun: true })
    let revoked!: Awaited<ReturnType<typeof all>>['revoked']
    const sent = await statementsDuring(async () => {
      const { first, second } = await interrupted(server.db, 'activity', call, all)
      await first
      ;({ revoked } = await second)
    })
    // One of each call, and the one that holds them up. One that PostgreSQL has ended is tried again.
    return { transactions: sent.filter((text) => text.startsWith('begin')).length, revoked }
  }
})
