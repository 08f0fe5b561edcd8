import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { race } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.units.create', () => {
  const server = useServer()

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

  it('refuses a name that another unit has, also in capitals', async () => {
    const hr = await (await server.company()).as('hr')
    await hr.call('org_units_create', { name: 'École', kind: 'team' })
    await refused(hr.call('org_units_create', { name: 'ÉCOLE', kind: 'team' }), 'conflict')
  })

  it('lets two organizations use the same name', async () => {
    const [one, other] = [await server.company(), await server.company()]
    await (await one.as('hr')).call('org_units_create', { name: 'Sales', kind: 'team' })
    await (await other.as('hr')).call('org_units_create', { name: 'Sales', kind: 'team' })
  })

  it('accepts a lead who works here or starts later, but not one who has left', async () => {
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

  it('records the unit, and the lead as the person it is about', async () => {
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
          { field: 'parent_id', before: null, after: { id: company.root, name: 'Company' } },
          { field: 'head_person_id', before: null, after: { id: lead, type: 'person' } },
        ],
      },
    ])
  })

  it('refuses an archived parent', async () => {
    const company = await server.company()
    const parent_id = await company.unit({ archived: true })
    const hr = await company.as('hr')
    await refused(hr.call('org_units_create', { name: 'Nowhere', kind: 'team', parent_id }), 'conflict')
  })

  it('says what to do while there is no root yet', async () => {
    const company = await server.company()
    await server.db.query('delete from units where org_id = $1', [company.id])
    const owner = await company.as('owner')
    const error = await refused(owner.call('org_units_create', { name: 'Early', kind: 'team' }), 'conflict')
    expect(error.message).to.contain('setup.init')
  })

  it('creates one unit when twenty calls use the same name at once', async () => {
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
