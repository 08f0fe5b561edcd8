import { expect } from 'chai'
import { actor, setRules } from '../support/approvals.ts'
import type { TestClient } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { refused } from '../support/expect.ts'
import { unique, useServer } from '../support/server.ts'

describe('checklists follow employments', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  const task = { title: 'Say hello', assignee: { type: 'manager' as const }, offset_days: 1 }
  const newcomer = (more: object = {}) => ({
    ...{ given_name: 'Pat', family_name: unique('Person'), work_email: `${unique('p')}@company.example` },
    ...{ title: 'Cook', start_date: '2026-07-01', ...more },
  })
  const template = async (hr: TestClient, name: string, more: object = {}) =>
    (
      await hr.call('org_checklists_templates_create', {
        ...{ name, kind: 'onboarding', tasks: [task] },
        ...more,
      })
    ).id
  const runs = async (hr: TestClient, input: object = { status: 'all' }) =>
    (await hr.call('org_checklists_runs_list', input)).map(({ name, status, anchor_date }) => [
      name,
      status,
      anchor_date,
    ])
  const start = async () => {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }
  const types = async (company: { id: string }) =>
    (await readEvents(server.db, company as never)).map(({ type }) => type)

  it('start with a hire whose job matches all conditions, those of units above, too', async () => {
    const { company, hr } = await start()
    const division = await company.unit()
    const team = await company.unit({ parent_id: division })
    const boss = await company.person()
    await template(hr, 'Everybody')
    await template(hr, 'Division', { conditions: { unit_ids: [division], location_ids: [company.location] } })
    await template(hr, 'Team', { conditions: { unit_ids: [team, await company.unit()] } })
    await template(hr, 'Entity', { conditions: { legal_entity_ids: [company.legalEntity] } })
    await template(hr, 'Not by itself', { auto_start: false })
    await template(hr, 'Archived').then((template_id) =>
      hr.call('org_checklists_templates_update', { template_id, archived: true }),
    )
    const names = async (more: object) =>
      (await hr.call('org_people_hire', newcomer(more))).checklists_started.map(({ name }) => name)
    expect(
      await names({
        unit_id: team,
        location_id: company.location,
        legal_entity_id: null,
        manager_id: boss.id,
      }),
    ).to.deep.equal(['Everybody', 'Division', 'Team'])
    expect(await names({ unit_id: team, legal_entity_id: null })).to.deep.equal(['Everybody', 'Team'])
    expect(await names({ unit_id: division, location_id: company.location })).to.deep.equal([
      'Everybody',
      'Division',
      'Entity',
    ])
    expect(await names({ legal_entity_id: null })).to.deep.equal(['Everybody'])
    const [last] = await hr.call('org_checklists_runs_list', { limit: 1 })
    const { tasks, person, started_by } = await hr.call('org_checklists_runs_get', { run_id: last!.id })
    expect([tasks[0]!.due_date, tasks[0]!.manager_missing]).to.deep.equal(['2026-07-02', true])
    expect([person.name.startsWith('Pat'), started_by !== null]).to.deep.equal([true, true])
    expect((await types(company)).slice(-2)).to.deep.equal(['person.hired', 'checklist.started'])
    const dry = await hr.call('org_people_hire', newcomer(), { dryRun: true })
    expect(dry.checklists_started.map(({ name }) => name)).to.deep.equal(['Everybody', 'Entity'])
  })

  it('move with the first day, as long as it is to come, and end with a rehire that is taken back', async () => {
    const { company, hr } = await start()
    await template(hr, 'Welcome')
    const { person } = await hr.call('org_people_hire', newcomer())
    const { jobs } = await hr.call('org_people_timeline', { person_id: person.id })
    await hr.call('org_people_correct_job', { job_id: jobs[0]!.id, valid_from: '2026-08-01' })
    const [run] = await hr.call('org_checklists_runs_list', {})
    const { tasks } = await hr.call('org_checklists_runs_get', { run_id: run!.id })
    expect([run!.anchor_date, tasks[0]!.due_date]).to.deep.equal(['2026-08-01', '2026-08-02'])

    const left = await company.person({ last_day: '2026-05-31' })
    const rehired = await hr.call('org_people_rehire', {
      ...{ person_id: left.id, start_date: '2026-09-01', title: 'Cook' },
    })
    expect(rehired.checklists_started.map(({ name }) => name)).to.deep.equal(['Welcome'])
    await hr.call('org_people_remove_job', { job_id: rehired.person.next_job!.id })
    expect(await runs(hr, { status: 'all', person_id: left.id })).to.deep.equal([
      ['Welcome', 'cancelled', '2026-09-01'],
    ])
    expect((await types(company)).slice(-2)).to.deep.equal(['job.removed', 'checklist.cancelled'])
  })

  it('start with a last day, move with it, and are cancelled with it; a new one starts others', async () => {
    const { company, hr } = await start()
    await template(hr, 'Goodbye', { kind: 'offboarding' })
    const { id: person_id } = await company.person()
    const end = (last_day: string | null) => hr.call('org_people_terminate', { person_id, last_day })
    await end('2026-09-30')
    await end('2026-10-31')
    expect(await runs(hr)).to.deep.equal([['Goodbye', 'open', '2026-10-31']])
    await end(null)
    expect(await runs(hr)).to.deep.equal([['Goodbye', 'cancelled', '2026-10-31']])
    await end('2026-12-31')
    expect(await runs(hr)).to.deep.equal([
      ['Goodbye', 'open', '2026-12-31'],
      ['Goodbye', 'cancelled', '2026-10-31'],
    ])
    expect((await types(company)).filter((type) => type.startsWith('checklist'))).to.deep.equal([
      'checklist.started',
      'checklist.cancelled',
      'checklist.started',
    ])
    // One that somebody has cancelled stays cancelled when the day moves.
    const [open] = await hr.call('org_checklists_runs_list', {})
    await hr.call('org_checklists_runs_cancel', { run_id: open!.id })
    await end('2027-01-31')
    expect(await runs(hr, {})).to.deep.equal([])
  })

  it('are cancelled with a hire that is called off, and start again when the person comes after all', async () => {
    const { company, hr } = await start()
    await template(hr, 'Welcome')
    await template(hr, 'Goodbye', { kind: 'offboarding' })
    const { person } = await hr.call('org_people_hire', newcomer())
    const call = { person_id: person.id }
    await hr.call('org_people_terminate', { ...call, last_day: '2026-07-31' })
    await hr.call('org_people_terminate', { ...call, last_day: '2026-07-01' })
    const cancelled = [
      ['Goodbye', 'cancelled', '2026-07-31'],
      ['Welcome', 'cancelled', '2026-07-01'],
    ]
    expect(await runs(hr)).to.deep.equal(cancelled)
    expect((await types(company)).slice(-3).toSorted()).to.deep.equal([
      'checklist.cancelled',
      'checklist.cancelled',
      'person.termination_changed',
    ])
    await hr.call('org_people_terminate', { ...call, last_day: null })
    expect(await runs(hr)).to.deep.equal([['Welcome', 'open', '2026-07-01'], ...cancelled])

    // On the day itself it is known who did not come. After it, it is known who came for a day.
    server.now = new Date('2026-07-01T12:00:00Z')
    await hr.call('org_people_terminate', { ...call, last_day: '2026-07-01' })
    expect((await runs(hr))[0]).to.deep.equal(['Welcome', 'cancelled', '2026-07-01'])
    const { person: once } = await hr.call('org_people_hire', newcomer({ start_date: '2026-06-30' }))
    await hr.call('org_people_terminate', { person_id: once.id, last_day: '2026-06-30' })
    expect((await runs(hr)).slice(0, 2)).to.deep.equal([
      ['Goodbye', 'open', '2026-06-30'],
      ['Welcome', 'open', '2026-06-30'],
    ])
  })

  it('do not start a second time where one was started by hand', async () => {
    const { company, hr } = await start()
    const template_id = await template(hr, 'Goodbye', { kind: 'offboarding' })
    const { id: person_id } = await company.person()
    await hr.call('org_checklists_runs_start', { template_id, person_id, anchor_date: '2026-08-15' })
    await hr.call('org_people_terminate', { person_id, last_day: '2026-09-30' })
    expect(await runs(hr)).to.deep.equal([['Goodbye', 'open', '2026-08-15']])
  })

  it('start when a change is approved, and not while it waits', async () => {
    const { company } = await start()
    const hr = await company.as('hr', 'web')
    await template(hr, 'Goodbye', { kind: 'offboarding' })
    await setRules(server, company, { termination: 'manager' })
    const boss = await actor(server, company, 'member')
    const { id: person_id } = await company.person({ manager_id: boss.personId })
    const { approval } = await hr.call('org_people_terminate', { person_id, last_day: '2026-09-30' })
    expect(await runs(hr)).to.deep.equal([])
    await boss.web.call('org_approvals_approve', { request_id: approval!.id })
    expect(await runs(hr)).to.deep.equal([['Goodbye', 'open', '2026-09-30']])
  })

  it('start with many people only when they are asked for; else the answer tells how many do not', async () => {
    const { company, hr } = await start()
    await template(hr, 'Welcome')
    await template(hr, 'Second')
    const csv = () => {
      const row = () => `Pat;${unique('Person')};${unique('p')}@company.example;Cook;2026-07-01`
      return `given_name;family_name;work_email;title;start_date\n${row()}\n${row()}\n`
    }
    const { warnings } = await hr.call('org_people_import_csv', { csv: csv() })
    expect(warnings.find(({ code }) => code === 'checklists_not_started')!.params).to.deep.equal({ count: 4 })
    expect(await runs(hr)).to.deep.equal([])
    const asked = await hr.call('org_people_import_csv', { csv: csv(), start_checklists: true })
    expect(asked.warnings.map(({ code }) => code)).not.to.include('checklists_not_started')
    expect(await runs(hr)).to.have.length(4)
    const people = [newcomer()]
    const { notes } = await hr.call('org_setup_apply', { people })
    expect(notes.map(({ code, params }) => [code, params['count']])).to.deep.include([
      'checklists_not_started',
      2,
    ])
    await hr.call('org_setup_apply', { people: [newcomer()], start_checklists: true })
    expect(await runs(hr)).to.have.length(6)
    expect((await types(company)).filter((type) => type === 'checklist.started')).to.have.length(6)
    // Somebody whose first day moves has theirs moved, whoever moves it.
    const [{ work_email, ...rest }] = people as [ReturnType<typeof newcomer>]
    await hr.call('org_setup_apply', { people: [{ ...rest, work_email, title: 'Chef' }] })
    expect(await runs(hr)).to.have.length(6)
  })

  it('start at most 10,000 tasks in one call', async () => {
    const { hr } = await start()
    for (let count = 0; count < 2; count += 1)
      await template(hr, `Welcome ${count}`, { tasks: Array.from({ length: 40 }, () => task) })
    const rows = Array.from(
      { length: 126 },
      (_, index) => `Pat;${unique('Person')};${unique('p')}${index}@company.example;Cook;2026-07-01`,
    )
    const csv = `given_name;family_name;work_email;title;start_date\n${rows.join('\n')}\n`
    const { body } = await refused(
      hr.call('org_people_import_csv', { csv, start_checklists: true }),
      'conflict',
    )
    expect(body.error.details![0]).to.include({ code: 'too_many_tasks_at_once' })
    expect(await runs(hr)).to.deep.equal([])
  })
})
