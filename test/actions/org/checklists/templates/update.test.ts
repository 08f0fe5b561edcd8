import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.templates.update', () => {
  const server = useServer()
  const task = { title: 'Say hello', assignee: { type: 'hr' as const }, offset_days: 0 }

  it('changes what is given, tasks and conditions as a whole; checklists that have started stay as they are', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom', tasks: [task, { ...task, title: 'Pack' }] },
      conditions: { location_ids: [company.location] },
    })
    const { id: person_id } = await company.person()
    const run = await hr.call('org_checklists_runs_start', { template_id, person_id })
    const changed = await hr.call('org_checklists_templates_update', {
      ...{ template_id, name: 'Move house' },
      tasks: [{ ...task, id: 'pack', title: 'Pack all boxes' }],
    })
    expect(changed.tasks.map(({ id, title }) => [id, title])).to.deep.equal([['pack', 'Pack all boxes']])
    expect(changed.conditions.location_ids).to.deep.equal([company.location])
    const same = await hr.call('org_checklists_runs_get', { run_id: run.id })
    expect([same.name, same.tasks.map(({ title }) => title)]).to.deep.equal(['Move', ['Say hello', 'Pack']])
    const cleared = await hr.call('org_checklists_templates_update', { template_id, conditions: {} })
    expect(cleared.conditions.location_ids).to.deep.equal([])
    // Nothing new is nothing done.
    await hr.call('org_checklists_templates_update', { template_id, name: 'Move house' })
    const lines = await activityOf(server, company, 'org.checklists.templates.update')
    expect(
      lines.map(({ changes }) => (changes as { field: string }[]).map(({ field }) => field)),
    ).to.deep.equal([['name', 'tasks'], ['location_ids']])
  })

  it('makes one a custom one, which starts by itself no more', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const [first] = (await hr.call('org_checklists_templates_list', {})).templates
    const changed = await hr.call('org_checklists_templates_update', {
      template_id: first!.id,
      kind: 'custom',
    })
    expect([changed.kind, changed.auto_start, changed.saved]).to.deep.equal(['custom', false, true])
    await hr.call('org_checklists_templates_update', { template_id: first!.id, archived: true })
    const lines = await activityOf(server, company, 'org.checklists.templates.update')
    expect(lines.map(({ summary }) => summary)).to.have.members([
      'Changed the template of checklists {subject}',
      'Archived the template of checklists {subject}',
    ])
  })
})
