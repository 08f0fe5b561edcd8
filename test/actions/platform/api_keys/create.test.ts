import { expect } from 'chai'
import { TestClient } from '../../../support/client.ts'
import { refused } from '../../../support/expect.ts'
import { countBlocked } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.api_keys.create', () => {
  const server = useServer()

  /** Runs the calls so that all have read what they want before the first one can write to the table. */
  async function atOnce(
    table: string,
    calls: (() => Promise<unknown>)[],
  ): Promise<PromiseSettledResult<unknown>[]> {
    const holder = await server.db.connect()
    try {
      await holder.query(`begin; lock table ${table} in share mode`)
      let over = false
      const running = Promise.allSettled(calls.map((call) => call())).finally(() => (over = true))
      while (!over && (await countBlocked(server.db)) < calls.length);
      await holder.query('commit')
      return await running
    } finally {
      holder.release()
    }
  }

  const bearer = (secret: string | null) =>
    new TestClient(server.baseUrl, { kind: 'key', secret: secret as string })

  it('answers a secret that works, and shows it only once', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { secret, ...key } = await web.call('platform_api_keys_create', {
      name: 'Payroll',
      audience: 'manage',
    })
    expect(secret).to.match(/^hrk_[0-9A-Za-z]{42}$/)
    expect(key).to.include({
      name: 'Payroll',
      audience: 'manage',
      last4: secret!.slice(-4),
      last_used_at: null,
      revoked: false,
    })

    const caller = await bearer(secret).call('platform_whoami', {})
    expect(caller).to.deep.include({ roles: ['hr'], audiences: ['manage'] })
    const list = await web.raw('/v1/platform/api_keys.list')
    expect(list.text).to.include(key.id).and.not.include(secret)
    const activity = await (await company.as('owner')).raw('/v1/platform/activity.list')
    expect(activity.text).to.include('Created the API key Payroll').and.not.include(secret)
  })

  it('gives the audience manage only to somebody with a manage role', async () => {
    const member = await (await server.company()).as('member', 'web')
    await refused(member.call('platform_api_keys_create', { name: 'Wide', audience: 'manage' }), 'forbidden')
    const key = await member.call('platform_api_keys_create', { name: 'Own', audience: 'me' })
    expect(await bearer(key.secret).call('platform_whoami', {})).to.deep.include({ audiences: ['me'] })
  })

  it('gives the audience me only to somebody who has it', async () => {
    const company = await server.company()
    const unlinked = await company.web(await company.member('hr'))
    await refused(unlinked.call('platform_api_keys_create', { name: 'Own', audience: 'me' }), 'forbidden')
    const linked = await company.web(await company.member('hr', { person: true }))
    const key = await linked.call('platform_api_keys_create', { name: 'Own', audience: 'me' })
    expect(await bearer(key.secret).call('platform_whoami', {})).to.deep.include({ audiences: ['me'] })
  })

  it('allows twenty keys that are not revoked; after revoking one, another can be created', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const web = await company.web(member)
    await Promise.all(Array.from({ length: 19 }, () => company.key(member)))
    const create = (name: string) => web.call('platform_api_keys_create', { name, audience: 'manage' })
    const outcomes = await atOnce('api_keys', [() => create('a'), () => create('b')])
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
    await refused(web.call('platform_api_keys_create', { name: 'c', audience: 'manage' }), 'conflict')

    const [newest] = await web.call('platform_api_keys_list', {})
    await web.call('platform_api_keys_revoke', { id: newest!.id })
    await web.call('platform_api_keys_create', { name: 'c', audience: 'manage' })
  })

  it('counts the keys of each member apart', async () => {
    const company = await server.company()
    const [full, other] = [await company.member('hr'), await company.member('hr')]
    await Promise.all(Array.from({ length: 20 }, () => company.key(full)))
    await (await company.web(other)).call('platform_api_keys_create', { name: 'First', audience: 'manage' })
  })

  it('creates a key with the rights of its owner: it can do nothing when the owner has no manage role any more', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const { secret } = await (
      await company.web(member)
    ).call('platform_api_keys_create', { name: 'HR', audience: 'manage' })
    await server.db.query(`update memberships set role = 'member' where id = $1`, [member.membershipId])
    await refused(bearer(secret).call('platform_api_keys_list', {}), 'forbidden')
  })
})
