import { expect } from 'chai'
import { actor, setRules } from '../../../support/approvals.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { heldUp } from '../../../support/race.ts'
import { unique, useServer } from '../../../support/server.ts'

describe('org.positions.fill: a position', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))
  const codes = async (call: Promise<unknown>, code: string) =>
    (await refused(call, code)).body.error.details!.map((one) => one.code)
  const newcomer = () => ({
    given_name: 'Pat',
    family_name: unique('Person'),
    work_email: `${unique('p')}@company.example`,
    title: 'Cook',
    start_date: '2026-07-01',
  })

  it('is filled by somebody who works here or is to start, whose job stays as it is', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person()
    const position = await hr.call('org_positions_create', { title: 'Chef' })
    const filled = await hr.call('org_positions_fill', { position_id: position.id, person_id: id })
    expect(filled).to.deep.include({ status: 'filled', filled_on: '2026-06-15', can_reopen: false })
    expect(filled.filled_by!.id).to.equal(id)
    const [event] = (await readEvents(server.db, company)).slice(-1)
    expect([event!.type, (event!.payload as { filled_by: { id: string } }).filled_by.id]).to.deep.equal([
      'position.filled',
      id,
    ])
    const left = await company.person({ last_day: '2026-06-14' })
    const other = await hr.call('org_positions_create', { title: 'Chef' })
    expect(
      await codes(hr.call('org_positions_fill', { position_id: other.id, person_id: left.id }), 'conflict'),
    ).to.deep.equal(['filler_gone'])
  })

  it('is filled by nobody who leaves while that is decided', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: person_id } = await company.person()
    const { id: position_id } = await hr.call('org_positions_create', { title: 'Chef' })
    const lock = {
      text: 'select 1 from people where org_id = $1 and id = $2 for update',
      values: [company.id, person_id],
    }
    const { first, second } = await heldUp(
      server.db,
      lock,
      () => hr.call('org_people_terminate', { person_id, last_day: '2026-06-14' }),
      () => hr.call('org_positions_fill', { position_id, person_id }),
    )
    expect((await first).change).to.equal('end')
    expect(await codes(second, 'conflict')).to.deep.equal(['filler_gone'])
  })

  it('is filled by a hire, which takes over what it leaves out; whoever has the position above is the manager', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await company.person()
    const unit = await company.unit({ name: 'Kitchen' })
    const above = await hr.call('org_positions_create', { title: 'Head' })
    const position = await hr.call('org_positions_create', {
      ...{ title: 'Cook', unit_id: unit, location_id: company.location, weekly_hours: 30 },
      reports_to_position_id: above.id,
    })
    await hr.call('org_positions_fill', { position_id: above.id, person_id: boss.id })
    const hire = await hr.call('org_people_hire', { ...newcomer(), position_id: position.id })
    expect(hire.position).to.deep.include({ id: position.id, status: 'filled', can_reopen: true })
    expect(hire.position!.filled_by!.id).to.equal(hire.person.id)
    const { jobs } = await hr.call('org_people_timeline', { person_id: hire.person.id })
    expect(jobs[0]).to.deep.include({ weekly_hours: 30 })
    expect([jobs[0]!.unit!.id, jobs[0]!.location!.id, jobs[0]!.manager!.id]).to.deep.equal([
      unit,
      company.location,
      boss.id,
    ])
    const types = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(types.slice(-2)).to.deep.equal(['person.hired', 'position.filled'])
    // Whatever the hire says itself stands.
    const next = await hr.call('org_positions_create', {
      title: 'Cook',
      unit_id: unit,
      reports_to_person_id: boss.id,
    })
    const own = await hr.call('org_people_hire', {
      ...{ ...newcomer(), position_id: next.id, unit_id: company.root, manager_id: null },
    })
    expect([own.person.job ?? own.person.next_job].map((job) => [job!.unit!.id, job!.manager])).to.deep.equal(
      [[company.root, null]],
    )
  })

  it('is filled by a hire that began before: whoever has left since is nobody’s manager', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await company.person()
    const above = await hr.call('org_positions_create', { title: 'Head' })
    const cooks = [1, 2].map(() =>
      hr.call('org_positions_create', { title: 'Cook', reports_to_position_id: above.id }),
    )
    const [first, second] = await Promise.all(cooks)
    const managerOfHire = async ({ id }: { id: string }) => {
      const hire = { ...newcomer(), start_date: '2026-06-01' as const, position_id: id }
      const { person } = await hr.call('org_people_hire', hire)
      return person.manager?.id ?? null
    }
    await hr.call('org_positions_fill', { position_id: above.id, person_id: boss.id })
    expect(await managerOfHire(first!)).to.equal(boss.id)
    await hr.call('org_people_terminate', { person_id: boss.id, last_day: '2026-06-10' })
    expect(await managerOfHire(second!)).to.equal(null)
  })

  it('is filled by a rehire that applies at once, and stays open under a rule', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person({ last_day: '2026-01-31' })
    const position = await hr.call('org_positions_create', { title: 'Cook', location_id: company.location })
    const rehire = (start_date: string) =>
      hr.call('org_people_rehire', { person_id: id, start_date, title: 'Cook', position_id: position.id })
    const { position: filled, person } = await rehire('2026-07-01')
    expect(filled).to.deep.include({ id: position.id, status: 'filled', can_reopen: true })
    expect(person.next_job!.location!.id).to.equal(company.location)
    const types = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(types.slice(-2)).to.deep.equal(['person.rehired', 'position.filled'])
    expect(await codes(rehire('2026-08-01'), 'conflict')).to.include('position_closed')

    await setRules(server, company, { job_change: 'manager' })
    const boss = await actor(server, company, 'member')
    const { id: other } = await company.person({ last_day: '2026-01-31', manager_id: boss.personId })
    const next = await hr.call('org_positions_create', { title: 'Cook' })
    const waits = await hr.call('org_people_rehire', {
      ...{ person_id: other, start_date: '2026-07-01', title: 'Cook', position_id: next.id },
      manager_id: boss.personId,
    })
    expect([waits.approval!.status, waits.position]).to.deep.equal(['pending', null])
    expect((await hr.call('org_positions_get', { position_id: next.id })).status).to.equal('open')
  })

  it('keeps naming what was archived or left, which a hire into it replaces', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const [boss, lead] = [await company.person(), await company.person()]
    const unit = await company.unit({ name: 'Kitchen' })
    const { id } = await hr.call('org_positions_create', {
      ...{ title: 'Cook', unit_id: unit, reports_to_person_id: boss.id },
    })
    await hr.call('org_people_terminate', { person_id: boss.id, last_day: '2026-06-20' })
    await hr.call('org_units_archive', { unit_id: unit })
    server.now = new Date('2026-06-22T12:00:00Z')
    const kept = await hr.call('org_positions_update', { position_id: id, weekly_hours: 20 })
    expect([kept.unit!.id, kept.reports_to_person!.id]).to.deep.equal([unit, boss.id])
    const hire = (more: object) => hr.call('org_people_hire', { ...newcomer(), position_id: id, ...more })
    expect(await codes(hire({}), 'conflict')).to.deep.equal(['unit_archived'])
    const kitchen = await company.unit({ name: 'New kitchen', head_person_id: lead.id })
    const { person, manager_from_lead } = await hire({ unit_id: kitchen })
    expect(person.next_job!.manager!.id).to.equal(lead.id)
    expect(manager_from_lead!.id).to.equal(kitchen)
  })

  it('is filled once by two hires at the same moment, and by none that is tried or refused', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await hr.call('org_positions_create', { title: 'Cook' })
    const hire = (options?: { dryRun: true }) =>
      hr.call('org_people_hire', { ...newcomer(), position_id: id }, options)
    expect((await hire({ dryRun: true })).position!.status).to.equal('filled')
    await refused(
      hr.call('org_people_hire', { ...newcomer(), position_id: id, location_id: company.root }),
      'not_found',
    )
    expect((await hr.call('org_positions_get', { position_id: id })).status).to.equal('open')
    const both = await Promise.allSettled([hire(), hire()])
    expect(both.map(({ status }) => status).toSorted()).to.deep.equal(['fulfilled', 'rejected'])
    expect(await codes(hire(), 'conflict')).to.deep.equal(['position_closed'])
    const draft = await hr.call('org_positions_create', { title: 'Cook', status: 'draft' })
    expect(
      await codes(hr.call('org_people_hire', { ...newcomer(), position_id: draft.id }), 'conflict'),
    ).to.deep.equal(['position_is_draft'])
    await refused(hr.call('org_people_hire', { ...newcomer(), position_id: company.root }), 'not_found')
  })
})
