import { expect } from 'chai'
import { activityOf } from '../../support/activity.ts'
import { refused } from '../../support/expect.ts'
import { race } from '../../support/race.ts'
import { useServer } from '../../support/server.ts'

describe('units', () => {
  const server = useServer()

  describe('org_units_create', () => {
    it('puts a unit below the company root when no parent is given', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const unit = await hr.call('org_units_create', { name: 'Research', kind: 'department' })
      expect(unit).to.include({
        name: 'Research',
        kind: 'department',
        parent_id: company.root,
        archived: false,
        member_count: 0,
      })
    })

    it('refuses a name that another unit has, whatever the case', async () => {
      const hr = await (await server.company()).as('hr')
      await hr.call('org_units_create', { name: 'École', kind: 'team' })
      await refused(hr.call('org_units_create', { name: 'ÉCOLE', kind: 'team' }), 'conflict')
    })

    it('lets two organizations use the same name', async () => {
      const [one, other] = [await server.company(), await server.company()]
      await (await one.as('hr')).call('org_units_create', { name: 'Sales', kind: 'team' })
      await (await other.as('hr')).call('org_units_create', { name: 'Sales', kind: 'team' })
    })

    it('keeps nothing of a dry run, and answers no id', async () => {
      const hr = await (await server.company()).as('hr')
      const unit = await hr.call('org_units_create', { name: 'Ghost', kind: 'team' }, { dryRun: true })
      expect(unit.id).to.equal(null)
      const units = await hr.call('org_units_list', {})
      expect(units.map(({ name }) => name)).to.not.include('Ghost')
    })

    it('replays the first answer to the same key and body', async () => {
      const hr = await (await server.company()).as('hr')
      const first = await hr.call(
        'org_units_create',
        { name: 'Once', kind: 'team' },
        { idempotencyKey: 'k1' },
      )
      const again = await hr.call(
        'org_units_create',
        { name: 'Once', kind: 'team' },
        { idempotencyKey: 'k1' },
      )
      expect(again).to.deep.equal(first)
    })

    it('takes a lead who works here or starts later, and nobody who has left', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const later = await company.person({
        given_name: 'Lea',
        family_name: 'Later',
        start_date: '2999-01-01',
      })
      const unit = await hr.call('org_units_create', { name: 'Led', kind: 'team', head_person_id: later.id })
      expect(unit.head).to.deep.equal({
        id: later.id,
        name: 'Lea Later',
        title: 'Engineer',
        photo_url: null,
      })
      const left = await company.person({ last_day: '2020-06-30' })
      await refused(
        hr.call('org_units_create', { name: 'Unled', kind: 'team', head_person_id: left.id }),
        'conflict',
      )
    })

    it('records what was made, and whom it is about', async () => {
      const company = await server.company()
      const { id: lead } = await company.person()
      const unit = await (
        await company.as('hr')
      ).call('org_units_create', { name: 'Noted', kind: 'team', head_person_id: lead })
      expect(await activityOf(server, company, 'org.units.create')).to.deep.equal([
        {
          summary: 'Created the unit {subject}',
          subject_type: 'unit',
          subject_id: unit.id,
          subject_name: 'Noted',
          person_id: lead,
          changes: [
            { field: 'kind', before: null, after: 'team' },
            { field: 'parent_id', before: null, after: company.root },
            { field: 'head_person_id', before: null, after: lead },
          ],
        },
      ])
    })

    it('goes under no archived unit, and under no unit or lead of another organization', async () => {
      const [company, other] = [await server.company(), await server.company()]
      const hr = await company.as('hr')
      const archived = await company.unit({ archived: true })
      const make = (more: object) => hr.call('org_units_create', { name: 'Nowhere', kind: 'team', ...more })
      await refused(make({ parent_id: archived }), 'conflict')
      expect((await refused(make({ parent_id: other.root }), 'not_found')).paths).to.deep.equal(['parent_id'])
      expect((await refused(make({ parent_id: 'no-id' }), 'not_found')).paths).to.deep.equal(['parent_id'])
      const stranger = await other.person()
      expect((await refused(make({ head_person_id: stranger.id }), 'not_found')).paths).to.deep.equal([
        'head_person_id',
      ])
    })

    it('says what to do while there is no root yet', async () => {
      const company = await server.company()
      await server.db.query('delete from units where org_id = $1', [company.id])
      const owner = await company.as('owner')
      const error = await refused(owner.call('org_units_create', { name: 'Early', kind: 'team' }), 'conflict')
      expect(error.message).to.contain('setup.init')
    })

    it('makes one unit when twenty ask for the same name at once', async () => {
      const hr = await (await server.company()).as('hr')
      const { won, lost } = await race(
        Array.from({ length: 20 }, () => hr.call('org_units_create', { name: 'Wanted', kind: 'team' })),
      )
      expect(won).to.have.length(1)
      expect(lost).to.deep.equal(Array(19).fill('conflict'))
      const units = await hr.call('org_units_list', {})
      expect(units.filter(({ name }) => name === 'Wanted')).to.have.length(1)
    })
  })

  describe('org_units_list', () => {
    it('answers the root first, then by depth and name', async () => {
      const company = await server.company()
      const b = await company.unit({ name: 'b' })
      const a = await company.unit({ name: 'A' })
      await company.unit({ name: 'aa', parent_id: b })
      await company.unit({ name: 'É', parent_id: a })
      const units = await (await company.as('member')).call('org_units_list', {})
      expect(units.map(({ name }) => name)).to.deep.equal(['Company', 'A', 'b', 'aa', 'É'])
    })

    it('shows archived units on request only, and counts who is assigned today', async () => {
      const company = await server.company()
      const old = await company.unit({ name: 'Old', archived: true })
      const team = await company.unit({ name: 'Team' })
      await company.person({ unit_id: team })
      await company.person({ unit_id: team, last_day: '2020-12-31' })
      await company.person({ unit_id: team, start_date: '2999-01-01' })
      await company.person({ unit_id: old })
      const viewer = await company.as('viewer')
      const shown = await viewer.call('org_units_list', {})
      expect(shown.map(({ name, member_count }) => [name, member_count])).to.deep.equal([
        ['Company', 0],
        ['Team', 1],
      ])
      const all = await viewer.call('org_units_list', { include_archived: true })
      expect(all.find(({ id }) => id === old)).to.include({ archived: true, member_count: 1 })
    })
  })

  describe('org_units_archive', () => {
    it('keeps the people and the name, and records it once', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const team = await company.unit({ name: 'Closing' })
      await company.person({ unit_id: team })
      const unit = await hr.call('org_units_archive', { unit_id: team })
      expect(unit).to.include({ id: team, archived: true, member_count: 1 })
      expect(await hr.call('org_units_archive', { unit_id: team })).to.deep.equal(unit)
      await refused(hr.call('org_units_create', { name: 'CLOSING', kind: 'team' }), 'conflict')
      const entries = await activityOf(server, company, 'org.units.archive')
      expect(entries).to.have.length(1)
      expect(entries[0]).to.deep.include({
        subject_id: team,
        changes: [{ field: 'archived', before: false, after: true }],
      })
    })

    it('waits until nothing active is below, and never takes the root', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const parent = await company.unit()
      const child = await company.unit({ parent_id: parent })
      await refused(hr.call('org_units_archive', { unit_id: parent }), 'conflict')
      await hr.call('org_units_archive', { unit_id: child })
      await hr.call('org_units_archive', { unit_id: parent })
      await refused(hr.call('org_units_archive', { unit_id: company.root }), 'conflict')
    })

    it('keeps the unit in a dry run, and knows no unit of another organization', async () => {
      const [company, other] = [await server.company(), await server.company()]
      const hr = await company.as('hr')
      const team = await company.unit()
      expect(await hr.call('org_units_archive', { unit_id: team }, { dryRun: true })).to.include({
        archived: true,
      })
      const units = await hr.call('org_units_list', {})
      expect(units.map(({ id }) => id)).to.include(team)
      await refused(hr.call('org_units_archive', { unit_id: await other.unit() }), 'not_found')
    })

    it('leaves no active unit below an archived one, however the two calls fall', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const parents = await Promise.all(Array.from({ length: 5 }, () => company.unit()))
      for (const [index, parent] of parents.entries()) {
        const { won, lost } = await race<unknown>([
          hr.call('org_units_archive', { unit_id: parent }),
          hr.call('org_units_create', { name: `Late ${index}`, kind: 'team', parent_id: parent }),
        ])
        expect(won).to.have.length(1)
        expect(lost).to.deep.equal(['conflict'])
      }
    })

    it('is for owner, admin and HR', async () => {
      const company = await server.company()
      const team = await company.unit()
      await refused((await company.as('viewer')).call('org_units_archive', { unit_id: team }), 'forbidden')
      await refused((await company.as('member')).call('org_units_archive', { unit_id: team }), 'forbidden')
      expect(await (await company.as('admin')).call('org_units_archive', { unit_id: team })).to.include({
        archived: true,
      })
    })
  })

  // The stories of org_units_update and org_units_set_head are in unit-changes.test.ts.
})
