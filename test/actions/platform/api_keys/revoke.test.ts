import { expect } from 'chai'
import { refused } from '../../../support/expect.ts'
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
