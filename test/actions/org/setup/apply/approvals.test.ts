import { expect } from 'chai'
import { actor, setRules } from '../../../../support/approvals.ts'
import { applyPeople, emailOf, entry, jobsOf } from '../../../../support/bulk.ts'
import { readEvents } from '../../../../support/events.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply and approvals', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('no rule holds it up; requests that it outdates are closed, and named to who sees them', async () => {
    const company = await server.company()
    const hr = await actor(server, company, 'hr')
    const manager = await actor(server, company, 'member')
    const ids = new Map<string, string>()
    for (const name of ['Anna', 'Bert', 'Carl'])
      ids.set(
        name,
        (
          await company.person({
            given_name: name,
            family_name: 'Example',
            work_email: emailOf(name),
            manager_id: manager.personId,
          })
        ).id,
      )
    await setRules(server, company, { job_change: 'manager', termination: 'manager' })
    const requests = new Map<string, string>()
    for (const name of ids.keys()) {
      const { approval } = await hr.key.call('org_people_change_job', {
        ...{ person_id: ids.get(name)!, effective_date: '2026-07-01', reason: 'promotion', title: 'Head' },
      })
      requests.set(name, approval!.id)
    }
    const { warnings, updated } = await applyPeople(
      hr.key,
      entry('Anna', { title: 'Senior' }),
      entry('Bert', { given_name: 'Berta' }),
      entry('Carl'),
      entry('Dora'),
    )
    expect(updated.people).to.equal(2)
    expect(warnings).to.have.length(2)
    expect(warnings[1], 'in the order of the people').to.match(/^people\[3\]: No manager and no unit/)
    expect(warnings[0])
      .to.match(/^people\[0\]: /)
      .and.include(requests.get('Anna'))
    const statusOf = async (name: string) =>
      (await hr.key.call('org_approvals_get', { request_id: requests.get(name)! })).status
    expect(await Promise.all([...ids.keys()].map(statusOf))).to.deep.equal(['outdated', 'pending', 'pending'])
    expect((await jobsOf(server, company, hr.key, 'Anna')).map(({ title }) => title)).to.deep.equal([
      ...['Engineer', 'Senior'],
    ])
    const closed = (await readEvents(server.db, company)).filter(({ type }) => type === 'approval.closed')
    expect(closed.map(({ subject_id: id }) => id)).to.deep.equal([requests.get('Anna')])
  })
})
