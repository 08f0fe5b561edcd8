import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { readEvents } from '../../../../support/events.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.tasks.add', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  async function oneTask() {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom' },
      tasks: [{ title: 'Pack', assignee: { type: 'person' }, offset_days: 0 }],
    })
    const { id: person_id } = await company.person()
    const run = await hr.call('org_checklists_runs_start', { template_id, person_id })
    return { company, hr, run }
  }

  it('adds a task by a day, or by days after that of the checklist; a completed one is open again', async () => {
    const { company, hr, run } = await oneTask()
    await hr.call('org_checklists_tasks_set_status', { task_id: run.tasks[0]!.id, status: 'done' })
    const task = await hr.call('org_checklists_tasks_add', {
      ...{ run_id: run.id, title: 'Rent a van', assignee: { type: 'person' }, due_date: '2026-06-10' },
    })
    expect(task).to.deep.include({ offset_days: -5, due_date: '2026-06-10', status: 'open' })
    expect((await hr.call('org_checklists_runs_get', { run_id: run.id })).status).to.equal('open')
    const later = await hr.call('org_checklists_tasks_add', {
      ...{
        run_id: run.id,
        title: 'Clean',
        description: 'All\nrooms',
        assignee: { type: 'hr' },
        offset_days: 5,
      },
    })
    expect([later.due_date, later.description]).to.deep.equal(['2026-06-20', 'All\nrooms'])
    const [reopened, ...more] = (await readEvents(server.db, company)).filter(
      ({ type }) => type === 'checklist.reopened',
    )
    expect(reopened!.payload).to.deep.nested.include({ run_id: run.id, 'run.status': 'open' })
    expect(more).to.deep.equal([])
    const lines = await activityOf(server, company, 'org.checklists.tasks.add')
    expect(lines).to.have.length(2)
    expect(JSON.stringify(lines)).not.to.include('Clean')
    const done = await hr.call('org_checklists_tasks_set_status', { task_id: later.id, status: 'done' })
    expect(done.status).to.equal('done')
  })

  it('refuses a day that is given twice, not at all, or too far away, and the 101st task', async () => {
    const { hr, run } = await oneTask()
    const add = (more: object) =>
      hr.call('org_checklists_tasks_add', {
        run_id: run.id,
        title: 'Clean',
        assignee: { type: 'hr' },
        ...more,
      } as never)
    const codes = async (call: Promise<unknown>, code: string) =>
      (await refused(call, code)).body.error.details!.map(({ code: name }) => name)
    expect(await codes(add({}), 'validation_failed')).to.deep.equal(['due_missing'])
    expect(await codes(add({ due_date: '2026-06-16', offset_days: 1 }), 'validation_failed')).to.deep.equal([
      'due_in_two_ways',
    ])
    expect(await codes(add({ due_date: '2027-06-16' }), 'validation_failed')).to.deep.equal(['due_too_far'])
    expect(await codes(add({ due_date: '2025-06-14' }), 'validation_failed')).to.deep.equal(['due_too_far'])
    await add({ due_date: '2027-06-15' })
    await add({ due_date: '2025-06-15' })
    expect(
      await codes(add({ offset_days: 0, assignee: { type: 'member' } }), 'validation_failed'),
    ).to.deep.equal(['assignee_needs_person'])
    await server.db.query(
      `insert into checklist_tasks (org_id, id, run_id, place, title, assignee_type, manager_missing, offset_days, due_date, status, created_at)
       select org_id, gen_random_uuid(), run_id, n, title, 'hr', false, 0, due_date, 'open', created_at
         from checklist_tasks, generate_series(4, 100) n where id = $1`,
      [run.tasks[0]!.id],
    )
    expect(await codes(add({ offset_days: 0 }), 'conflict')).to.deep.equal(['too_many_tasks'])
  })
})
