import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { McpClient } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'

/** The name of an action as it stands in sentences for programs. */
const actionName = /\b(org|platform|documents|webhooks)\/[a-z]/

describe('mcp advice', () => {
  const server = useServer()
  beforeEach(() => void (server.now = new Date('2026-06-15T12:00:00Z')))

  it('calls actions by the names of their tools, in warnings of results', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const boss = await company.member('member', { person: true })
    const member = await company.member('member', { person: true })
    await server.db.query(`update job_rows set manager_id = $2 where person_id = $1`, [
      member.personId,
      boss.personId,
    ])
    await hr.call('org_units_create', { name: 'Lenses', kind: 'team', head_person_id: boss.personId! })
    const end = { person_id: boss.personId, last_day: '2026-06-30', dry_run: true }
    const { answer } = await new McpClient(hr).call('org_people_terminate', end)
    const messages: string[] = answer.data.warnings.map(({ message }: { message: string }) => message)
    expect(messages.join('\n')).to.include('org_people_list with manager_id')
    expect(messages.join('\n')).to.include('another lead with org_units_set_head')
    expect(messages.join('\n')).to.not.match(actionName)
  })

  it('calls actions by the names of their tools, in problems of a file and in warnings that are texts', async () => {
    const company = await server.company()
    const mcp = new McpClient(await company.as('hr'))
    const csv = 'given_name,family_name,work_email,title,location\nA,B,ab@company.example,Tester,Nowhere'
    const { answer } = await mcp.call('org_people_import_csv', { csv, dry_run: true })
    const [problem] = answer.data.row_errors
    expect(problem).to.include({ row: 2, column: 'location' })
    expect(problem.message).to.include('org_locations_create').and.not.match(actionName)

    const owner = new McpClient(await company.as('owner'))
    const people = [{ given_name: 'A', family_name: 'B', work_email: 'ab@company.example', title: 'Tester' }]
    await owner.call('org_setup_apply', {
      people: people.map((one) => ({ ...one, start_date: '2026-01-05' })),
    })
    const again = people.map((one) => ({ ...one, start_date: '2026-02-02' }))
    const told = (await owner.call('org_setup_apply', { people: again, dry_run: true })).answer.data
    expect(told.warnings.join('\n')).to.include('org_people_correct_job').and.not.match(actionName)
    expect(told.notes.map(({ message }: { message: string }) => message).join('\n')).to.not.match(actionName)
  })

  it('says of the tools whose nearest task takes the web app that it does', () => {
    const tools = JSON.parse(readFileSync('openapi/published/mcp-tools.json', 'utf8')) as {
      name: string
      description: string
    }[]
    const described = (name: string) => tools.find((tool) => tool.name === name)!.description
    for (const name of ['org_pay_list', 'org_me_update_profile', 'org_people_update_profile'])
      expect(described(name), name).to.include('web app')
    expect(described('org_approvals_list')).to.include('those of pay are listed in the web app only')
  })

  it('says who has the tasks of a leaver, and how to find them', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const [helper, starter] = await Promise.all([
      company.member('member', { person: true }),
      company.member('member', { person: true }),
    ])
    const assignee = { type: 'member', person_id: helper.personId! } as const
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      name: 'Arrival',
      kind: 'onboarding',
      tasks: [{ title: 'Badge', assignee, offset_days: 0 }],
    })
    await hr.call('org_checklists_runs_start', { template_id, person_id: starter.personId! })
    const mcp = new McpClient(hr)
    const end = { person_id: helper.personId, last_day: '2026-06-30', dry_run: true }
    const { warnings } = (await mcp.call('org_people_terminate', end)).answer.data
    const left = warnings.find(({ code }: { code: string }) => code === 'tasks_left_behind')
    expect(left.message).to.include('org_checklists_tasks_reassign').and.include('org_checklists_tasks_list')
    const [run] = (await mcp.call('org_checklists_runs_list')).answer.data
    const [task] = (await mcp.call('org_checklists_tasks_list', { run_id: run.id, status: 'open' })).answer
      .data
    expect(task).to.deep.include({ title: 'Badge', run: 'Arrival' })
    expect(task.assignee.type).to.equal('member')
  })
})
