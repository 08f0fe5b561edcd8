import { expect } from 'chai'
import type { Role } from '../../src/domain/caller.ts'
import { task as expireRequests } from '../../src/jobs/expire_requests.ts'
import { actor, setRules, type Actor } from '../support/approvals.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { addEmployment } from '../support/job-rows.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

describe('a request that somebody decided', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let person_id: string
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
  })

  const propose = async (who: TestClient) => {
    const change = { person_id, effective_date: '2026-09-01', reason: 'change', title: 'Author' } as const
    return (await who.call('org_people_change_job', change)).approval!.id
  }
  const setRole = async ({ member }: Actor, role: Role) =>
    server.db.query('update memberships set role = $2 where id = $1', [member.membershipId, role])
  /** What they see of a request in the list and by itself, which is the same; undefined: nothing. */
  const seen = async (who: TestClient, request_id: string) => {
    const { items, waiting_for_me } = await who.call('org_approvals_list', { status: 'all' })
    const item = items.find(({ id }) => id === request_id)
    expect(waiting_for_me).to.equal(items.filter(({ can_decide }) => can_decide).length)
    if (!item)
      return refused(who.call('org_approvals_get', { request_id }), 'not_found').then(() => undefined)
    expect(await who.call('org_approvals_get', { request_id })).to.deep.equal(item)
    return item
  }

  it('stays with them in any role they have since, and is theirs to decide no more', async () => {
    await setRules(server, company, { job_change: 'manager_then_hr' })
    const manager = await actor(server, company, 'viewer')
    const decider = await actor(server, company, 'hr')
    person_id = (await company.person({ title: 'Editor', manager_id: manager.personId })).id
    const byManager = await propose(manager.web)
    await decider.web.call('org_approvals_approve', { request_id: byManager, note: 'Well deserved' })
    for (const role of ['admin', 'viewer', 'member'] as const) {
      await setRole(decider, role)
      const item = await seen(await company.web(decider.member), byManager)
      expect(item, role).to.deep.include({
        status: 'approved',
        can_decide: false,
        decision_note: 'Well deserved',
      })
      expect(item!.job_change!.after.title, role).to.equal('Author')
    }
  })

  it('stays with a manager who decided the first step, and is above the person no more', async () => {
    await setRules(server, company, { job_change: 'manager_then_hr' })
    const boss = await actor(server, company, 'member')
    const manager = await actor(server, company, 'member', { manager_id: boss.personId })
    person_id = (await company.person({ title: 'Editor', manager_id: manager.personId })).id
    const request_id = await propose(boss.key)
    await manager.web.call('org_approvals_approve', { request_id })
    await server.db.query('update job_rows set manager_id = $2 where person_id = $1', [
      person_id,
      boss.personId,
    ])
    await setRole(manager, 'viewer')
    for (const client of [await company.web(manager.member), await company.key(manager.member)]) {
      const item = await seen(client, request_id)
      expect(item).to.deep.include({ status: 'pending', waiting_for: 'hr', can_decide: false })
      expect(item!.steps[0]).to.deep.include({ status: 'approved', approver: 'manager' })
    }
    await refused(
      (await company.web(manager.member)).call('org_approvals_approve', { request_id }),
      'forbidden',
    )
  })

  describe('about somebody who has left', () => {
    const changes = {
      job: (who: TestClient) => propose(who),
      end: async (who: TestClient) =>
        (await who.call('org_people_terminate', { person_id, last_day: '2026-12-31' })).approval!.id,
    }
    let manager: Actor
    let employment: string
    beforeEach(async () => {
      manager = await actor(server, company, 'member')
      const made = await company.person({
        title: 'Editor',
        manager_id: manager.personId,
        start_date: '2024-01-01',
      })
      person_id = made.id
      employment = made.employmentId
      await setRules(server, company, { job_change: 'manager', termination: 'manager', pay_change: 'hr' })
    })
    const leave = async (last_day: string) => {
      await server.db.query('update employments set last_day = $2 where id = $1', [employment, last_day])
      await server.db.query('update job_rows set valid_to = $2 where employment_id = $1', [
        employment,
        last_day,
      ])
      server.now = new Date('2026-06-25T12:00:00Z')
    }

    it('shows HR what was, before the job comes that closes it and after it', async () => {
      const web = await company.as('hr', 'web')
      const ids = [await changes.job(hr.key), await changes.end(hr.key)]
      const { approval } = await hr.web.call('org_pay_add', {
        ...{ person_id, effective_date: '2026-06-01', amount: 50_000, currency: 'EUR', period: 'year' },
      })
      await leave('2026-06-20')
      for (const isClosed of [false, true]) {
        if (isClosed) await runJob(server, expireRequests, server.now!)
        const status = isClosed ? 'outdated' : 'pending'
        const [job, end, pay] = await Promise.all([...ids, approval!.id].map((id) => seen(web, id)))
        expect([job!.status, end!.status, pay!.status]).to.deep.equal([status, status, status])
        expect(job!.job_change!.before!.title).to.equal('Editor')
        expect(job!.job_change!.after.title).to.equal('Author')
        expect(end!.termination!.last_day).to.equal('2026-12-31')
        expect(end!.termination!.job!.title).to.equal('Editor')
        expect(pay!.pay_change!.amount).to.equal(50_000)
        for (const item of [job, end, pay]) expect(item!.person.id).to.equal(person_id)
      }
    })

    it('waits for the manager with whom they left when it was proposed afterwards, and is decided', async () => {
      await leave('2026-06-20')
      const [row] = (await hr.key.call('org_people_timeline', { person_id })).jobs
      const { approval } = await hr.key.call('org_people_correct_job', { job_id: row!.id, title: 'Author' })
      const request_id = approval!.id
      expect(approval).to.deep.include({ status: 'pending', waiting_for: 'manager' })
      await runJob(server, expireRequests, server.now!)
      expect(await seen(manager.key, request_id)).to.deep.include({ status: 'pending', can_decide: true })
      const stranger = await actor(server, company, 'member')
      expect(await seen(stranger.key, request_id)).to.equal(undefined)
      await manager.web.call('org_approvals_approve', { request_id })
      expect((await hr.key.call('org_people_timeline', { person_id })).jobs[0]!.title).to.equal('Author')
    })

    it('is closed when they come back and leave again', async () => {
      await leave('2026-06-20')
      const [row] = (await hr.key.call('org_people_timeline', { person_id })).jobs
      const { approval } = await hr.key.call('org_people_correct_job', { job_id: row!.id, title: 'Author' })
      await addEmployment(server, company.id, person_id, '2026-06-26', { title: 'Cook' })
      await server.db.query(
        `update employments set last_day = '2026-06-27' where person_id = $1 and id <> $2`,
        [person_id, employment],
      )
      server.now = new Date('2026-06-29T12:00:00Z')
      await runJob(server, expireRequests, server.now!)
      expect(await seen(hr.key, approval!.id)).to.deep.include({ status: 'outdated' })
    })
  })
})
