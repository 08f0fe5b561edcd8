import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { race } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.units.update', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  it('changes what is given and keeps the rest', async () => {
    const { company, hr } = await story()
    const lead = await company.person({ title: 'Lead' })
    const team = await company.unit({ name: 'Before', head_person_id: lead.id })
    const unit = await hr.call('org_units_update', { unit_id: team, name: 'After', kind: 'division' })
    expect(unit).to.include({ id: team, name: 'After', kind: 'division', parent_id: company.root })
    expect(unit.head).to.include({ id: lead.id, title: 'Lead' })
    const [entry] = await activityOf(server, company, 'org.units.update')
    expect(entry).to.deep.include({
      summary: 'Changed the unit {subject}',
      subject_id: team,
      subject_name: 'After',
      changes: [
        { field: 'name', before: 'Before', after: 'After' },
        { field: 'kind', before: 'team', after: 'division' },
      ],
    })
    const [event] = await readEvents(server.db, company)
    expect(event).to.deep.include({
      type: 'unit.updated',
      subject_id: team,
      payload: {
        unit_id: team,
        changed: ['name', 'kind'],
        unit: {
          id: team,
          name: 'After',
          kind: 'division',
          parent_id: company.root,
          head: { id: lead.id, name: unit.head!.name },
          archived: false,
        },
      },
    })
  })

  it('refuses a lead who has left', async () => {
    const { company, hr } = await story()
    const left = await company.person({ last_day: '2020-06-30' })
    const team = await company.unit()
    const call = hr.call('org_units_update', { unit_id: team, head_person_id: left.id })
    const { body } = await refused(call, 'conflict')
    expect(body.error.details).to.deep.include({
      path: 'head_person_id',
      code: 'lead_has_left',
      message:
        'This person has left. A team lead works here today or starts later; whoever comes back can lead from their ' +
        'first day on. Choose somebody else.',
      params: {},
      record_id: left.id,
    })
  })

  it('removes the lead with null', async () => {
    const { company, hr } = await story()
    const team = await company.unit({ head_person_id: (await company.person()).id })
    expect((await hr.call('org_units_update', { unit_id: team, head_person_id: null })).head).to.equal(null)
  })

  it('writes and records nothing when nothing differs, even for an archived unit', async () => {
    const { company, hr } = await story()
    const lead = await company.person()
    const team = await company.unit({ name: 'Still', head_person_id: lead.id, archived: true })
    const same = {
      unit_id: team,
      name: 'Still',
      kind: 'team' as const,
      parent_id: company.root,
      head_person_id: lead.id,
    }
    expect(await hr.call('org_units_update', same)).to.include({ name: 'Still', archived: true })
    await hr.call('org_units_update', { unit_id: team })
    expect(await activityOf(server, company, 'org.units.update')).to.deep.equal([])
  })

  it('moves a unit with everything below it', async () => {
    const { company, hr } = await story()
    const [from, to] = [await company.unit(), await company.unit()]
    const child = await company.unit({ parent_id: from })
    await hr.call('org_units_update', { unit_id: from, parent_id: to })
    const units = await hr.call('org_units_list', {})
    expect(units.map(({ id }) => id)).to.deep.equal([company.root, to, from, child])
    expect(units.find(({ id }) => id === child)).to.include({ parent_id: from })
  })

  it('never moves a unit below itself, below its own sub-units, or below an archived unit', async () => {
    const { company, hr } = await story()
    const top = await company.unit()
    const middle = await company.unit({ parent_id: top })
    const bottom = await company.unit({ parent_id: middle })
    for (const parent_id of [top, middle, bottom])
      await refused(hr.call('org_units_update', { unit_id: top, parent_id }), 'conflict')
    await refused(
      hr.call('org_units_update', { unit_id: top, parent_id: await company.unit({ archived: true }) }),
      'conflict',
    )
  })

  it('refuses to move the root or change its kind, but can change its name and lead', async () => {
    const { company, hr } = await story()
    const boss = await company.person()
    const team = await company.unit()
    await refused(hr.call('org_units_update', { unit_id: company.root, parent_id: team }), 'conflict')
    await refused(hr.call('org_units_update', { unit_id: company.root, kind: 'division' }), 'conflict')
    await refused(
      hr.call('org_units_update', { unit_id: team, kind: 'company' as never }),
      'validation_failed',
    )
    const root = await hr.call('org_units_update', {
      unit_id: company.root,
      name: 'Acme',
      head_person_id: boss.id,
    })
    expect(root).to.include({ name: 'Acme', kind: 'company', parent_id: null })
    expect(root.head).to.include({ id: boss.id })
  })

  it('renames an archived unit, but neither moves it nor gives it a lead', async () => {
    const { company, hr } = await story()
    const lead = await company.person()
    const old = await company.unit({ name: 'Old', archived: true, head_person_id: lead.id })
    expect(await hr.call('org_units_update', { unit_id: old, name: 'Older' })).to.include({
      name: 'Older',
      archived: true,
    })
    await refused(hr.call('org_units_update', { unit_id: old, parent_id: await company.unit() }), 'conflict')
    const heir = await company.person()
    await refused(hr.call('org_units_update', { unit_id: old, head_person_id: heir.id }), 'conflict')
    expect((await hr.call('org_units_update', { unit_id: old, head_person_id: null })).head).to.equal(null)
  })

  it('refuses a taken name, but accepts its own name in capitals', async () => {
    const { company, hr } = await story()
    await company.unit({ name: 'Taken', archived: true })
    const team = await company.unit({ name: 'Mine' })
    await refused(hr.call('org_units_update', { unit_id: team, name: 'TAKEN' }), 'conflict')
    expect(await hr.call('org_units_update', { unit_id: team, name: 'MINE' })).to.include({ name: 'MINE' })
  })

  it('accepts exactly one of two moves at once that together would make a loop', async () => {
    const { company, hr } = await story()
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await company.unit(), await company.unit()]
      const { won, lost } = await race([
        hr.call('org_units_update', { unit_id: a, parent_id: b }),
        hr.call('org_units_update', { unit_id: b, parent_id: a }),
      ])
      expect(won).to.have.length(1)
      expect(lost).to.deep.equal(['conflict'])
      const units = await hr.call('org_units_list', {})
      expect(units.map(({ id }) => id)).to.include.members([a, b])
    }
  })
})
