import { expect } from 'chai'
import { TestClient } from '../../support/client.ts'
import { refused } from '../../support/expect.ts'
import { countBlocked } from '../../support/race.ts'
import { useServer } from '../../support/server.ts'

describe('API keys', () => {
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

  describe('platform_api_keys_create', () => {
    it('answers a secret that works, this once and never again', async () => {
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

    it('is for the web app only: a key cannot make keys', async () => {
      const company = await server.company()
      for (const kind of ['key', 'me'] as const) {
        const client = await company.as('admin', kind)
        const error = await refused(
          client.call('platform_api_keys_create', { name: 'Another', audience: 'me' }),
          'forbidden',
        )
        expect(error.message).to.include('web app')
      }
    })

    it('gives the audience manage only to somebody with a manage role', async () => {
      const member = await (await server.company()).as('member', 'web')
      await refused(
        member.call('platform_api_keys_create', { name: 'Wide', audience: 'manage' }),
        'forbidden',
      )
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

    it('issues neither secret nor id in a dry run, and keeps nothing', async () => {
      const web = await (await server.company()).as('hr', 'web')
      const key = await web.call(
        'platform_api_keys_create',
        { name: 'Trial', audience: 'manage' },
        { dryRun: true },
      )
      expect(key).to.include({ id: null, secret: null, name: 'Trial' })
      expect(await web.call('platform_api_keys_list', {})).to.deep.equal([])
    })

    it('never stores the secret for a retry: the second use of a key points to the activity of the first', async () => {
      const company = await server.company()
      const web = await company.as('hr', 'web')
      const create = () =>
        web.call('platform_api_keys_create', { name: 'Once', audience: 'manage' }, { idempotencyKey: 'k-1' })
      await create()
      const { activity_id } = (await refused(create(), 'conflict')).body.error
      expect(await web.call('platform_api_keys_list', {})).to.have.length(1)
      const { items } = await (await company.as('owner')).call('platform_activity_list', {})
      expect(items.map(({ id }) => id)).to.deep.equal([activity_id])
    })

    it('stops at twenty keys that work; revoking one makes room', async () => {
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

    it('takes a name of 1 to 80 characters', async () => {
      const web = await (await server.company()).as('hr', 'web')
      for (const name of ['', '   ', 'x'.repeat(81)]) {
        const error = await refused(
          web.call('platform_api_keys_create', { name, audience: 'manage' }),
          'validation_failed',
        )
        expect(error.paths).to.deep.equal(['name'])
      }
      const key = await web.call('platform_api_keys_create', { name: '🔑'.repeat(80), audience: 'manage' })
      expect(key.name).to.equal('🔑'.repeat(80))
    })

    it('makes a key that follows its owner: without the manage role it may do nothing', async () => {
      const company = await server.company()
      const member = await company.member('hr')
      const { secret } = await (
        await company.web(member)
      ).call('platform_api_keys_create', { name: 'HR', audience: 'manage' })
      await server.db.query(`update memberships set role = 'member' where id = $1`, [member.membershipId])
      await refused(bearer(secret).call('platform_api_keys_list', {}), 'forbidden')
    })
  })

  describe('platform_api_keys_list', () => {
    it("shows one's own keys of both audiences, newest first, and nobody else's", async () => {
      const company = await server.company()
      const member = await company.member('owner', { person: true })
      await company.as('hr')
      const web = await company.web(member)
      try {
        for (const [index, audience] of (['manage', 'me', 'manage'] as const).entries()) {
          server.now = new Date(Date.UTC(2026, 0, 1 + index))
          await web.call('platform_api_keys_create', { name: `Key ${index}`, audience })
        }
      } finally {
        server.now = undefined
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

  describe('platform_api_keys_revoke', () => {
    it('stops a key at once; a key may revoke itself', async () => {
      const key = await (await server.company()).as('member')
      const [self] = await key.call('platform_api_keys_list', {})
      expect(await key.call('platform_api_keys_revoke', { id: self!.id })).to.deep.equal({
        id: self!.id,
        revoked: true,
      })
      await refused(key.call('platform_whoami', {}), 'unauthenticated')
    })

    it("does not know other people's keys, not even an owner's question for them", async () => {
      const company = await server.company()
      const theirs = await company.as('hr')
      const [key] = await theirs.call('platform_api_keys_list', {})
      const abroad = await (await server.company()).as('owner')
      for (const client of [await company.as('owner'), await company.as('owner', 'web'), abroad])
        await refused(client.call('platform_api_keys_revoke', { id: key!.id }), 'not_found')
      await refused(theirs.call('platform_api_keys_revoke', { id: 'no-such-key' }), 'not_found')
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

    it('lets the key live in a dry run', async () => {
      const key = await (await server.company()).as('hr')
      const [self] = await key.call('platform_api_keys_list', {})
      const answer = await key.call('platform_api_keys_revoke', { id: self!.id }, { dryRun: true })
      expect(answer).to.deep.equal({ id: self!.id, revoked: true })
      expect((await key.call('platform_api_keys_list', {}))[0]).to.include({ revoked: false })
    })
  })
})
