import { expect } from 'chai'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.runs.list', () => {
  const server = useServer()

  it('shows those that are open, the last one first, in pages and by filters', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const [onboarding] = (await hr.call('org_checklists_templates_list', {})).templates
    const people = [await company.person(), await company.person(), await company.person()]
    const ids: string[] = []
    for (const { id: person_id } of people)
      ids.unshift((await hr.call('org_checklists_runs_start', { template_id: onboarding!.id, person_id })).id)
    await hr.call('org_checklists_runs_cancel', { run_id: ids[1]! })
    const list = async (input: object) =>
      (await hr.call('org_checklists_runs_list', input)).map(({ id }) => id)
    expect(await list({})).to.deep.equal([ids[0], ids[2]])
    expect(await list({ status: 'cancelled' })).to.deep.equal([ids[1]])
    expect(await list({ status: 'all', limit: 2 })).to.deep.equal(ids.slice(0, 2))
    expect(await list({ status: 'all', after: ids[1] })).to.deep.equal([ids[2]])
    expect(await list({ status: 'all', person_id: people[1]!.id })).to.deep.equal([ids[1]])
    expect(await list({ kind: 'custom' })).to.deep.equal([])
    expect(await list({ template_id: onboarding!.id })).to.have.length(2)
    for (const field of ['person_id', 'template_id', 'after'])
      await refused(hr.call('org_checklists_runs_list', { [field]: company.root }), 'not_found')
  })
})
