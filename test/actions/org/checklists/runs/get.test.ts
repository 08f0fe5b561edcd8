import { expect } from 'chai'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.runs.get', () => {
  const server = useServer()

  it('shows a checklist with its tasks to HR, also once it is cancelled', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    const [onboarding] = (await hr.call('org_checklists_templates_list', {})).templates
    const started = await hr.call('org_checklists_runs_start', { template_id: onboarding!.id, person_id })
    expect(await hr.call('org_checklists_runs_get', { run_id: started.id })).to.deep.equal(started)
    expect(started.tasks).to.have.length(8)
    const viewer = await company.as('viewer')
    await refused(viewer.call('org_checklists_runs_get', { run_id: started.id }), 'forbidden')
  })
})
