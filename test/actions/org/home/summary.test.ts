import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { addDays, type Day } from '../../../../src/domain/day.ts'
import { actor, givePassword, setRules } from '../../../support/approvals.ts'
import { refused } from '../../../support/expect.ts'
import { companyWithHome, type Need } from '../../../support/home.ts'
import { lifeOf, storeLives, type Life } from '../../../support/lives.ts'
import { unique, useServer } from '../../../support/server.ts'

const today: Day = '2026-06-15'

describe('org.home.summary', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date(`${today}T12:00:00Z`)))

  const companyOf = () => companyWithHome(server)
  const dated = (items: readonly { date: string | null; person: { id: string } | null }[]) =>
    items.map(({ date, person }) => [date, person?.id])

  it('is for owners, admins and HR, and says nothing of an empty company but that nobody leads it', async () => {
    const { company, summary } = await companyOf()
    for (const role of ['viewer', 'member'] as const)
      await refused((await company.web(await company.member(role))).call('org_home_summary', {}), 'forbidden')
    const { as_of, headcount, needs, coming, invites } = await summary()
    expect([as_of, headcount.now, headcount.months.length]).to.deep.equal([today, 0, 12])
    expect(headcount.months.at(-1)).to.deep.equal({ month: '2026-06', headcount: 0 })
    expect([needs.filter(({ kind }) => kind !== 'unit_heads'), coming]).to.deep.equal([[], []])
    expect(invites).to.deep.equal({ pending: 0, not_invited: 0 })
  })

  it('prepares nothing for the first day of somebody who will not come, whose employment ends on it', async () => {
    const { hr, hire, summary, needs } = await companyOf()
    const person_id = await hire({ start_date: '2026-06-22' })
    expect(dated(await needs('first_day'))).to.deep.equal([['2026-06-22', person_id]])
    await hr.call('org_people_terminate', { person_id, last_day: '2026-06-22' })
    expect(await needs('first_day')).to.deep.equal([])
    // Nobody says goodbye to them either: no checklist for leavers starts.
    expect(await needs('offboard')).to.deep.equal([])
    expect(dated((await summary()).leaving_soon)).to.deep.equal([['2026-06-22', person_id]])
  })

  it('tells first days, ends of probation and of contracts, and last days, each from its day on', async () => {
    const { hr, hire, summary, needs } = await companyOf()
    const boss = await hire()
    const soon = await hire({ start_date: '2026-06-22', manager_id: boss })
    const later = await hire({ start_date: '2026-06-23', manager_id: boss })
    const tried = await hire({ probation_end_date: '2026-07-15', manager_id: boss })
    const fixed = await hire({ contract_type: 'fixed_term', contract_end_date: '2026-08-14' })
    await hire({ contract_type: 'fixed_term', contract_end_date: '2026-08-15' })
    const ended = await hire({ contract_type: 'fixed_term', contract_end_date: '2026-07-31' })
    await hr.call('org_people_terminate', { person_id: ended, last_day: '2026-07-31' })
    const leaving = await hire({ contract_type: 'fixed_term', contract_end_date: '2026-08-13' })
    await hr.call('org_people_terminate', { person_id: leaving, last_day: '2026-09-30' })
    const leaver = await hire({ manager_id: boss, probation_end_date: '2026-07-10' })
    await hr.call('org_people_terminate', { person_id: leaver, last_day: '2026-06-29' })

    const found = await summary()
    const of = (kind: Need['kind']) => dated(found.needs.filter((one) => one.kind === kind))
    expect(of('first_day')).to.deep.equal([['2026-06-22', soon]])
    expect(of('probation_ends')).to.deep.equal([['2026-07-15', tried]])
    expect(of('contract_ends')).to.deep.equal([['2026-08-14', fixed]])
    expect(of('offboard')).to.deep.equal([['2026-06-29', leaver]])
    const [contract] = found.needs.filter(({ kind }) => kind === 'contract_ends')
    expect(contract).to.deep.include({ contract_type: 'fixed_term', manager: null, count: null, ids: [] })
    expect(found.needs.find(({ kind }) => kind === 'first_day')!.manager!.id).to.equal(boss)
    expect(found.coming.map(({ kind, date, person }) => [kind, date, person.id])).to.deep.equal([
      ['starts', '2026-06-22', soon],
      ['starts', '2026-06-23', later],
      ['last_day', '2026-06-29', leaver],
      ['probation_ends', '2026-07-15', tried],
      ['last_day', '2026-07-31', ended],
      ['contract_ends', '2026-08-13', leaving],
      ['contract_ends', '2026-08-14', fixed],
    ])
    expect(dated(found.joining_this_month)).to.deep.equal([
      ['2026-06-22', soon],
      ['2026-06-23', later],
    ])
    expect(dated(found.leaving_soon)).to.deep.equal([
      ['2026-06-29', leaver],
      ['2026-07-31', ended],
    ])
    server.now = new Date('2026-06-16T12:00:00Z')
    expect(dated(await needs('first_day'))).to.deep.equal([
      ['2026-06-22', soon],
      ['2026-06-23', later],
    ])
  })

  it('tells changes of jobs with their reason and title, and not where they begin with the employment', async () => {
    const { hr, hire, summary } = await companyOf()
    const id = await hire()
    for (const [day, title] of [
      ['2026-08-14', 'Head cook'],
      ['2026-08-15', 'Chef'],
    ] as const)
      await hr.call('org_people_change_job', {
        person_id: id,
        effective_date: day,
        reason: 'promotion',
        title,
      })
    expect((await summary()).coming).to.deep.equal([
      {
        ...{ kind: 'job_change', date: '2026-08-14', reason: 'promotion', title: 'Head cook' },
        person: { id, name: (await summary()).coming[0]!.person.name, title: 'Cook', photo_url: null },
      },
    ])
  })

  it('names who leaves and is still above people or leads a unit, until all of that is moved', async () => {
    const { hr, hire, needs } = await companyOf()
    const [root] = await hr.call('org_units_list', {})
    const unit = await hr.call('org_units_create', {
      name: unique('Kitchen'),
      kind: 'team',
      parent_id: root!.id,
    })
    const boss = await hire()
    const leaver = await hire({ manager_id: boss })
    const report = await hire({ manager_id: leaver })
    await hr.call('org_units_set_head', { unit_id: unit.id, person_id: leaver })
    expect(await needs('move_roles')).to.deep.equal([])
    await hr.call('org_people_terminate', { person_id: leaver, last_day: '2026-08-14' })
    const [need, ...others] = await needs('move_roles')
    expect(others).to.deep.equal([])
    expect(need).to.deep.include({ date: '2026-08-14', count: 2, ids: [report, unit.id].toSorted() })
    expect([need!.person!.id, need!.manager!.id]).to.deep.equal([leaver, boss])
    await hr.call('org_people_change_job', {
      ...{ person_id: report, effective_date: '2026-08-15', reason: 'change', manager_id: boss },
    })
    expect((await needs('move_roles'))[0]!.ids).to.deep.equal([unit.id])
    await server.db.query('update units set archived_at = now() where id = $1', [unit.id])
    expect(await needs('move_roles'), 'an archived unit needs no lead').to.deep.equal([])
    await server.db.query('update units set archived_at = null where id = $1', [unit.id])
    await hr.call('org_units_set_head', { unit_id: unit.id, person_id: boss })
    expect(await needs('move_roles')).to.deep.equal([])
    // Reports of somebody who has left got another manager a few days late.
    const left = await hire({ manager_id: boss })
    const was = await hire({ manager_id: left })
    await hr.call('org_people_terminate', { person_id: left, last_day: '2026-06-01' })
    expect((await needs('move_roles'))[0]).to.deep.include({ date: '2026-06-01', ids: [was] })
    await hr.call('org_people_change_job', {
      ...{ person_id: was, effective_date: '2026-06-11', reason: 'change', manager_id: boss },
    })
    expect(await needs('move_roles')).to.deep.equal([])
  })

  it('counts people without a login, units without a lead, missing details, and those with nobody above', async () => {
    const { company, hr, hire, summary, needs } = await companyOf()
    const ids = [await hire(), await hire(), await hire({ start_date: '2026-07-01' })]
    const left = await hire()
    await hr.call('org_people_terminate', { person_id: left, last_day: '2026-06-14' })
    expect(await needs('invite_people')).to.deep.equal([
      {
        ...{ kind: 'invite_people', date: null, person: null, manager: null, count: 3 },
        ...{ ids: ids.toSorted(), contract_type: null },
      },
    ])
    // A member who cannot sign in needs an invite, too.
    await company.member('member', { personId: ids[2]! })
    const owner = await company.as('owner', 'web')
    await owner.call('org_invites_create', { person_id: ids[0]! })
    expect((await summary()).invites).to.deep.equal({ pending: 1, not_invited: 2 })

    const [root] = await hr.call('org_units_list', {})
    expect((await needs('unit_heads'))[0]).to.deep.include({ count: 1, ids: [root!.id] })
    expect((await needs('no_manager'))[0]).to.deep.include({ count: 2, ids: ids.slice(0, 2).toSorted() })
    await hr.call('org_units_set_head', { unit_id: root!.id, person_id: ids[0]! })
    expect(await needs('unit_heads')).to.deep.equal([])
    expect((await needs('no_manager'))[0]).to.deep.include({ count: 1, ids: [ids[1]] })
    // Where nobody leads the company, one alone is at the top.
    await hr.call('org_units_set_head', { unit_id: root!.id, person_id: null })
    await hr.call('org_people_terminate', { person_id: ids[0]!, last_day: '2026-06-14' })
    expect(await needs('no_manager')).to.deep.equal([])

    expect(await needs('personal_details')).to.deep.equal([])
    const member = await company.member('member', { personId: ids[1]! })
    await givePassword(server, member)
    expect((await needs('personal_details'))[0]).to.deep.include({ count: 1, ids: [ids[1]] })
    await hr.call('org_people_update_profile', {
      person_id: ids[1]!,
      contact: { personal_phone: '+4930123456' },
    })
    expect(await needs('personal_details')).to.deep.equal([])
  })

  it('counts positions that are not closed, and those that are late', async () => {
    const { hr, summary } = await companyOf()
    for (const [status, target_start_date] of [
      ['open', '2026-06-14'],
      ['open', '2026-06-15'],
      ['on_hold', '2026-06-01'],
      ['draft', null],
    ] as const)
      await hr.call('org_positions_create', { title: 'Cook', status, target_start_date })
    const { id } = await hr.call('org_positions_create', { title: 'Cook', target_start_date: '2026-01-01' })
    await hr.call('org_positions_cancel', { position_id: id })
    expect((await summary()).positions).to.deep.equal({ open: 2, on_hold: 1, draft: 1, past_target: 2 })
  })

  it('puts the requests that the reader can decide first, and leaves those about pay out over a key', async () => {
    const company = await server.company()
    const hr = await actor(server, company, 'hr')
    const manager = await actor(server, company, 'member')
    await setRules(server, company, { job_change: 'hr', pay_change: 'hr' })
    const { id } = await company.person({ manager_id: manager.personId })
    const { approval } = await manager.web.call('org_people_change_job', {
      ...{ person_id: id, effective_date: '2026-07-01', reason: 'promotion', title: 'Chef' },
    })
    const admin = await actor(server, company, 'admin')
    await admin.web.call('org_pay_add', {
      ...{ person_id: id, effective_date: '2026-07-01', amount: 50_000, currency: 'EUR', period: 'year' },
    })
    const [first] = (await hr.web.call('org_home_summary', {})).needs
    expect(first).to.deep.include({ kind: 'approvals', count: 2, date: null })
    const [overKey] = (await hr.key.call('org_home_summary', {})).needs
    expect(overKey).to.deep.include({ kind: 'approvals', count: 1, ids: [approval!.id] })
  })

  it('agrees with a plain calculation, whatever people did', async () => {
    const { company, summary } = await companyOf()
    let seed = 7
    const random = (most: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % most
    const around = (days: number) => addDays(today, random(2 * days) - days)
    const lives: Life[] = Array.from({ length: 150 }, () => {
      const from = around(100)
      const to = random(3) === 0 ? null : addDays(from, random(120))
      const again = to === null || random(3) > 0 ? [] : [{ from: addDays(to, 2 + random(40)), to: null }]
      return lifeOf(randomUUIDv7(), [{ from, to }, ...again])
    })
    await storeLives(server, company.id, lives)
    const employments = lives.flatMap(({ personId, timeline }) =>
      timeline.employments.map((one) => ({ ...one, personId })),
    )
    const within = (day: Day | null, first: Day, last: Day) => day !== null && day >= first && day <= last
    const ordered = (pairs: [Day, string][]) => pairs.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))
    const starts = ordered(employments.map(({ startDate, personId }) => [startDate, personId]))
    const ends = ordered(
      employments.flatMap(({ lastDay, personId }) => (lastDay ? [[lastDay, personId] as [Day, string]] : [])),
    )
    const hereOn = (day: Day) =>
      employments.filter(({ startDate, lastDay }) => startDate <= day && (lastDay ?? day) >= day)

    const { headcount, joining_this_month, leaving_soon, coming, invites, needs } = await summary()
    expect(headcount.now).to.equal(hereOn(today).length)
    expect(headcount.months.at(-2)!.headcount).to.equal(hereOn('2026-05-31').length)
    expect(dated(joining_this_month)).to.deep.equal(
      starts.filter(([day]) => within(day, '2026-06-01', '2026-06-30')),
    )
    const last = addDays(today, 60)
    expect(dated(leaving_soon)).to.deep.equal(ends.filter(([day]) => within(day, today, last)))
    expect(dated(coming.filter(({ kind }) => kind === 'starts'))).to.deep.equal(
      starts.filter(([day]) => within(day, today, last)),
    )
    const stay = new Set(
      employments.filter(({ lastDay }) => (lastDay ?? today) >= today).map(({ personId }) => personId),
    )
    expect(invites.not_invited).to.equal(stay.size)
    const alone = needs.find(({ kind }) => kind === 'no_manager')!
    expect(alone.count).to.equal(hereOn(today).length)
    expect(alone.ids).to.deep.equal(
      hereOn(today)
        .map(({ personId }) => personId)
        .toSorted()
        .slice(0, 100),
    )
  })

  it('counts open checklists and overdue tasks, and lists what the caller has to do within a week', async () => {
    const { hr, hire, summary } = await companyOf()
    const person_id = await hire()
    const task = (title: string, offset_days: number) => ({
      title,
      assignee: { type: 'hr' as const },
      offset_days,
    })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom' },
      tasks: [
        task('Late', -1),
        task('In a week', 7),
        task('In eight days', 8),
        { title: 'Theirs', assignee: { type: 'person' }, offset_days: -2 },
      ],
    })
    const { id: run_id } = await hr.call('org_checklists_runs_start', { template_id, person_id })
    const other = await hr.call('org_checklists_runs_start', {
      template_id,
      person_id,
      anchor_date: '2026-01-01',
    })
    await hr.call('org_checklists_runs_cancel', { run_id: other.id })
    const { checklists, tasks } = await summary()
    expect([checklists.open, checklists.overdue_tasks, checklists.runs.map(({ id }) => id)]).to.deep.equal([
      1,
      2,
      [run_id],
    ])
    expect(tasks.map(({ title }) => title)).to.deep.equal(['Late', 'In a week'])
    await hr.call('org_checklists_tasks_set_status', { task_id: tasks[0]!.id, status: 'done' })
    expect((await summary()).checklists).to.deep.include({ open: 1, overdue_tasks: 1 })
  })

  it('counts a task as late from the day after it was due', async () => {
    const { hr, hire, summary } = await companyOf()
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom' },
      tasks: [{ title: 'Pack', assignee: { type: 'hr' }, offset_days: 0 }],
    })
    await hr.call('org_checklists_runs_start', { template_id, person_id: await hire() })
    const overdue = async () => (await summary()).checklists.overdue_tasks
    const before = await overdue()
    server.now = new Date('2026-06-16T12:00:00Z')
    expect([before, await overdue()].map((count) => count - before)).to.deep.equal([0, 1])
  })
})
