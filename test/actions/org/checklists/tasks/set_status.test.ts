import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { readEvents } from '../../../../support/events.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.tasks.set_status', () => {
  const server = useServer()

  async function twoTasks() {
    const company = await server.company()
    const hr = await company.as('hr')
    const helper = await company.member('member', { person: true })
    const about = await company.member('member', { person: true })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom' },
      tasks: [
        { title: 'Pack', assignee: { type: 'member', person_id: helper.personId! }, offset_days: 0 },
        { title: 'Sign', assignee: { type: 'hr' }, offset_days: 1 },
      ],
    })
    const run = await hr.call('org_checklists_runs_start', { template_id, person_id: about.personId! })
    const [pack, sign] = run.tasks.map(({ id }) => id) as [string, string]
    return {
      ...{ company, hr, run, pack, sign, helperId: helper.personId },
      helper: await company.key(helper),
      about: await company.key(about),
    }
  }

  it('tells a retry nothing of a task that the caller may not see by now', async () => {
    const { hr, helper, pack } = await twoTasks()
    const done = { task_id: pack, status: 'done' } as const
    const tick = () => helper.call('org_checklists_tasks_set_status', done, { idempotencyKey: 'tick' })
    expect(await tick()).to.deep.equal(await tick())
    await hr.call('org_checklists_tasks_set_status', { task_id: pack, status: 'open' })
    await hr.call('org_checklists_tasks_reassign', { task_id: pack, assignee: { type: 'hr' } })
    const retried = await refused(tick(), 'not_found')
    const called = await refused(helper.call('org_checklists_tasks_set_status', done), 'not_found')
    expect(retried.body.error.details).to.deep.equal(called.body.error.details)
  })

  it('is done by who does it; the last one completes the checklist, and one that is opened again opens it', async () => {
    const { company, hr, helper, helperId, run, pack, sign } = await twoTasks()
    const done = await helper.call('org_checklists_tasks_set_status', { task_id: pack, status: 'done' })
    expect([done.status, done.resolved_by!.id]).to.deep.equal(['done', helperId])
    await hr.call('org_checklists_tasks_set_status', {
      task_id: sign,
      status: 'skipped',
      reason: 'Signed\nbefore',
    })
    const turned = hr.call('org_checklists_tasks_set_status', { task_id: sign, status: 'done' })
    const { body } = await refused(turned, 'conflict')
    expect(body.error.details!.map(({ code }) => code)).to.deep.equal(['task_not_open'])
    const state = async () => (await hr.call('org_checklists_runs_get', { run_id: run.id })).status
    expect(await state()).to.equal('completed')
    const again = await helper.call('org_checklists_tasks_set_status', { task_id: pack, status: 'open' })
    expect([again.resolved_at, again.resolved_by, await state()]).to.deep.equal([null, null, 'open'])
    // What it is already is no change.
    await helper.call('org_checklists_tasks_set_status', { task_id: pack, status: 'open' })
    await helper.call('org_checklists_tasks_set_status', { task_id: pack, status: 'done' })
    const types = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('checklist.'))).to.deep.equal([
      'checklist.started',
      'checklist.task_done',
      'checklist.completed',
      'checklist.reopened',
      'checklist.task_done',
      'checklist.completed',
    ])
    const reopened = (await readEvents(server.db, company)).find(({ type }) => type === 'checklist.reopened')
    expect(reopened!.payload).to.deep.nested.include({ run_id: run.id, 'run.status': 'open' })
    const event = (await readEvents(server.db, company)).find(({ type }) => type === 'checklist.task_done')
    expect(event!.payload).to.deep.include({ task_id: pack, run_id: run.id })
    expect((event!.payload as { task: object }).task).to.deep.include({ key: 'pack', title: 'Pack' })
    const lines = await activityOf(server, company, 'org.checklists.tasks.set_status')
    expect(lines).to.have.length(6)
    expect(JSON.stringify(lines)).not.to.match(/Pack|Signed/)
  })

  it('is due as its checklist counts by now, where that moved while the task was done', async () => {
    const { company, hr, run, pack } = await twoTasks()
    const set = (status: 'open' | 'done') =>
      hr.call('org_checklists_tasks_set_status', { task_id: pack, status })
    const { due_date: before } = await set('done')
    await hr.call('org_checklists_runs_reschedule', { run_id: run.id, anchor_date: '2030-05-20' })
    const again = await set('open')
    expect([again.due_date, again.offset_days, again.run.anchor_date]).to.deep.equal([
      '2030-05-20',
      0,
      '2030-05-20',
    ])
    const renamed = await hr.call('org_checklists_tasks_update', { task_id: pack, title: 'Pack all' })
    expect(renamed.due_date).to.equal(again.due_date)
    const [, opened] = await activityOf(server, company, 'org.checklists.tasks.set_status')
    expect(opened!.changes).to.deep.equal([
      { field: 'status', before: 'done', after: 'open' },
      { field: 'due_date', before, after: '2030-05-20' },
    ])
  })

  it('is refused to others who see it, and hidden from those who do not', async () => {
    const { company, hr, about, pack, sign } = await twoTasks()
    const set = (caller: typeof hr, task_id: string) =>
      caller.call('org_checklists_tasks_set_status', { task_id, status: 'done' })
    const codes = async (call: Promise<unknown>) =>
      (await refused(call, 'forbidden')).body.error.details!.map(({ code }) => code)
    expect(await codes(set(about, pack))).to.deep.equal(['task_of_others'])
    expect(
      await codes(about.call('org_checklists_tasks_reassign', { task_id: pack, assignee: { type: 'hr' } })),
    ).to.deep.equal(['task_of_others'])
    await refused(set(about, sign), 'not_found')
    const viewer = await company.as('viewer')
    await refused(set(viewer, pack), 'not_found')
    const [seen] = await about.call('org_checklists_tasks_list', {
      scope: 'run',
      run_id: (await first(hr)).id,
    })
    expect(seen!.can).to.deep.equal({ tick: false, skip: false, reassign: false, comment: true })
  })

  const first = async (hr: Awaited<ReturnType<typeof twoTasks>>['hr']) =>
    (await hr.call('org_checklists_runs_list', {}))[0]!

  it('skips with a reason, and takes one for nothing else', async () => {
    const { hr, pack } = await twoTasks()
    const codes = async (input: { status: 'done' | 'skipped'; reason?: string }) =>
      (
        await refused(
          hr.call('org_checklists_tasks_set_status', { task_id: pack, ...input }),
          'validation_failed',
        )
      ).body.error.details!.map(({ code }) => code)
    expect(await codes({ status: 'skipped' })).to.deep.equal(['skip_needs_reason'])
    expect(await codes({ status: 'done', reason: 'Well' })).to.deep.equal(['reason_only_to_skip'])
    const skip = (reason: string) =>
      hr.call('org_checklists_tasks_set_status', { task_id: pack, status: 'skipped', reason })
    await skip('They bring boxes')
    const other = await skip('They have boxes')
    expect(other.skip_reason).to.equal('They have boxes')
  })

  it('counts each of two tasks that are done at the same moment', async () => {
    const { hr, run, pack, sign } = await twoTasks()
    await Promise.all(
      [pack, sign].map((task_id) => hr.call('org_checklists_tasks_set_status', { task_id, status: 'done' })),
    )
    const { status, progress } = await hr.call('org_checklists_runs_get', { run_id: run.id })
    expect([status, progress]).to.deep.equal(['completed', { done: 2, skipped: 0, total: 2 }])
  })
})
