import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.positions.create: a position', () => {
  const server = useServer()
  const codes = async (call: Promise<unknown>, code: string) =>
    (await refused(call, code)).body.error.details!.map((one) => one.code)

  it('has the 21 fields, the only active legal entity, and says that it was added', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await company.person()
    const unit = await company.unit({ name: 'Research' })
    const pay_range = { min: 50_000, max: 70_000.5, currency: 'EUR', period: 'year' } as const
    const position = await hr.call('org_positions_create', {
      ...{ title: 'Researcher', unit_id: unit, location_id: company.location, weekly_hours: 37.5 },
      ...{ reports_to_person_id: boss.id, target_start_date: '2027-03-01', notes: 'Two rounds.', pay_range },
    })
    expect(Object.keys(position)).to.have.length(21)
    expect(position).to.deep.include({
      ...{
        title: 'Researcher',
        status: 'open',
        reason: 'new',
        contract_type: 'permanent',
        weekly_hours: 37.5,
      },
      ...{
        unit: { id: unit, name: position.unit!.name },
        legal_entity: { id: company.legalEntity, name: 'Company GmbH' },
      },
      ...{
        reports_to_position: null,
        pay_range,
        pay_range_hidden: false,
        notes: 'Two rounds.',
        replaces: null,
      },
      ...{ filled_by: null, filled_on: null, can_reopen: false, target_start_date: '2027-03-01' },
    })
    expect(position.reports_to_person!.id).to.equal(boss.id)
    const [event] = (await readEvents(server.db, company)).slice(-1)
    expect(event!.type).to.equal('position.created')
    expect(JSON.stringify(event!.payload)).not.to.match(/Two rounds|\b70000/)
    const [line] = await activityOf(server, company, 'org.positions.create')
    expect(line!.summary).to.equal('Added the position {subject}')
    expect(JSON.stringify(line)).not.to.match(/Two rounds|\b70000/)
    const exact = await hr.call('org_positions_create', {
      ...{ title: 'Assistant', pay_range: { ...pay_range, max: pay_range.min } },
    })
    expect(exact.pay_range!.max).to.equal(50_000)
  })

  it('is refused with all that contradicts itself, or is archived, gone or closed', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const left = await company.person({ last_day: '2024-01-01' })
    const above = await hr.call('org_positions_create', { title: 'Head' })
    await hr.call('org_positions_cancel', { position_id: above.id })
    const unit = await company.unit({ name: 'Old' })
    await hr.call('org_units_archive', { unit_id: unit })
    const call = hr.call('org_positions_create', {
      ...{ title: 'Cook', unit_id: unit, reports_to_person_id: left.id, reports_to_position_id: above.id },
      ...{ replaces_person_id: left.id, pay_range: { min: 2, max: 1, currency: 'EUR', period: 'hour' } },
    })
    expect((await codes(call, 'validation_failed')).toSorted()).to.deep.equal([
      'pay_range_reversed',
      'position_above_closed',
      'replaces_without_reason',
      'reports_to_gone',
      'reports_to_two',
      'unit_archived',
    ])
  })

  it('gets its pay range in the web app alone', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    const pay_range = { min: 1, max: 2, currency: 'EUR', period: 'hour' } as const
    for (const given of [pay_range, null])
      expect(
        await codes(key.call('org_positions_create', { title: 'Cook', pay_range: given }), 'forbidden'),
      ).to.deep.equal(['pay_range_needs_web'])
    const { pay_range: shown, pay_range_hidden } = await key.call('org_positions_create', { title: 'Cook' })
    expect([shown, pay_range_hidden]).to.deep.equal([null, true])
  })

  it('is one of at most 2,000 that are not closed, also of many at the same moment', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    await server.db.query(
      `insert into positions (org_id, id, title, status, reason, contract_type, created_at, updated_at)
       select $1, gen_random_uuid(), 'Cook', 'open', 'new', 'permanent', now(), now() from generate_series(1, 1997)`,
      [company.id],
    )
    // As of a company that did not get all of them at once.
    await server.db.query('analyze positions')
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () => hr.call('org_positions_create', { title: 'Cook' })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(3)
    expect(await codes(hr.call('org_positions_create', { title: 'Cook' }), 'conflict')).to.deep.equal([
      'too_many_positions',
    ])
    expect(await hr.call('org_positions_list', {})).to.have.length(2000)
    // One that is opened again is one more, too.
    const { rows } = await server.db.query(
      `update positions set status = 'filled', filled_by = $2, filled_on = '2024-01-01', closed_at = now(),
                            filled_employment_id = (select id from employments where org_id = $1 and person_id = $2)
        where org_id = $1 and id = (select min(id::text)::uuid from positions where org_id = $1) returning id`,
      [company.id, (await company.person({ start_date: '2099-01-01' })).id],
    )
    await hr.call('org_positions_create', { title: 'Cook' })
    expect(
      await codes(hr.call('org_positions_reopen', { position_id: rows[0].id }), 'conflict'),
    ).to.deep.equal(['too_many_positions'])
  })
})
