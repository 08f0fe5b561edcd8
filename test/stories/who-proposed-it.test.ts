import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { actor, setRules, type Actor } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { readEvents } from '../support/events.ts'
import { refused } from '../support/expect.ts'
import { useServer } from '../support/server.ts'
import { told } from '../support/warnings.ts'

describe('whoever proposed a change', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let admin: Actor
  let manager: Actor
  let person: Actor
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
    admin = await actor(server, company, 'admin', { given_name: 'Adam', family_name: 'Minns' })
    manager = await actor(server, company, 'member')
    person = await actor(server, company, 'member', { title: 'Editor', manager_id: manager.personId })
  })

  const change = (person_id: string, title = 'Author', effective_date = '2026-09-01') => ({
    person_id,
    effective_date,
    reason: 'promotion' as const,
    title,
  })
  const pay = { effective_date: '2026-07-01', amount: 61234, currency: 'EUR', period: 'year' as const }
  const look = (who: Actor, request_id: string) => who.web.call('org_approvals_get', { request_id })
  const approve = (who: Actor, request_id: string) => who.web.call('org_approvals_approve', { request_id })

  describe('of themselves', () => {
    beforeEach(() => setRules(server, company, { job_change: 'hr', termination: 'hr' }))
    const propose = async (who = admin) =>
      (await who.key.call('org_people_change_job', change(admin.personId))).approval!.id

    it('sees it, and takes it back, with any credential', async () => {
      const request_id = await propose()
      for (const caller of [admin.key, admin.web, await company.key(admin.member, 'me')]) {
        const seen = await caller.call('org_approvals_get', { request_id })
        expect(seen).to.deep.include({ status: 'pending', can_decide: false, can_withdraw: true })
        expect(seen.job_change).to.deep.nested.include({ 'before.title': 'admin', 'after.title': 'Author' })
        const { items, waiting_for_me: mine } = await caller.call('org_approvals_list', {})
        expect([items.map(({ id }) => id), mine]).to.deep.equal([[request_id], 0])
      }
      const closed = await admin.key.call('org_approvals_withdraw', { request_id })
      expect(closed).to.deep.include({ status: 'cancelled', closed_reason: 'The proposer withdrew it.' })
      const { items } = await admin.key.call('org_approvals_list', { status: 'closed' })
      expect(items.map(({ id }) => id)).to.deep.equal([request_id])
    })

    it('does not decide it', async () => {
      const request_id = await propose()
      for (const call of [
        () => approve(admin, request_id),
        () => admin.web.call('org_approvals_reject', { request_id, note: 'No.' }),
      ]) {
        const { body } = await refused(call(), 'forbidden')
        expect(body.error.details![0]!.code).to.equal('own_request')
      }
    })

    it('sees how it ended, and what was written', async () => {
      const request_id = await propose()
      await hr.web.call('org_approvals_reject', { request_id, note: 'Not before the spring.' })
      expect(await look(admin, request_id)).to.deep.include({
        status: 'rejected',
        decision_note: 'Not before the spring.',
      })
    })

    it('sees nothing of what others propose about them', async () => {
      const own = await propose()
      await setRules(server, company, { job_change: 'manager' })
      const theirs = (
        await hr.key.call('org_people_change_job', change(admin.personId, 'Director', '2026-12-01'))
      ).approval!.id
      for (const name of ['org_approvals_get', 'org_approvals_withdraw', 'org_approvals_approve'] as const)
        await refused(admin.web.call(name, { request_id: theirs }), 'not_found')
      const { items } = await admin.web.call('org_approvals_list', { status: 'all' })
      expect(items.map(({ id }) => id)).to.deep.equal([own])
    })

    it('is told when another change of their own outdates it, but not of those of others', async () => {
      const own = await propose()
      // HR could agree to it by role. Where the manager is asked, and there is none, somebody else of HR decides.
      await setRules(server, company, { job_change: 'manager' })
      const theirs = (
        await hr.key.call('org_people_change_job', change(admin.personId, 'Director', '2026-10-01'))
      ).approval!.id
      await setRules(server, company, { job_change: 'off' })
      const warnings = told(
        await admin.key.call('org_people_change_job', change(admin.personId, 'Chief', '2026-08-01')),
      )
      expect(warnings).to.deep.equal([`It outdates 1 request that waits for approval: ${own}.`])
      expect([(await look(hr, own)).status, (await look(hr, theirs)).status]).to.deep.equal([
        'outdated',
        'outdated',
      ])
    })
  })

  describe('must be able to propose it still when it is approved', () => {
    const reason = 'Who proposed it may not propose it any more.'
    const closes = async (by: Actor, request_id: string) => {
      expect(await approve(by, request_id)).to.deep.include({ status: 'outdated', closed_reason: reason })
      const { jobs, employments } = await hr.key.call('org_people_timeline', { person_id: person.personId })
      expect([jobs.length, employments[0]!.last_day], 'nothing has changed').to.deep.equal([1, null])
    }
    const setMember = ({ member }: Actor, column: 'role' | 'status', value: string) =>
      server.db.query(`update memberships set ${column} = $2 where id = $1`, [member.membershipId, value])
    const moveAway = () =>
      server.db.query(`update job_rows set manager_id = null where person_id = $1`, [person.personId])
    const ends = { last_day: '2026-12-31' }
    const terminate = async (who: Actor) =>
      (await who.key.call('org_people_terminate', { person_id: person.personId, ...ends })).approval!.id

    it('HR that has lost the role, or was disabled', async () => {
      await setRules(server, company, { job_change: 'manager', termination: 'manager' })
      for (const [column, value] of [
        ['role', 'viewer'],
        ['role', 'member'],
        ['status', 'disabled'],
      ] as const) {
        const { approval } = await hr.key.call('org_people_change_job', change(person.personId))
        await setMember(hr, column, value)
        const ended = await approve(manager, approval!.id)
        expect(ended).to.deep.include({ status: 'outdated', closed_reason: reason })
        await setMember(hr, column, column === 'role' ? 'hr' : 'active')
      }
      const id = await terminate(hr)
      await setMember(hr, 'role', 'admin')
      expect((await approve(manager, id)).status, 'another role with the same right').to.equal('approved')
    })

    it('a manager who is above the person no more, or was disabled', async () => {
      await setRules(server, company, { termination: 'hr' })
      const first = await terminate(manager)
      await setMember(manager, 'status', 'disabled')
      await closes(hr, first)
      await setMember(manager, 'status', 'active')
      const second = await terminate(manager)
      await moveAway()
      await closes(hr, second)
      const lines = await activityOf(server, company, 'org.approvals.approve')
      expect(lines.at(-1)!.summary).to.equal(
        'Closed an outdated request for a change of the end of the employment of {subject}',
      )
      expect((await readEvents(server.db, company)).at(-1)).to.deep.nested.include({
        type: 'approval.closed',
        'payload.request.status': 'outdated',
      })
    })

    it('HR whose own step counted as agreed, also if they are above the person', async () => {
      const boss = await actor(server, company, 'hr')
      await server.db.query(`update job_rows set manager_id = $2 where person_id = $1`, [
        manager.personId,
        boss.personId,
      ])
      await setRules(server, company, { termination: 'manager_then_hr' })
      const request_id = await terminate(boss)
      expect((await look(manager, request_id)).steps.map(({ status }) => status)).to.deep.equal([
        'pending',
        'skipped',
      ])
      await setMember(boss, 'role', 'member')
      await closes(manager, request_id)
      await setRules(server, company, { termination: 'manager' })
      const own = await company.key(boss.member, 'me')
      const again = await own.call('org_people_terminate', { person_id: person.personId, ...ends })
      expect((await approve(manager, again.approval!.id)).status, 'as their manager').to.equal('approved')
    })

    it('HR that proposed what only HR may, also if they are above the person', async () => {
      await server.db.query(`update job_rows set manager_id = $2 where person_id = $1`, [
        manager.personId,
        hr.personId,
      ])
      await setRules(server, company, { job_change: 'manager' })
      const { approval } = await hr.key.call('org_people_correct_job', {
        job_id: (await hr.key.call('org_people_timeline', { person_id: person.personId })).jobs[0]!.id,
        fte: 0.5,
      })
      await setMember(hr, 'role', 'member')
      const ended = await approve(manager, approval!.id)
      expect(ended).to.deep.include({ status: 'outdated', closed_reason: reason })
    })

    it('a change of pay, by the roles of both of them', async () => {
      await setRules(server, company, { pay_change: 'hr' })
      const propose = async (effective_date: string) =>
        (await hr.web.call('org_pay_add', { person_id: person.personId, ...pay, effective_date })).approval!
          .id
      const cases: [() => Promise<unknown>, () => Promise<unknown>][] = [
        [() => setMember(hr, 'role', 'viewer'), () => setMember(hr, 'role', 'hr')],
        [() => setMember(hr, 'status', 'disabled'), () => setMember(hr, 'status', 'active')],
        [() => setMember(person, 'role', 'hr'), () => setMember(person, 'role', 'member')],
        [
          () =>
            server.db.query('update memberships set person_id = null where id = $1', [
              person.member.membershipId,
            ]),
          async () => undefined,
        ],
        [
          () =>
            server.db.query('update memberships set person_id = $2 where id = $1', [
              hr.member.membershipId,
              person.personId,
            ]),
          async () => undefined,
        ],
      ]
      const statuses: string[] = []
      for (const [index, [before, after]] of cases.entries()) {
        const request_id = await propose(`2026-07-0${index + 1}`)
        await before()
        statuses.push((await approve(admin, request_id)).status)
        await after()
      }
      expect(statuses).to.deep.equal(['outdated', 'outdated', 'outdated', 'approved', 'outdated'])
    })

    it('but the rule may be another one by then', async () => {
      await setRules(server, company, { job_change: 'hr', termination: 'hr' })
      const request_id = await terminate(manager)
      await setRules(server, company, { job_change: 'off', termination: 'off' })
      expect((await approve(hr, request_id)).status).to.equal('approved')
    })

    it('at each step', async () => {
      await setRules(server, company, { termination: 'manager_then_hr' })
      const above = await actor(server, company, 'member')
      await server.db.query(`update job_rows set manager_id = $2 where person_id = $1`, [
        manager.personId,
        above.personId,
      ])
      const request_id = await terminate(above)
      await setMember(above, 'status', 'disabled')
      await closes(manager, request_id)
    })
  })

  describe('an end: rows that are scheduled after it while it waits', () => {
    const schedule = async (title: string, day: string) => {
      await setRules(server, company, { job_change: 'off' })
      await hr.key.call('org_people_change_job', change(person.personId, title, day))
    }
    const later = async (who: Actor, request_id: string) => {
      const { termination } = await look(who, request_id)
      return termination!.later_jobs?.map(({ valid_from, title }) => `${valid_from} ${title}`)
    }
    const propose = async (last_day: string | null = '2026-12-31') => {
      await setRules(server, company, { termination: 'hr' })
      return (await manager.key.call('org_people_terminate', { person_id: person.personId, last_day }))
        .approval!.id
    }

    it('are shown to those who decide, and go with it', async () => {
      await schedule('Author', '2026-12-31')
      const request_id = await propose()
      expect(await later(hr, request_id)).to.deep.equal([])
      await schedule('Director', '2027-01-01')
      await schedule('Chief', '2027-03-01')
      const both = ['2027-01-01 Director', '2027-03-01 Chief']
      expect(await later(hr, request_id)).to.deep.equal(both)
      const { items } = await hr.web.call('org_approvals_list', {})
      expect(items[0]!.termination!.later_jobs!.map(({ manager: above }) => above!.id)).to.deep.equal([
        manager.personId,
        manager.personId,
      ])
      const done = await approve(hr, request_id)
      expect(done.termination!.later_jobs!.map(({ title }) => title)).to.deep.equal(['Director', 'Chief'])
      expect(await later(hr, request_id), 'also afterwards').to.deep.equal(both)
      const { jobs } = await hr.key.call('org_people_timeline', { person_id: person.personId })
      expect(jobs.map(({ title }) => title)).to.deep.equal(['Editor', 'Author'])
    })

    it('are none once nobody decides it any more, nor of an end that is taken back', async () => {
      const request_id = await propose()
      await schedule('Director', '2027-01-01')
      await manager.key.call('org_approvals_withdraw', { request_id })
      expect(await later(hr, request_id)).to.deep.equal([])
      await setRules(server, company, { termination: 'off' })
      await hr.key.call('org_people_terminate', { person_id: person.personId, last_day: '2027-02-28' })
      expect(await later(hr, await propose(null))).to.deep.equal([])
    })

    it('are hidden from a proposer who sees no job details any more', async () => {
      const request_id = await propose()
      await schedule('Director', '2027-01-01')
      await server.db.query(`update job_rows set manager_id = null where person_id = $1`, [person.personId])
      const { termination } = await manager.key.call('org_approvals_get', { request_id })
      expect([termination!.job, termination!.later_jobs]).to.deep.equal([null, null])
    })
  })
})
