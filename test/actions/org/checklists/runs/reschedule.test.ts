import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.runs.reschedule', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('moves open tasks to another day, and stays there when the first day moves', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id, jobId: job_id } = await company.person({ start_date: '2026-07-01' })
    const [onboarding] = (await hr.call('org_checklists_templates_list', {})).templates
    const run = await hr.call('org_checklists_runs_start', { template_id: onboarding!.id, person_id })
    const [first, second] = run.tasks
    await hr.call('org_checklists_tasks_set_status', { task_id: first!.id, status: 'done' })
    const moved = await hr.call('org_checklists_runs_reschedule', {
      run_id: run.id,
      anchor_date: '2026-07-11',
    })
    const due = (id: string) => moved.tasks.find((task) => task.id === id)!.due_date
    expect([moved.anchor_date, due(first!.id), due(second!.id)]).to.deep.equal([
      '2026-07-11',
      '2026-06-17',
      '2026-07-01',
    ])
    await hr.call('org_people_correct_job', { job_id, valid_from: '2026-08-01' })
    expect((await hr.call('org_checklists_runs_get', { run_id: run.id })).anchor_date).to.equal('2026-07-11')
    const [line] = await activityOf(server, company, 'org.checklists.runs.reschedule')
    expect(line!.changes).to.deep.equal([{ field: 'anchor_date', before: '2026-07-01', after: '2026-07-11' }])
  })

  it('follows the first day again when it is moved back to it', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id, jobId: job_id } = await company.person({ start_date: '2026-07-01' })
    const [onboarding] = (await hr.call('org_checklists_templates_list', {})).templates
    const { id: run_id } = await hr.call('org_checklists_runs_start', {
      template_id: onboarding!.id,
      person_id,
    })
    const move = (anchor_date: string) => hr.call('org_checklists_runs_reschedule', { run_id, anchor_date })
    const start = async (valid_from: string) => {
      await hr.call('org_people_correct_job', { job_id, valid_from })
      return (await hr.call('org_checklists_runs_get', { run_id })).anchor_date
    }
    await move('2026-07-11')
    await move('2026-07-01')
    expect(await start('2026-08-01')).to.equal('2026-08-01')
    await move('2026-08-02')
    expect(await start('2026-09-01')).to.equal('2026-08-02')
  })
})
