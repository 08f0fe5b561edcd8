import { expect } from 'chai'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.tasks.list', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  /** A leaver with a manager and a colleague who help, and the offboarding about them. */
  async function leaver() {
    const company = await server.company()
    const hr = await company.as('hr')
    const [boss, colleague, member] = await Promise.all([
      company.member('member', { person: true }),
      company.member('member', { person: true }),
      company.member('member', { person: true }),
    ])
    await server.db.query(`update job_rows set manager_id = $2 where person_id = $1`, [
      member.personId,
      boss.personId,
    ])
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Leaving', kind: 'offboarding' },
      tasks: [
        { title: 'Letter', assignee: { type: 'hr' }, offset_days: -20 },
        { title: 'Team', assignee: { type: 'manager' }, offset_days: -14 },
        { title: 'Handover', assignee: { type: 'person' }, offset_days: -7, visible_days: 10 },
        { title: 'Accounts', assignee: { type: 'member', person_id: colleague.personId! }, offset_days: 0 },
      ],
    })
    await hr.call('org_people_terminate', { person_id: member.personId!, last_day: '2026-07-31' })
    const [run] = await hr.call('org_checklists_runs_list', { template_id })
    const as = (one: typeof boss) => company.key(one)
    return {
      company,
      hr,
      run: run!,
      boss: await as(boss),
      colleague: await as(colleague),
      member: await as(member),
    }
  }

  it('shows each what is theirs to do, and of an offboarding no earlier than it should', async () => {
    const { hr, run, boss, colleague, member } = await leaver()
    const titles = async (caller: typeof hr, input: object = {}) =>
      (await caller.call('org_checklists_tasks_list', input)).map(({ title }) => title)
    expect(await titles(hr)).to.deep.equal(['Letter'])
    expect(await titles(boss)).to.deep.equal(['Team'])
    expect(await titles(member)).to.deep.equal([])
    expect(await titles(colleague)).to.deep.equal([])
    const ofRun = { scope: 'run', run_id: run.id }
    expect(await titles(hr, ofRun)).to.deep.equal(['Letter', 'Team', 'Handover', 'Accounts'])
    expect(await titles(boss, ofRun)).to.deep.equal(['Team'])
    for (const caller of [member, colleague])
      await refused(caller.call('org_checklists_tasks_list', ofRun as never), 'not_found')

    // Seven days before it is due, or as many as the template says.
    server.now = new Date('2026-07-14T12:00:00Z')
    expect(await titles(member)).to.deep.equal(['Handover'])
    expect(await titles(member, ofRun)).to.deep.equal(['Team', 'Handover'])
    expect(await titles(colleague)).to.deep.equal([])
    server.now = new Date('2026-07-24T12:00:00Z')
    expect(await titles(colleague)).to.deep.equal(['Accounts'])
    // The last day is told to those who see the job of the leaver.
    const anchor = async (caller: typeof hr) =>
      (await caller.call('org_checklists_tasks_list', ofRun as never))[0]!.run.anchor_date
    expect(await Promise.all([hr, boss, member, colleague].map(anchor))).to.deep.equal([
      '2026-07-31',
      '2026-07-31',
      '2026-07-31',
      null,
    ])
  })

  it('gives the tasks of people who have left to HR, and says whose they were', async () => {
    const { company, hr, run, boss } = await leaver()
    const [task] = await boss.call('org_checklists_tasks_list', {})
    const person = task!.assignee.person!
    const ended = await hr.call('org_people_terminate', { person_id: person.id, last_day: '2026-06-20' })
    expect(ended.warnings.find(({ code }) => code === 'tasks_left_behind')!.params).to.deep.equal({
      count: 1,
    })
    server.now = new Date('2026-06-21T12:00:00Z')
    // The manager leaves with an offboarding of their own.
    const mine = (await hr.call('org_checklists_tasks_list', {})).filter(({ run: { id } }) => id === run.id)
    expect(
      mine.map(({ title, assignee }) => [title, assignee.type, assignee.person?.id ?? null]),
    ).to.deep.equal([
      ['Letter', 'hr', null],
      ['Team', 'hr', person.id],
    ])
    expect(mine[1]!.can).to.deep.equal({ tick: true, skip: true, reassign: true, comment: true })
    await hr.call('org_checklists_tasks_set_status', { task_id: mine[1]!.id, status: 'done' })
    const done = await hr.call('org_checklists_tasks_list', { scope: 'run', run_id: run.id, status: 'done' })
    expect(done[0]!.assignee.type).to.equal('manager')
    // Who did it does not change any more.
    expect(done[0]!.can).to.deep.equal({ tick: true, skip: true, reassign: false, comment: true })
    // In their own workspace members of HR do what is theirs alone.
    const own = await company.as('hr', 'me')
    expect(await own.call('org_checklists_tasks_list', {})).to.deep.equal([])
  })

  it('finds one task, of whatever scope, for those who see it', async () => {
    const { company, hr, run } = await leaver()
    const tasks = await hr.call('org_checklists_tasks_list', { scope: 'run', run_id: run.id })
    const handover = tasks.find(({ title }) => title === 'Handover')!
    const one = (input: object) =>
      hr.call('org_checklists_tasks_list', { task_id: handover.id, ...input } as never)
    expect(await one({})).to.deep.equal([handover])
    expect(await one({ run_id: run.id })).to.deep.equal([handover])
    expect(await one({ run_id: (await leaver()).run.id })).to.deep.equal([])
    expect(await one({ status: 'done' })).to.deep.equal([])
    expect(await one({ due_before: handover.due_date })).to.deep.equal([])
    await hr.call('org_checklists_tasks_set_status', { task_id: handover.id, status: 'done' })
    expect((await one({})).map(({ status }: { status: string }) => status)).to.deep.equal(['done'])
    const stranger = await company.as('member', 'me')
    await refused(stranger.call('org_checklists_tasks_list', { task_id: handover.id }), 'not_found')
  })

  it('lists for HR what somebody does, also before they see it; others ask for their own', async () => {
    const { company, hr, run, boss, colleague } = await leaver()
    const all = await hr.call('org_checklists_tasks_list', { scope: 'run', run_id: run.id })
    const doer = (title: string) => all.find((task) => task.title === title)!.assignee.person!.id
    const titles = async (caller: typeof hr, input: object) =>
      (await caller.call('org_checklists_tasks_list', input as never)).map(({ title }) => title)
    const assignee_id = doer('Accounts')
    expect(await titles(hr, { assignee_id })).to.deep.equal(['Accounts'])
    expect(await titles(hr, { scope: 'mine', assignee_id })).to.deep.equal(['Accounts'])
    expect(await titles(hr, { assignee_id, status: 'done' })).to.deep.equal([])
    expect(await titles(hr, { assignee_id, due_before: '2026-07-31' })).to.deep.equal([])
    expect(await titles(hr, { run_id: run.id, assignee_id: doer('Team') })).to.deep.equal(['Team'])
    expect(await titles(hr, { task_id: all[0]!.id, assignee_id })).to.deep.equal([])
    const { id: nobody } = await (await leaver()).company.person()
    await refused(hr.call('org_checklists_tasks_list', { assignee_id: nobody }), 'not_found')

    expect(await titles(boss, { assignee_id: doer('Team') })).to.deep.equal(['Team'])
    // What is theirs and does not show yet, they do not see by asking for it.
    expect(await titles(colleague, { assignee_id })).to.deep.equal([])
    for (const caller of [boss, await company.as('member'), await company.as('hr', 'me')]) {
      const { body } = await refused(caller.call('org_checklists_tasks_list', { assignee_id }), 'forbidden')
      expect(body.error.details![0]).to.include({ code: 'assignee_needs_hr', path: 'assignee_id' })
    }
    expect(await titles(boss, { run_id: run.id, assignee_id })).to.deep.equal([])

    // The tasks of a checklist that is cancelled are nobody's.
    await hr.call('org_checklists_runs_cancel', { run_id: run.id })
    expect(await titles(hr, { assignee_id })).to.deep.equal([])
  })

  it('comes in pages by the day it is due, and takes filters', async () => {
    const { hr, run } = await leaver()
    const list = async (input: object) =>
      (await hr.call('org_checklists_tasks_list', { scope: 'run', run_id: run.id, ...input } as never)).map(
        ({ title }) => title,
      )
    const all = await hr.call('org_checklists_tasks_list', { scope: 'run', run_id: run.id })
    expect(await list({ limit: 2 })).to.deep.equal(['Letter', 'Team'])
    expect(await list({ after: all[1]!.id })).to.deep.equal(['Handover', 'Accounts'])
    expect(await list({ due_before: '2026-07-24' })).to.deep.equal(['Letter', 'Team'])
    const { id: person_id } = await (await leaver()).company.person()
    await refused(hr.call('org_checklists_tasks_list', { after: person_id }), 'not_found')
    const others = await leaver()
    await refused(hr.call('org_checklists_tasks_list', { scope: 'run', run_id: others.run.id }), 'not_found')
    const codes = async (input: object) =>
      (
        await refused(hr.call('org_checklists_tasks_list', input as never), 'validation_failed')
      ).body.error.details!.map(({ code }) => code)
    expect(await codes({ scope: 'mine', run_id: run.id })).to.deep.equal(['run_without_scope'])
    expect(await codes({ scope: 'run' })).to.deep.equal(['scope_without_run'])
    const mine = await hr.call('org_checklists_tasks_list', { limit: 1 })
    expect(await hr.call('org_checklists_tasks_list', { after: mine[0]!.id })).to.deep.equal([])
  })
})
