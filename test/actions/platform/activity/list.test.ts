import { expect } from 'chai'
import { withOrganization } from '../../../../src/db/transaction.ts'
import { cursorPattern, encodeCursor } from '../../../../src/domain/cursor.ts'
import { actions } from '../../../../src/generated/actions.ts'
import type { ActivityLine } from '../../../../src/events/domain-event.ts'
import { originOf } from '../../../../src/events/origin.ts'
import { writeDomainEvents } from '../../../../src/pipeline/record.ts'
import type { Caller } from '../../../../src/domain/caller.ts'
import type { TestClient } from '../../../support/client.ts'
import type { Company, Member } from '../../../support/company.ts'
import { contractActions } from '../../../support/contract.ts'
import { refused } from '../../../support/expect.ts'
import { inputSchema } from '../../../support/schemas.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.activity.list', () => {
  const server = useServer()

  /** Does something that is recorded: creates a unit with this name. */
  const make = (client: TestClient, name: string) => client.call('org_units_create', { name, kind: 'team' })
  const subjects = (page: { items: { subject: { name: string } | null }[] }) =>
    page.items.map(({ subject }) => subject?.name)

  /** Records activity as an action of this member would. */
  async function record(company: Company, member: Member, activity: ActivityLine[]): Promise<void> {
    const caller = {
      credential: { kind: 'web', id: member.userId },

      from: { address: '192.0.2.7', network: '192.0.2.0/24' },
      via: 'web',
      membershipId: member.membershipId,
      user: { id: member.userId },
    }
    const origin = originOf(caller as Caller, actions.org_units_create.name, 'test', new Date())
    await withOrganization(server.running.runtime.pool, company.id, { mode: 'write' }, async (db) => {
      await writeDomainEvents(db, origin, [{ activity }]).written
    })
  }

  it('says who did what to what, with which call', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const web = await company.web(member)
    const unit = await web.call(
      'org_units_create',
      { name: 'Research', kind: 'team' },
      { headers: { 'X-Request-Id': 'req-1' } },
    )
    const { items, next_before } = await (await company.as('owner')).call('platform_activity_list', {})
    expect(next_before).to.equal(null)
    const [{ id, at, changes, ...entry }] = items as [(typeof items)[number]]
    expect(id).to.match(/^[0-9a-f-]{36}$/)
    expect(Date.parse(at)).to.be.closeTo(Date.now(), 60_000)
    expect(changes).to.deep.include({ field: 'kind', before: null, after: 'team' })
    expect(entry).to.deep.equal({
      action: 'org.units.create',
      summary: 'Created the unit Research',
      actor: { kind: 'user', id: member.userId, name: 'hr user', person_id: member.personId, via: 'web' },
      subject: { type: 'unit', id: unit.id, name: 'Research' },
      request_id: 'req-1',
    })
  })

  it('names an API key with its owner', async () => {
    const company = await server.company()
    const member = await company.member('admin')
    const key = await company.key(member)
    await make(key, 'Research')
    const { items } = await key.call('platform_activity_list', {})
    const [self] = await key.call('platform_api_keys_list', {})
    expect(items[0]!.actor).to.deep.equal({
      kind: 'api_key',
      id: self!.id,
      name: 'test (admin user)',
      person_id: null,
      via: 'api',
    })
  })

  it('pages from the newest to the oldest, also when there are new entries meanwhile', async () => {
    const owner = await (await server.company()).as('owner')
    for (const name of ['1', '2', '3', '4', '5']) await make(owner, name)
    const first = await owner.call('platform_activity_list', { limit: 2 })
    await make(owner, '6')
    const second = await owner.call('platform_activity_list', { limit: 2, before: first.next_before! })
    const third = await owner.call('platform_activity_list', { limit: 2, before: second.next_before! })
    const pages = [first, second, third]
    expect(pages.map(subjects)).to.deep.equal([['5', '4'], ['3', '2'], ['1']])
    expect(third.next_before).to.equal(null)
  })

  it('ends where the last page is full', async () => {
    const owner = await (await server.company()).as('owner')
    await make(owner, 'Only')
    expect((await owner.call('platform_activity_list', { limit: 1 })).next_before).to.equal(null)
  })

  it('answers 50 entries unless told, and up to 100', async () => {
    const company = await server.company()
    const member = await company.member('owner')
    const entries = Array.from({ length: 101 }, (_, n) => ({
      summary: 'unit_changed' as const,
      subject: { type: 'unit', id: member.userId, name: `${n}` },
    }))
    await record(company, member, entries)
    const owner = await company.key(member)
    expect(subjects(await owner.call('platform_activity_list', {}))).to.deep.equal(
      Array.from({ length: 50 }, (_, n) => `${100 - n}`),
    )
    expect((await owner.call('platform_activity_list', { limit: 100 })).items).to.have.length(100)
  })

  it('refuses a cursor that it has not given', async () => {
    const owner = await (await server.company()).as('owner')
    for (const before of [
      'x',
      '0197a1c2-0000-7000-8000-000000000000',
      'AAAAAAAAAAAAAAAAAAAAAB',
      'A'.repeat(22) + '=',
      'A'.repeat(23),
      '*'.repeat(22),
    ]) {
      const error = await refused(owner.call('platform_activity_list', { before }), 'validation_failed')
      expect(error.paths, before).to.deep.equal(['before'])
    }
  })

  it('shows owners and admins everything, everybody else what they did themselves', async () => {
    const company = await server.company()
    const hr = await company.member('hr', { person: true })
    await make(await company.as('owner'), 'By the owner')
    await make(await company.key(hr), 'By key')
    await make(await company.web(hr), 'In the browser')
    const all = ['In the browser', 'By key', 'By the owner']
    const own = ['In the browser', 'By key']

    expect(subjects(await (await company.as('admin')).call('platform_activity_list', {}))).to.deep.equal(all)
    expect(subjects(await (await company.key(hr, 'me')).call('platform_activity_list', {}))).to.deep.equal(
      own,
    )
    expect(subjects(await (await company.web(hr)).call('platform_activity_list', {}))).to.deep.equal(own)
    expect(
      subjects(await (await company.as('owner', 'me')).call('platform_activity_list', {})),
    ).to.deep.equal([])
    expect(subjects(await (await company.as('member')).call('platform_activity_list', {}))).to.deep.equal([])
    for (const role of ['hr', 'viewer'] as const)
      await refused((await company.as(role)).call('platform_activity_list', {}), 'forbidden')
    expect(
      subjects(await (await (await server.company()).as('owner')).call('platform_activity_list', {})),
    ).to.deep.equal([])
  })

  it('shows no values about other people with the audience me', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const hired = await (
      await company.key(member, 'manage')
    ).call('org_people_hire', {
      given_name: 'Ada',
      family_name: 'Lovelace',
      work_email: 'ada@company.example',
      title: 'Analyst',
      start_date: '2026-01-01',
      weekly_hours: 32,
    })
    const hours = async (client: TestClient) => {
      const { items } = await client.call('platform_activity_list', { person_id: hired.person.id })
      return items[0]!.changes.find(({ field }) => field === 'weekly_hours')
    }
    expect(await hours(await company.as('owner'))).to.deep.include({ after: 32 })
    expect(await hours(await company.key(member, 'me'))).to.deep.equal({
      field: 'weekly_hours',
      before: null,
      after: null,
    })
  })

  it('shows values about the caller, also with the audience me', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const changes = [{ field: 'weekly_hours', before: 40, after: 32 }]
    const subject = { type: 'person', id: member.personId!, name: '' }
    await record(company, member, [{ summary: 'job_changed', subject, changes }])
    const { items } = await (await company.key(member, 'me')).call('platform_activity_list', {})
    expect(items[0]!.changes).to.deep.equal(changes)
  })

  it('filters by person, action and actor, together', async () => {
    const company = await server.company()
    const [one, two] = [await company.member('owner'), await company.member('hr')]
    const person = await company.person({ given_name: 'Pia', family_name: 'Berg' })
    const about = (name: string, personId?: string): ActivityLine => ({
      summary: 'unit_changed',
      subject: { type: 'unit', id: company.root, name },
      ...(personId && { personId }),
    })
    await record(company, one, [about('a', person.id), about('b')])
    await record(company, two, [about('c', person.id)])
    const key = await company.key(one)
    await key.call('platform_appearance_set', { palette: 'rose' })
    const [self] = await key.call('platform_api_keys_list', {})

    const list = async (filter: object) => subjects(await key.call('platform_activity_list', filter))
    expect(await list({ person_id: person.id })).to.deep.equal(['c', 'a'])
    expect(await list({ actor_id: one.userId })).to.deep.equal(['b', 'a'])
    expect(await list({ actor_id: self!.id })).to.have.length(1)
    expect(await list({ action: 'platform.appearance.set' })).to.have.length(1)
    expect(await list({ action: 'platform.appearance.burn' })).to.deep.equal([])
    expect(
      await list({ person_id: person.id, actor_id: two.userId, action: 'org.units.create' }),
    ).to.deep.equal(['c'])
    expect(await list({ person_id: person.id, actor_id: self!.id })).to.deep.equal([])
    for (const action of ['org_units_create', 'org/units.create'])
      expect(await list({ person_id: person.id, actor_id: two.userId, action })).to.deep.equal(['c'])
    for (const action of ['org', 'Org.units.create', 'org.units.create.', '.create'])
      await refused(key.call('platform_activity_list', { action }), 'validation_failed')
  })

  it('answers not_found for the id of an actor whose entries the caller may not see', async () => {
    const company = await server.company()
    const [self, other] = [await company.member('member'), await company.member('hr')]
    const [othersKey] = await (await company.key(other)).call('platform_api_keys_list', {})
    const me = await company.key(self)
    expect(subjects(await me.call('platform_activity_list', { actor_id: self.userId }))).to.deep.equal([])
    for (const actor_id of [other.userId, othersKey!.id])
      await refused(me.call('platform_activity_list', { actor_id }), 'not_found')
  })

  it('gives one entry by its id, to whoever may see it', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const self = await company.member('hr', { person: true })
    const [own, others] = [await make(await company.key(self), 'Own'), await make(owner, 'Other')]
    const { items } = await owner.call('platform_activity_list', {})
    const idOf = (unit: { id: string }) => items.find(({ subject }) => subject?.id === unit.id)!.id
    expect(await owner.call('platform_activity_list', { id: idOf(own) })).to.deep.equal({
      items: items.filter(({ id }) => id === idOf(own)),
      next_before: null,
    })
    const me = await company.key(self, 'me')
    expect(subjects(await me.call('platform_activity_list', { id: idOf(own) }))).to.deep.equal(['Own'])
    const hidden = await refused(me.call('platform_activity_list', { id: idOf(others) }), 'not_found')
    const unknown = await refused(me.call('platform_activity_list', { id: own.id }), 'not_found')
    expect(hidden.body.error.details).to.deep.equal(unknown.body.error.details)
    expect(hidden.paths).to.deep.equal(['id'])
    const nothing = { id: idOf(own), action: 'org.units.archive' }
    expect(subjects(await owner.call('platform_activity_list', nothing))).to.deep.equal([])
  })

  it('refuses a text that is no cursor, and shows in the contract what one looks like', async () => {
    const owner = await (await server.company()).as('owner')
    for (const text of ['a b', 'a/b=', 'é', 'abc', '']) {
      const { body } = await refused(
        owner.call('platform_activity_list', { before: text }),
        'validation_failed',
      )
      expect(body.error.details!.map(({ path, code }) => [path, code])).to.deep.equal([
        ['before', 'bad_cursor'],
      ])
      const people = await refused(owner.call('org_people_list', { after: text }), 'validation_failed')
      expect(people.body.error.details).to.deep.equal([{ ...body.error.details![0], path: 'after' }])
    }
    for (const [id, name, list] of [
      ['platform_activity_list', 'before', 'activity'],
      ['org_people_list', 'after', 'people'],
    ] as const) {
      const { pattern } = inputSchema(contractActions[id]!).properties![name]!
      expect(encodeCursor(list, '0197a1c2-0007-7000-8000-00000000000f')).to.match(new RegExp(pattern!))
      expect(pattern).to.equal(cursorPattern(list))
    }
  })

  it('takes every text that fits its pattern: a page begins at that moment, whether an entry is there or not', async () => {
    const owner = await (await server.company()).as('owner')
    await make(owner, 'a')
    const all = await owner.call('platform_activity_list', {})
    const [past, future] = [`a${'A'.repeat(22)}`, `a${'_'.repeat(21)}w`]
    expect((await owner.call('platform_activity_list', { before: past })).items).to.deep.equal([])
    expect((await owner.call('platform_activity_list', { before: future })).items).to.deep.equal(all.items)
    for (const other of [`a${'_'.repeat(22)}`, `p${'A'.repeat(22)}`, `a${'A'.repeat(23)}`])
      await refused(owner.call('platform_activity_list', { before: other }), 'validation_failed')
  })

  it('says in words what the name of an action looks like', async () => {
    const owner = await (await server.company()).as('owner')
    const { body } = await refused(
      owner.call('platform_activity_list', { action: 'org' }),
      'validation_failed',
    )
    expect(body.error.message).to.equal(
      'action: This must be the name of an action, such as org.units.create.',
    )
  })

  it('refuses the cursor of another list', async () => {
    const company = await server.company()
    for (let people = 0; people < 2; people++) await company.person()
    const owner = await company.as('owner')
    await make(owner, 'a')
    await make(owner, 'b')
    const { next } = await owner.call('org_people_list', { limit: 1 })
    const { next_before } = await owner.call('platform_activity_list', { limit: 1 })
    const foreign = [
      owner.call('platform_activity_list', { before: next! }),
      owner.call('org_people_list', { after: next_before! }),
    ]
    for (const call of foreign) {
      const { body } = await refused(call, 'validation_failed')
      expect(body.error.details![0]!.code).to.equal('bad_cursor')
    }
  })

  it('shows people with the name of today, so that entries about an erased person have no name', async () => {
    const company = await server.company()
    const member = await company.member('owner')
    const person = await company.person({ given_name: 'Pia', family_name: 'Berg' })
    await record(company, member, [
      { summary: 'person_hired', subject: { type: 'person', id: person.id, name: 'Pia Berg' } },
    ])
    const owner = await company.key(member)
    const [before] = (await owner.call('platform_activity_list', { person_id: person.id })).items
    expect(before).to.deep.include({
      summary: 'Hired Pia Berg',
      subject: { type: 'person', id: person.id, name: 'Pia Berg' },
    })

    const { rows } = await server.db.query<{ entry: string }>(
      'select a::text as entry from activity a where org_id = $1',
      [company.id],
    )
    expect(rows.map(({ entry }) => entry).join()).to.not.include('Berg')
    await server.db.query(`update people set given_name = 'Erased', family_name = 'person' where id = $1`, [
      person.id,
    ])
    await server.db.query(`update users set display_name = 'Former member' where id = $1`, [member.userId])
    const [after] = (await owner.call('platform_activity_list', {})).items
    expect(after).to.deep.include({
      summary: 'Hired Erased person',
      subject: { type: 'person', id: person.id, name: 'Erased person' },
    })
    expect(after!.actor.name).to.equal('Former member')
  })

  it('puts a name into the summary unchanged, even with special characters', async () => {
    const owner = await (await server.company()).as('owner')
    await make(owner, "R&D $& {subject} $'")
    const { items } = await owner.call('platform_activity_list', {})
    expect(items[0]!.summary).to.equal("Created the unit R&D $& {subject} $'")
  })

  it('keeps the entries of one call in the order in which they were recorded', async () => {
    const company = await server.company()
    const member = await company.member('owner')
    const names = Array.from({ length: 30 }, (_, n) => `${n}`)
    await record(
      company,
      member,
      names.map((name) => ({ summary: 'unit_changed', subject: { type: 'unit', id: company.root, name } })),
    )
    expect(subjects(await (await company.key(member)).call('platform_activity_list', {}))).to.deep.equal(
      names.toReversed(),
    )
  })
})
