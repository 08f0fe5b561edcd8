import { expect } from 'chai'
import { refused } from '../../../support/expect.ts'
import { heldUp, inUndoneTransaction, untilBlocked } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.language.set', () => {
  const server = useServer()
  const available = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']

  it("uses the caller's own choice before the company's; null removes it", async () => {
    const company = await server.company()
    await (await company.as('admin')).call('platform_language_set', { language: 'de', scope: 'company' })
    const member = await company.as('member')
    expect(await member.call('platform_language_get', {})).to.include({
      company: 'de',
      own: null,
      effective: 'de',
    })
    const chosen = await member.call('platform_language_set', { language: 'fr', scope: 'own' })
    expect(chosen).to.deep.equal({ company: 'de', own: 'fr', effective: 'fr', available })
    expect((await member.call('platform_whoami', {})).user.language).to.equal('fr')
    const cleared = await member.call('platform_language_set', { language: null, scope: 'own' })
    expect(cleared).to.include({ own: null, effective: 'de' })
  })

  it("leaves other people's choices alone", async () => {
    const company = await server.company()
    const [one, other] = [await company.as('member'), await company.as('member')]
    await one.call('platform_language_set', { language: 'pl', scope: 'own' })
    expect(await other.call('platform_language_get', {})).to.include({ company: null, own: null })
  })

  it("answers a repeated call only if the caller may still set the company's language", async () => {
    const company = await server.company()
    const owner = await company.member('owner', { person: true })
    const input = { language: 'de', scope: 'company' } as const
    const options = { idempotencyKey: 'once' }
    await (await company.key(owner)).call('platform_language_set', input, options)
    await (await company.key(owner)).call('platform_language_set', input, options)
    const me = await company.key(owner, 'me')
    await refused(me.call('platform_language_set', input, options), 'forbidden')
  })

  it("lets only owners and admins set the company's language, and only with the audience manage", async () => {
    const company = await server.company()
    const refusedHere = [
      await company.as('hr'),
      await company.as('viewer', 'web'),
      await company.as('member'),
      await company.as('owner', 'me'),
    ]
    for (const client of refusedHere) {
      await refused(client.call('platform_language_set', { language: 'it', scope: 'company' }), 'forbidden')
      await client.call('platform_language_set', { language: 'it', scope: 'own' })
    }
    const owner = await company.as('owner', 'web')
    const set = await owner.call('platform_language_set', { language: 'nl', scope: 'company' })
    expect(set).to.include({ company: 'nl', effective: 'nl' })
    const cleared = await owner.call('platform_language_set', { language: null, scope: 'company' })
    expect(cleared).to.include({ company: null, effective: null })
  })

  it('records a change, and nothing when nothing changes', async () => {
    const company = await server.company({ name: 'Acme' })
    const owner = await company.as('owner')
    for (const scope of ['company', 'own'] as const) {
      await owner.call('platform_language_set', { language: null, scope })
      await owner.call('platform_language_set', { language: 'es', scope })
      await owner.call('platform_language_set', { language: 'es', scope })
    }
    const changes = [{ field: 'language', before: null, after: 'es' }]
    const { items } = await owner.call('platform_activity_list', {})
    expect(items.map(({ summary, subject, changes }) => ({ summary, subject, changes }))).to.deep.equal([
      { summary: 'Changed their own language', subject: null, changes },
      {
        summary: 'Changed the language of Acme',
        subject: { type: 'organization', id: company.id, name: 'Acme' },
        changes,
      },
    ])
  })

  it('tells what another call of the same member has set at that moment', async () => {
    const company = await server.company()
    const member = await company.member('owner')
    const client = await company.web(member)
    const set = (scope: 'own' | 'company', language: 'de' | 'fr') => () =>
      client.call('platform_language_set', { language, scope })
    const lock = {
      text: 'select 1 from memberships where org_id = $1 and id = $2 for update',
      values: [company.id, member.membershipId],
    }
    const { first, second } = await heldUp(server.db, lock, set('own', 'de'), set('company', 'fr'))
    expect(await first).to.include({ company: null, own: 'de' })
    expect(await second).to.include({ company: 'fr', own: 'de' })
  })

  it('waits for whoever changes the login before it locks anything of it', async () => {
    const company = await server.company()
    const member = await company.member('viewer')
    const client = await company.key(member)
    await inUndoneTransaction(server.db, async (other) => {
      // As a change of the password: the member, and then the login.
      await other.query('select 1 from memberships where org_id = $1 and id = $2 for no key update', [
        company.id,
        member.membershipId,
      ])
      const call = client.call('platform_language_set', { language: 'fr', scope: 'own' })
      await untilBlocked(server.db, call)
      await other.query('select 1 from users where org_id = $1 and id = $2 for no key update nowait', [
        company.id,
        member.userId,
      ])
      await other.query('commit')
      expect((await call).own).to.equal('fr')
    })
  })
})
