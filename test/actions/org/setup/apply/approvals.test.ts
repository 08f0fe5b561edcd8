import { expect } from 'chai'
import { actor, leaveOnly, setRules, type Actor } from '../../../../support/approvals.ts'
import {
  applyPeople,
  cellsOf,
  emailOf,
  entry,
  fileOf,
  jobsOf,
  problemsOf,
  requiredColumns,
  someone,
} from '../../../../support/bulk.ts'
import type { Company } from '../../../../support/company.ts'
import { expectUnchanged, readContents } from '../../../../support/contents.ts'
import { readEvents } from '../../../../support/events.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply and org.people.import_csv under an approval rule', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  const ids = new Map<string, string>()
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr', { work_email: emailOf('Hr') })
    manager = await actor(server, company, 'member', { work_email: emailOf('Manager') })
    for (const name of ['Anna', 'Bert', 'Carl'])
      ids.set(name, await someone(company, name, { manager_id: manager.personId }))
  })
  const titlesOf = async (name: string) =>
    (await jobsOf(server, company, hr.key, name)).map(({ title }) => title)

  it('manager: changes of jobs are refused by place, and nothing else is done either', async () => {
    await setRules(server, company, { job_change: 'manager' })
    await someone(company, 'Later', { start_date: '2026-09-01', manager_id: manager.personId })
    const before = await readContents(server.db, company)
    for (const rule of ['manager', 'manager_then_hr']) {
      await setRules(server, company, { job_change: rule })
      expect(
        await problemsOf(
          applyPeople(
            hr.key,
            entry('Anna', { title: 'Head' }),
            entry('Bert', { weekly_hours: 10, manager_email: null }),
            entry('Carl', { given_name: 'Karl' }),
            entry('Later', { start_date: '2026-09-15' }),
            entry('Dora'),
          ),
        ),
      ).to.deep.equal([
        'people[0].title needs_approval',
        'people[1].manager_email needs_approval',
        'people[3].start_date needs_approval',
      ])
    }
    await setRules(server, company, { job_change: 'manager' })
    await expectUnchanged(server.db, before, 'refused rows', company)
  })

  it('manager: in a file they stand beside the other mistakes', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const csv = fileOf([
      [...requiredColumns, 'location'],
      [...cellsOf('Anna', 'Head'), ''],
      [...cellsOf('Bert'), 'Atlantis'],
      [...cellsOf('Carl'), ''],
    ])
    const { row_errors: errors } = await hr.key.call('org_people_import_csv', { csv })
    expect(errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).to.deep.equal([
      '2 title needs_approval',
      '3 location location_unknown',
    ])
    expect(errors[0]!.message).to.include('org/people.change_job')
  })

  it('manager: new people and what is no job pass', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const { created, updated } = await applyPeople(
      hr.key,
      entry('Anna', { given_name: 'Hannah', work_phone: '+49 30 901820' }),
      entry('Dora', { manager_email: emailOf('Manager') }),
    )
    expect([created.people, updated.people]).to.deep.equal([1, 1])
  })

  it('hr: a change by HR applies; requests that it outdates are closed, and named to who sees them', async () => {
    await setRules(server, company, { job_change: 'hr' })
    const requests = new Map<string, string>()
    for (const name of ids.keys()) {
      const { approval } = await manager.key.call('org_people_change_job', {
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
    expect(await titlesOf('Anna')).to.deep.equal(['Engineer', 'Senior'])
    const closed = (await readEvents(server.db, company)).filter(({ type }) => type === 'approval.closed')
    expect(closed.map(({ subject_id: id }) => id)).to.deep.equal([requests.get('Anna')])
  })

  it("one's own job is refused under any rule, also when nobody else could approve; without a rule it changes", async () => {
    const own = () => applyPeople(hr.key, entry('Hr', { title: 'Chief Everything', family_name: 'Example' }))
    for (const rule of ['hr', 'manager', 'manager_then_hr']) {
      await setRules(server, company, { job_change: rule })
      expect(await problemsOf(own()), rule).to.deep.equal(['people[0].title needs_approval'])
    }
    await leaveOnly(server, company, [hr])
    expect(await problemsOf(own()), 'alone').to.deep.equal(['people[0].title needs_approval'])
    await setRules(server, company, { job_change: 'off' })
    expect((await own()).updated.people).to.equal(1)
  })

  it('manager, when HR stands in: another one must agree; without another one it applies, and the log says so', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const other = await actor(server, company, 'admin')
    const change = () => applyPeople(hr.key, entry('Anna', { title: 'Head' }), entry('Dora'))
    await leaveOnly(server, company, [hr, other])
    expect(await problemsOf(change())).to.deep.equal(['people[0].title needs_approval'])
    await leaveOnly(server, company, [hr])
    await change()
    expect(await titlesOf('Anna')).to.deep.equal(['Engineer', 'Head'])
    const owner = await company.as('owner')
    const { items } = await owner.call('platform_activity_list', { limit: 20 })
    const said = items.filter(({ summary }) => summary.startsWith('Nobody else could approve'))
    expect(said.map(({ subject }) => subject?.id)).to.deep.equal([ids.get('Anna')])
  })
})
