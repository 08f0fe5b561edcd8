import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { readEvents } from '../../../../support/events.ts'
import { refused } from '../../../../support/expect.ts'
import { heldUp } from '../../../../support/race.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.runs.start', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))
  const codes = async (call: Promise<unknown>, code: string) =>
    (await refused(call, code)).body.error.details!.map((one) => one.code)

  it('starts one for somebody: who does each task is decided, and days are counted from the first day', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const [boss, colleague] = [await company.person(), await company.person()]
    const { id: person_id } = await company.person({ manager_id: boss.id, start_date: '2026-07-01' })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Welcome', kind: 'onboarding', conditions: { unit_ids: [await company.unit()] } },
      tasks: [
        { title: 'Contract', assignee: { type: 'hr' }, offset_days: 3 },
        { title: 'Lunch', assignee: { type: 'manager' }, offset_days: 0 },
        { title: 'Read', assignee: { type: 'person' }, offset_days: -1, visible_days: 2 },
        { title: 'Laptop', assignee: { type: 'member', person_id: colleague.id }, offset_days: -7 },
      ],
    })
    const run = await hr.call('org_checklists_runs_start', { template_id, person_id })
    expect(run).to.deep.include({ status: 'open', anchor_date: '2026-07-01', template_id })
    expect(run.progress).to.deep.equal({ done: 0, skipped: 0, total: 4 })
    expect(
      run.tasks.map(({ title, due_date, visible_from, assignee }) => [
        title,
        due_date,
        visible_from,
        assignee.type,
        assignee.person?.id ?? null,
      ]),
    ).to.deep.equal([
      ['Laptop', '2026-06-24', null, 'member', colleague.id],
      ['Read', '2026-06-30', null, 'person', person_id],
      ['Lunch', '2026-07-01', null, 'manager', boss.id],
      ['Contract', '2026-07-04', null, 'hr', null],
    ])
    const [event] = (await readEvents(server.db, company)).slice(-1)
    expect(event).to.deep.include({ type: 'checklist.started' })
    expect(event!.payload).to.deep.include({ run_id: run.id })
    const [line] = await activityOf(server, company, 'org.checklists.runs.start')
    expect(line).to.include({ subject_name: 'Welcome', person_id })
    expect(
      await codes(hr.call('org_checklists_runs_start', { template_id, person_id }), 'conflict'),
    ).to.deep.equal(['checklist_open_already'])
  })

  it('begins with the tasks of the template by then, where it is changed while the call waits for the person', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    const task = (title: string) => ({ title, assignee: { type: 'hr' as const }, offset_days: 0 })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom', tasks: [task('Pack')] },
    })
    const lock = {
      text: 'select 1 from people where org_id = $1 and id = $2 for update',
      values: [company.id, person_id],
    }
    const start = () => hr.call('org_checklists_runs_start', { template_id, person_id })
    const update = (change: object) => () =>
      hr.call('org_checklists_templates_update', { template_id, ...change })
    const changed = await heldUp(server.db, lock, start, update({ tasks: [task('Carry')] }))
    await changed.second
    expect((await changed.first).tasks.map(({ title }) => title)).to.deep.equal(['Carry'])
    const archived = await heldUp(server.db, lock, start, update({ archived: true }))
    await archived.second
    expect(await codes(archived.first, 'conflict')).to.deep.equal(['template_archived'])
  })

  it('gives tasks of a manager to HR where there is none, or who has left', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const gone = await company.person({ last_day: '2026-06-14' })
    const alone = await company.person()
    const left = await company.person({ manager_id: gone.id })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Talk', kind: 'custom' },
      tasks: [{ title: 'Talk', assignee: { type: 'manager' }, offset_days: 0 }],
    })
    for (const { id: person_id } of [alone, left]) {
      const { tasks, anchor_date } = await hr.call('org_checklists_runs_start', { template_id, person_id })
      expect([tasks[0]!.assignee, tasks[0]!.manager_missing, anchor_date]).to.deep.equal([
        { type: 'hr', person: null },
        true,
        '2026-06-15',
      ])
    }
    // A custom one may be open twice.
    await hr.call('org_checklists_runs_start', { template_id, person_id: alone.id })
  })

  it('counts an offboarding from the last day, which there must be, or from a day that is given', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    const { templates } = await hr.call('org_checklists_templates_list', {})
    const template_id = templates.find(({ kind }) => kind === 'offboarding')!.id
    const start = (more: object = {}) =>
      hr.call('org_checklists_runs_start', { template_id, person_id, ...more })
    expect(await codes(start(), 'conflict')).to.deep.equal(['no_day_for_checklist'])
    const given = await start({ anchor_date: '9999-12-31' })
    expect(given.tasks.at(-1)!.due_date).to.equal('9999-12-31')
    await hr.call('org_checklists_runs_cancel', { run_id: given.id })
    await hr.call('org_people_terminate', { person_id, last_day: '2026-09-30' })
    const run = await start()
    expect(run.anchor_date).to.equal('2026-09-30')
    const days = run.tasks.map(({ due_date, visible_from }) => [due_date, visible_from])
    expect(days[0]).to.deep.equal(['2026-09-16', '2026-09-09'])
    expect(days[1]).to.deep.equal(['2026-09-23', '2026-09-09'])
  })

  it('refuses an archived template, and starts one of two at the same moment', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    const [onboarding, offboarding] = (await hr.call('org_checklists_templates_list', {})).templates
    await hr.call('org_checklists_templates_update', { template_id: offboarding!.id, archived: true })
    const start = (template_id: string) => hr.call('org_checklists_runs_start', { template_id, person_id })
    expect(await codes(start(offboarding!.id), 'conflict')).to.include('template_archived')
    const both = await Promise.allSettled([start(onboarding!.id), start(onboarding!.id)])
    expect(both.map(({ status }) => status).toSorted()).to.deep.equal(['fulfilled', 'rejected'])
    await server.db.query(`update people set erased_at = now() where id = $1`, [person_id])
    expect(await codes(start(onboarding!.id), 'conflict')).to.include('person_erased')
  })

  it('keeps a day that is given, and follows the last day where none is', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const [followed, kept] = [await company.person(), await company.person()]
    const leave = (last_day: string) =>
      Promise.all(
        [followed, kept].map(({ id: person_id }) =>
          hr.call('org_people_terminate', { person_id, last_day: last_day as '2026-09-30' }),
        ),
      )
    await leave('2026-09-30')
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Leaving', kind: 'offboarding' },
      tasks: [{ title: 'Keys', assignee: { type: 'hr' }, offset_days: 0 }],
    })
    const start = (person_id: string, more: object = {}) =>
      hr.call('org_checklists_runs_start', { template_id, person_id, ...more })
    const runs = [await start(followed.id), await start(kept.id, { anchor_date: '2026-09-30' })]
    await leave('2026-10-31')
    const now = await Promise.all(runs.map(({ id }) => hr.call('org_checklists_runs_get', { run_id: id })))
    expect(now.map(({ anchor_date }) => anchor_date)).to.deep.equal(['2026-10-31', '2026-09-30'])
  })

  it('counts from the employment whose last day is today', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person({ last_day: '2026-06-15' })
    await hr.call('org_people_rehire', { person_id, start_date: '2026-09-01', title: 'Cook' })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Leaving', kind: 'offboarding' },
      tasks: [{ title: 'Keys', assignee: { type: 'hr' }, offset_days: 0 }],
    })
    const run = await hr.call('org_checklists_runs_start', { template_id, person_id })
    expect(run.anchor_date).to.equal('2026-06-15')
  })
})
