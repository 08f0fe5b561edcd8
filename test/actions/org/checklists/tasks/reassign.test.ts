import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.tasks.reassign', () => {
  const server = useServer()

  it('gives an open task to somebody else, by HR or by who does it', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const [helper, boss] = [
      await company.member('member', { person: true }),
      await company.member('member', { person: true }),
    ]
    const { id: person_id } = await company.person({ manager_id: boss.personId! })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom' },
      tasks: [{ title: 'Pack', assignee: { type: 'hr' }, offset_days: 0 }],
    })
    const run = await hr.call('org_checklists_runs_start', { template_id, person_id })
    const task_id = run.tasks[0]!.id
    const give = (caller: typeof hr, assignee: object) =>
      caller.call('org_checklists_tasks_reassign', { task_id, assignee } as never)
    const given = await give(hr, { type: 'member', person_id: helper.personId })
    expect(given.assignee.person!.id).to.equal(helper.personId)
    const away = await give(await company.key(helper), { type: 'manager' })
    expect([away.assignee.type, away.assignee.person!.id]).to.deep.equal(['manager', boss.personId])
    expect(away.can).to.deep.include({ tick: false, reassign: false })
    await refused(give(await company.key(helper), { type: 'hr' }), 'not_found')
    const back = await give(await company.key(boss), { type: 'hr' })
    expect(back.assignee).to.deep.equal({ type: 'hr', person: null })
    await give(hr, { type: 'hr' })
    expect(await activityOf(server, company, 'org.checklists.tasks.reassign')).to.have.length(3)
    const gone = await company.person({ last_day: '2024-12-31' })
    const { body } = await refused(give(hr, { type: 'member', person_id: gone.id }), 'conflict')
    expect(body.error.details![0]).to.include({ code: 'assignee_gone', record_id: gone.id })
  })
})
