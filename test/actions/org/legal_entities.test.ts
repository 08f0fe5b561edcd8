import { expect } from 'chai'
import { activityOf } from '../../support/activity.ts'
import { refused } from '../../support/expect.ts'
import { race } from '../../support/race.ts'
import { useServer } from '../../support/server.ts'

describe('legal_entities', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  describe('org_legal_entities_create', () => {
    it('takes a legal name and a country, and fills in the rest', async () => {
      const { company, hr } = await story()
      const entity = await hr.call('org_legal_entities_create', { name: 'Acme SAS', country: 'FR' })
      expect(entity).to.deep.equal({
        id: entity.id,
        name: 'Acme SAS',
        country: 'FR',
        registration_number: null,
        tax_id: null,
        address: null,
        archived: false,
        member_count: 0,
      })
      const [entry] = await activityOf(server, company, 'org.legal_entities.create')
      expect(entry).to.deep.include({
        summary: 'Created the legal entity {subject}',
        subject_type: 'legal_entity',
        subject_id: entity.id,
        subject_name: 'Acme SAS',
        changes: [{ field: 'country', before: null, after: 'FR' }],
      })
    })

    it('keeps the registered address with its city', async () => {
      const { hr } = await story()
      const entity = await hr.call('org_legal_entities_create', {
        name: 'Acme Ltd',
        country: 'GB',
        registration_number: '01234567',
        tax_id: 'GB123',
        address: { line1: '1 High St', city: 'Leeds' },
      })
      expect(entity).to.deep.include({
        registration_number: '01234567',
        tax_id: 'GB123',
        address: { line1: '1 High St', line2: null, city: 'Leeds', region: null, postal_code: null },
      })
    })

    it('takes an address without any part for none', async () => {
      const { hr } = await story()
      const entity = await hr.call('org_legal_entities_create', {
        name: 'Bare',
        country: 'GB',
        address: { city: null },
      })
      expect(entity.address).to.equal(null)
    })

    it('refuses wrong values by path, and takes legal names of 200 characters', async () => {
      const { hr } = await story()
      const wrong = { name: 'n'.repeat(201), country: 'XX', tax_id: '' }
      const error = await refused(hr.call('org_legal_entities_create', wrong), 'validation_failed')
      expect(error.paths).to.have.members(['name', 'country', 'tax_id'])
      await hr.call('org_legal_entities_create', { name: 'n'.repeat(200), country: 'DE' })
    })

    it('refuses a name that another entity has, whatever the case', async () => {
      const { hr } = await story()
      await refused(hr.call('org_legal_entities_create', { name: 'COMPANY GMBH', country: 'DE' }), 'conflict')
    })

    it('keeps nothing of a dry run, and replays a repeated call', async () => {
      const { hr } = await story()
      const make = (options: object) =>
        hr.call('org_legal_entities_create', { name: 'Acme AS', country: 'NO' }, options)
      expect((await make({ dryRun: true })).id).to.equal(null)
      const first = await make({ idempotencyKey: 'e1' })
      expect(await make({ idempotencyKey: 'e1' })).to.deep.equal(first)
    })

    it('makes one entity when twenty ask for the same name at once', async () => {
      const { hr } = await story()
      const { won, lost } = await race(
        Array.from({ length: 20 }, () =>
          hr.call('org_legal_entities_create', { name: 'Acme Srl', country: 'IT' }),
        ),
      )
      expect(won).to.have.length(1)
      expect(lost).to.deep.equal(Array(19).fill('conflict'))
    })

    it('is for owner, admin and HR', async () => {
      const company = await server.company()
      for (const role of ['viewer', 'member'] as const)
        await refused(
          (await company.as(role)).call('org_legal_entities_create', { name: role, country: 'DE' }),
          'forbidden',
        )
      for (const role of ['owner', 'admin'] as const)
        await (await company.as(role)).call('org_legal_entities_create', { name: role, country: 'DE' })
    })
  })

  describe('org_legal_entities_list', () => {
    it('answers by name to anyone, archived ones on request, and counts who is employed today', async () => {
      const { company, hr } = await story()
      const old = await hr.call('org_legal_entities_create', { name: 'zeta', country: 'FR' })
      const acme = await hr.call('org_legal_entities_create', { name: 'Acme', country: 'NO' })
      await hr.call('org_legal_entities_archive', { legal_entity_id: old.id! })
      await company.person({ legal_entity_id: acme.id! })
      await company.person({ legal_entity_id: acme.id!, start_date: '2999-01-01' })
      await company.person({ legal_entity_id: acme.id!, last_day: '2020-12-31' })
      const member = await company.as('member')
      const shown = await member.call('org_legal_entities_list', {})
      expect(shown.map(({ name, member_count }) => [name, member_count])).to.deep.equal([
        ['Acme', 1],
        ['Company GmbH', 0],
      ])
      const all = await member.call('org_legal_entities_list', { include_archived: true })
      expect(all.map(({ name, archived }) => [name, archived])).to.deep.equal([
        ['Acme', false],
        ['Company GmbH', false],
        ['zeta', true],
      ])
    })
  })

  describe('org_legal_entities_update', () => {
    it('changes what is given and clears what is null', async () => {
      const { company, hr } = await story()
      const { id } = await hr.call('org_legal_entities_create', {
        name: 'Old GmbH',
        country: 'DE',
        tax_id: 'DE1',
        address: { city: 'Bonn' },
      })
      const entity = await hr.call('org_legal_entities_update', {
        legal_entity_id: id!,
        name: 'New GmbH',
        tax_id: null,
      })
      expect(entity).to.deep.include({ name: 'New GmbH', country: 'DE', tax_id: null })
      expect(entity.address).to.include({ city: 'Bonn' })
      const listed = await hr.call('org_legal_entities_list', {})
      expect(listed.find((row) => row.id === id)).to.deep.equal(entity)
      const [entry] = await activityOf(server, company, 'org.legal_entities.update')
      expect(entry?.changes).to.have.deep.members([
        { field: 'name', before: 'Old GmbH', after: 'New GmbH' },
        { field: 'tax_id', before: 'DE1', after: null },
      ])
    })

    it('writes and records nothing when nothing differs', async () => {
      const { company, hr } = await story()
      const made = await hr.call('org_legal_entities_create', {
        name: 'Same',
        country: 'DE',
        address: { city: 'Bonn' },
      })
      const same = { legal_entity_id: made.id!, name: 'Same', tax_id: null, address: { city: 'Bonn' } }
      expect(await hr.call('org_legal_entities_update', same)).to.deep.equal(made)
      expect(await activityOf(server, company, 'org.legal_entities.update')).to.deep.equal([])
    })

    it('refuses a taken name, and knows no entity of another organization', async () => {
      const { company, hr } = await story()
      const other = await server.company()
      await hr.call('org_legal_entities_create', { name: 'Taken', country: 'AT' })
      await refused(
        hr.call('org_legal_entities_update', { legal_entity_id: company.legalEntity, name: 'TAKEN' }),
        'conflict',
      )
      const theirs = hr.call('org_legal_entities_update', {
        legal_entity_id: other.legalEntity,
        name: 'Ours',
      })
      expect((await refused(theirs, 'not_found')).paths).to.deep.equal(['legal_entity_id'])
    })

    it('keeps nothing of a dry run, and replays a repeated call', async () => {
      const { company, hr } = await story()
      const rename = (options: object) =>
        hr.call('org_legal_entities_update', { legal_entity_id: company.legalEntity, name: 'Acme' }, options)
      expect(await rename({ dryRun: true })).to.include({ name: 'Acme' })
      const first = await rename({ idempotencyKey: 'e2' })
      expect(await rename({ idempotencyKey: 'e2' })).to.deep.equal(first)
      expect(await activityOf(server, company, 'org.legal_entities.update')).to.have.length(1)
    })
  })

  describe('org_legal_entities_archive', () => {
    it('archives once, and the name stays taken', async () => {
      const { company, hr } = await story()
      const { id } = await hr.call('org_legal_entities_create', { name: 'Old', country: 'DE' })
      const archived = await hr.call('org_legal_entities_archive', { legal_entity_id: id! })
      expect(archived).to.include({ id, archived: true })
      expect(await hr.call('org_legal_entities_archive', { legal_entity_id: id! })).to.deep.equal(archived)
      expect(await activityOf(server, company, 'org.legal_entities.archive')).to.have.length(1)
      await refused(hr.call('org_legal_entities_create', { name: 'OLD', country: 'DE' }), 'conflict')
    })

    it('keeps the only active entity, and one that employs people today or later', async () => {
      const { company, hr } = await story()
      const only = await refused(
        hr.call('org_legal_entities_archive', { legal_entity_id: company.legalEntity }),
        'conflict',
      )
      expect(only.message).to.contain('only active')
      const { id } = await hr.call('org_legal_entities_create', { name: 'Employer', country: 'DE' })
      await company.person({ legal_entity_id: id!, start_date: '2999-01-01' })
      const employing = await refused(
        hr.call('org_legal_entities_archive', { legal_entity_id: id! }),
        'conflict',
      )
      expect(employing.message).to.contain('today or later: 1')
    })

    it('lets an entity go that everybody has left', async () => {
      const { company, hr } = await story()
      const { id } = await hr.call('org_legal_entities_create', { name: 'Empty', country: 'DE' })
      await company.person({ legal_entity_id: id!, last_day: '2020-12-31' })
      expect(await hr.call('org_legal_entities_archive', { legal_entity_id: id! })).to.include({
        archived: true,
      })
    })

    it('keeps nothing of a dry run, and knows no entity of another organization', async () => {
      const { hr } = await story()
      const other = await server.company()
      const { id } = await hr.call('org_legal_entities_create', { name: 'Kept', country: 'DE' })
      expect(
        await hr.call('org_legal_entities_archive', { legal_entity_id: id! }, { dryRun: true }),
      ).to.include({ archived: true })
      expect(await hr.call('org_legal_entities_list', {})).to.have.length(2)
      await refused(
        hr.call('org_legal_entities_archive', { legal_entity_id: other.legalEntity }),
        'not_found',
      )
    })

    it('never takes the last two at once', async () => {
      const { company, hr } = await story()
      const { id } = await hr.call('org_legal_entities_create', { name: 'Second', country: 'DE' })
      const { won, lost } = await race([
        hr.call('org_legal_entities_archive', { legal_entity_id: company.legalEntity }),
        hr.call('org_legal_entities_archive', { legal_entity_id: id! }),
      ])
      expect(won).to.have.length(1)
      expect(lost).to.deep.equal(['conflict'])
    })
  })
})
