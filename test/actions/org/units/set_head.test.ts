import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { heldUp } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.units.set_head', () => {
  const server = useServer()

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  it('sets somebody who is to leave at that moment, who leaves after that and hears of the unit', async () => {
    const { company, hr } = await story()
    const { id: person_id } = await company.person()
    const unit_id = await company.unit({ name: 'Engineering' })
    const { first, second } = await heldUp(
      server.db,
      // The lead has been looked at, and is not written yet.
      { text: 'select 1 from units where org_id = $1 and id = $2 for update', values: [company.id, unit_id] },
      () => hr.call('org_units_set_head', { unit_id, person_id }),
      () => hr.call('org_people_terminate', { person_id, last_day: '2024-12-31' }),
    )
    expect((await first).head?.id).to.equal(person_id)
    expect((await second).warnings.map(({ code }) => code)).to.deep.equal(['units_left_behind'])
    const [entry] = await activityOf(server, company, 'org.units.set_head')
    expect(entry).to.include({ summary: 'Set the lead of the unit {subject}', person_id })
    const told = (await readEvents(server.db, company)).find(({ type }) => type === 'unit.head_changed')
    expect((told!.payload as { unit: { head: { id: string } | null } }).unit.head?.id).to.equal(person_id)
  })

  it('answers the former lead, and which other units the new one leads', async () => {
    const { company, hr } = await story()
    const [ada, bob] = [await company.person({ title: 'CTO' }), await company.person({ title: 'Lead' })]
    const engineering = await company.unit({ name: 'Engineering', head_person_id: ada.id })
    const design = await company.unit({ name: 'Design', head_person_id: ada.id })
    await company.unit({ name: 'Past', head_person_id: ada.id, archived: true })
    const team = await company.unit({ name: 'Team', head_person_id: bob.id })

    const result = await hr.call('org_units_set_head', { unit_id: team, person_id: ada.id })
    expect(result).to.include({ id: team, name: 'Team', changed: true })
    expect(result.head).to.include({ id: ada.id, title: 'CTO' })
    expect(result.previous_head).to.include({ id: bob.id, title: 'Lead' })
    expect(result.also_heads).to.deep.equal([
      { id: design, name: 'Design' },
      { id: engineering, name: 'Engineering' },
    ])
    const [entry, former] = await activityOf(server, company, 'org.units.set_head')
    const change = {
      subject_id: team,
      changes: [
        {
          field: 'head_person_id',
          before: { id: bob.id, type: 'person' },
          after: { id: ada.id, type: 'person' },
        },
      ],
    }
    expect(entry).to.deep.include({
      summary: 'Set the lead of the unit {subject}',
      person_id: ada.id,
      ...change,
    })
    expect(former, 'a search for the former lead finds it, too').to.deep.include({
      summary: 'Replaced the lead of the unit {subject}',
      person_id: bob.id,
      ...change,
    })
    const [event] = await readEvents(server.db, company)
    expect(event).to.deep.nested.include({
      type: 'unit.head_changed',
      'payload.previous_head': { id: bob.id, name: result.previous_head!.name },
      'payload.unit.head': { id: ada.id, name: result.head!.name },
    })
  })

  it('is in the log of both leads, also when units.update changed the lead', async () => {
    const { company, hr } = await story()
    const [ada, bob] = [await company.person(), await company.person()]
    const team = await company.unit({ head_person_id: bob.id })
    await hr.call('org_units_update', { unit_id: team, head_person_id: ada.id })
    await hr.call('org_units_update', { unit_id: team, head_person_id: null })
    await hr.call('org_units_update', { unit_id: team, name: 'Led by nobody' })
    const about = (await activityOf(server, company, 'org.units.update')).map(({ person_id }) => person_id)
    expect(about).to.deep.equal([ada.id, bob.id, ada.id, null])
  })

  it('writes and records nothing when the lead stays the same', async () => {
    const { company, hr } = await story()
    const lead = await company.person({ last_day: '2999-12-31' })
    const team = await company.unit({ head_person_id: lead.id })
    const result = await hr.call('org_units_set_head', { unit_id: team, person_id: lead.id })
    expect(result).to.include({ changed: false })
    expect(result.previous_head).to.deep.equal(result.head)
    const empty = await company.unit()
    expect(await hr.call('org_units_set_head', { unit_id: empty, person_id: null })).to.deep.include({
      changed: false,
      head: null,
      previous_head: null,
    })
    expect(await activityOf(server, company, 'org.units.set_head')).to.deep.equal([])
  })

  it('accepts a person who starts later, but not one who has left', async () => {
    const { company, hr } = await story()
    const team = await company.unit()
    const left = await company.person({ last_day: '2020-06-30' })
    await refused(hr.call('org_units_set_head', { unit_id: team, person_id: left.id }), 'conflict')
    const later = await company.person({ start_date: '2999-01-01' })
    expect(await hr.call('org_units_set_head', { unit_id: team, person_id: later.id })).to.include({
      changed: true,
    })
  })

  it('takes a lead who has left for none: the next one replaces nobody', async () => {
    const { company, hr } = await story()
    const [left, heir] = [await company.person({ last_day: '2020-06-30' }), await company.person()]
    const team = await company.unit({ name: 'Team', head_person_id: left.id })
    const other = await company.unit({ name: 'Other', head_person_id: left.id })
    await refused(hr.call('org_units_set_head', { unit_id: team, person_id: left.id }), 'conflict')
    const result = await hr.call('org_units_set_head', { unit_id: team, person_id: heir.id })
    expect(result).to.deep.include({ previous_head: null, also_heads: [], changed: true })
    const [entry, ...more] = await activityOf(server, company, 'org.units.set_head')
    expect(entry).to.deep.include({ summary: 'Set the lead of the unit {subject}', person_id: heir.id })
    expect(more).to.deep.equal([])
    const [event] = await readEvents(server.db, company)
    expect(event).to.deep.nested.include({ 'payload.previous_head': null })
    const renamed = await hr.call('org_units_update', {
      unit_id: other,
      name: 'Another',
      head_person_id: null,
    })
    expect(renamed).to.include({ name: 'Another', head: null })
    expect(
      (await activityOf(server, company, 'org.units.update')).map(({ changes }) => changes),
    ).to.deep.equal([
      [{ field: 'name', before: 'Other', after: 'Another' }],
      [{ field: 'head_person_id', before: { id: left.id, type: 'person' }, after: null }],
    ])
  })

  it('removes a lead who has left, too: whoever comes back does not lead again', async () => {
    const { company, hr } = await story()
    const left = await company.person({ last_day: '2020-06-30' })
    const led = { head_person_id: left.id }
    const [bySetHead, byUpdate, kept] = [
      await company.unit(led),
      await company.unit(led),
      await company.unit(led),
    ]
    const dryRun = { dryRun: true }
    const call = { unit_id: bySetHead, person_id: null }
    for (const options of [dryRun, {}])
      expect(await hr.call('org_units_set_head', call, options)).to.deep.include({
        head: null,
        previous_head: null,
        changed: true,
      })
    expect(await hr.call('org_units_set_head', call)).to.include({ changed: false })
    await hr.call('org_units_update', { unit_id: byUpdate, head_person_id: null })
    await hr.call('org_units_update', { unit_id: byUpdate, head_person_id: null })
    const [line, ...more] = await activityOf(server, company, 'org.units.set_head')
    expect(line).to.deep.include({
      summary: 'Removed the former lead of the unit {subject}, who has left',
      subject_id: bySetHead,
      person_id: left.id,
      changes: [{ field: 'head_person_id', before: { id: left.id, type: 'person' }, after: null }],
    })
    expect(more).to.deep.equal([])
    expect(await activityOf(server, company, 'org.units.update')).to.have.length(1)
    expect(await readEvents(server.db, company), 'nobody led, and nobody leads').to.deep.equal([])
    await hr.call('org_people_rehire', { person_id: left.id, start_date: '2026-01-01', title: 'Adviser' })
    const units = await hr.call('org_units_list', {})
    const headOf = (unit: string) => units.find(({ id }) => id === unit)!.head?.id
    expect([bySetHead, byUpdate, kept].map(headOf)).to.deep.equal([undefined, undefined, left.id])
  })

  it('can only remove the lead of an archived unit', async () => {
    const { company, hr } = await story()
    const [lead, heir] = [await company.person(), await company.person()]
    const old = await company.unit({ archived: true, head_person_id: lead.id })
    await refused(hr.call('org_units_set_head', { unit_id: old, person_id: heir.id }), 'conflict')
    const cleared = await hr.call('org_units_set_head', { unit_id: old, person_id: null })
    expect(cleared).to.deep.include({ head: null, also_heads: [], changed: true })
    expect(cleared.previous_head).to.include({ id: lead.id })
    const [entry] = await activityOf(server, company, 'org.units.set_head')
    expect(entry).to.include({ summary: 'Removed the lead of the unit {subject}', person_id: lead.id })
  })

  it('changes nobody’s manager', async () => {
    const { company, hr } = await story()
    const team = await company.unit()
    const [lead, member] = [await company.person(), await company.person({ unit_id: team })]
    await hr.call('org_units_set_head', { unit_id: team, person_id: lead.id })
    const { rows } = await server.db.query('select manager_id from job_rows where id = $1', [member.jobId])
    expect(rows).to.deep.equal([{ manager_id: null }])
  })
})
