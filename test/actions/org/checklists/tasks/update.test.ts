import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.tasks.update', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('changes an open task of one checklist; what is left out stays', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person({ start_date: '2026-07-01' })
    const { id: helper } = await company.person()
    const [onboarding] = (await hr.call('org_checklists_templates_list', {})).templates
    const run = await hr.call('org_checklists_runs_start', { template_id: onboarding!.id, person_id })
    const task_id = run.tasks[0]!.id
    const update = (more: object) => hr.call('org_checklists_tasks_update', { task_id, ...more })
    const changed = await update({
      title: 'Print the contract',
      due_date: '2026-06-20',
      description: 'Twice',
    })
    expect(changed).to.deep.include({
      ...{ title: 'Print the contract', due_date: '2026-06-20', offset_days: -11, description: 'Twice' },
      assignee: { type: 'hr', person: null },
    })
    const given = await update({
      assignee: { type: 'member', person_id: helper },
      description: null,
      link_url: 'https://print.example',
      visible_days: 3,
    })
    expect([given.assignee.person!.id, given.description, given.visible_from]).to.deep.equal([
      helper,
      null,
      null,
    ])
    await update({ title: 'Print the contract' })
    const lines = await activityOf(server, company, 'org.checklists.tasks.update')
    expect(
      lines.map(({ changes }) => (changes as { field: string }[]).map(({ field }) => field)),
    ).to.deep.equal([
      ['title', 'description', 'due_date'],
      ['description', 'link_url', 'visible_days', 'assignee'],
    ])
    const codes = async (call: Promise<unknown>, code: string) =>
      (await refused(call, code)).body.error.details!.map(({ code: name }) => name)
    expect(
      await codes(update({ due_date: '2026-06-20', offset_days: 1 }), 'validation_failed'),
    ).to.deep.equal(['due_in_two_ways'])
    await hr.call('org_checklists_tasks_set_status', { task_id, status: 'done' })
    expect(await codes(update({ title: 'Late' }), 'conflict')).to.deep.equal(['task_not_open'])
    expect(
      await codes(
        hr.call('org_checklists_tasks_reassign', { task_id, assignee: { type: 'hr' } }),
        'conflict',
      ),
    ).to.deep.equal(['task_not_open'])
  })
})
