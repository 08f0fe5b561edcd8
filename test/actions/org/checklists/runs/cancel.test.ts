import { expect } from 'chai'
import { readEvents } from '../../../../support/events.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.runs.cancel', () => {
  const server = useServer()

  it('ends an open one and deletes nothing; nothing in it changes any more', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    const [onboarding] = (await hr.call('org_checklists_templates_list', {})).templates
    const run = await hr.call('org_checklists_runs_start', { template_id: onboarding!.id, person_id })
    const [first, second] = run.tasks
    await hr.call('org_checklists_tasks_set_status', { task_id: first!.id, status: 'done' })
    await hr.call('org_checklists_tasks_comment', { task_id: first!.id, text: 'Was quick' })
    const cancelled = await hr.call('org_checklists_runs_cancel', { run_id: run.id })
    expect([cancelled.status, cancelled.tasks.length]).to.deep.equal(['cancelled', run.tasks.length])
    expect(cancelled.tasks[0]!.comments[0]!.text).to.equal('Was quick')
    expect(cancelled.tasks[1]!.can).to.deep.equal({
      tick: false,
      skip: false,
      reassign: false,
      comment: false,
    })
    const [event] = (await readEvents(server.db, company)).slice(-1)
    expect(event!.type).to.equal('checklist.cancelled')

    const code = async (call: Promise<unknown>) =>
      (await refused(call, 'conflict')).body.error.details!.map(({ code: name }) => name)
    const task_id = second!.id
    const calls: (() => Promise<unknown>)[] = [
      () => hr.call('org_checklists_tasks_set_status', { task_id, status: 'done' }),
      () => hr.call('org_checklists_tasks_comment', { task_id, text: 'Late' }),
      () => hr.call('org_checklists_tasks_reassign', { task_id, assignee: { type: 'person' } }),
      () => hr.call('org_checklists_tasks_update', { task_id, title: 'Late' }),
      () =>
        hr.call('org_checklists_tasks_add', {
          ...{ run_id: run.id, title: 'Late', assignee: { type: 'hr' }, offset_days: 0 },
        }),
    ]
    for (const call of calls) expect(await code(call())).to.deep.equal(['checklist_is_cancelled'])
    for (const call of [
      () => hr.call('org_checklists_runs_cancel', { run_id: run.id }),
      () => hr.call('org_checklists_runs_reschedule', { run_id: run.id, anchor_date: '2027-01-01' }),
    ])
      expect(await code(call())).to.deep.equal(['checklist_over'])
    // Its open tasks are nobody's any more.
    expect(await hr.call('org_checklists_tasks_list', {})).to.deep.equal([])
  })
})
