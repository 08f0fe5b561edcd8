import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { actor, invitedBy, leaveOnly, setRules, type Actor } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { readEvents } from '../support/events.ts'
import { refused } from '../support/expect.ts'
import { race } from '../support/race.ts'
import { useServer } from '../support/server.ts'

/** Each change that can need approval, from the proposal to the row that it makes. */
describe('an approved change', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let admin: Actor
  let manager: Actor
  let person: { id: string; jobId: string; employmentId: string }
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
    admin = await actor(server, company, 'admin', { given_name: 'Adam', family_name: 'Minns' })
    manager = await actor(server, company, 'member')
    person = await company.person({ title: 'Editor', manager_id: manager.personId })
  })
  const decide = (who: Actor, approval: { id: string } | null) =>
    who.web.call('org_approvals_approve', { request_id: approval!.id })
  const types = async () => (await readEvents(server.db, company)).map(({ type }) => type)
  const timeline = () => hr.key.call('org_people_timeline', { person_id: person.id })

  it('corrects a row', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const { approval, job } = await hr.key.call('org_people_correct_job', {
      job_id: person.jobId,
      title: 'Senior Editor',
      fte: 0.5,
    })
    expect([approval!.status, job.title]).to.deep.equal(['pending', 'Editor'])
    const pending = await hr.key.call('org_approvals_get', { request_id: approval!.id })
    expect(pending).to.deep.include({
      change: 'correct_job',
      effective_date: '2020-01-01',
      expires_on: '2026-07-15',
    })
    expect(pending.job_change).to.deep.nested.include({
      reason: 'correction',
      'before.title': 'Editor',
      'after.title': 'Senior Editor',
      'after.id': person.jobId,
      'after.fte': 0.5,
    })
    const done = await decide(manager, approval)
    const { jobs } = await timeline()
    expect(jobs.map(({ title, fte }) => [title, fte])).to.deep.equal([['Senior Editor', 0.5]])
    expect(done.job_change!.after).to.deep.equal(jobs[0])
    expect(await types()).to.deep.equal(['approval.requested', 'approval.approved', 'job.corrected'])
  })

  it('hires somebody again, with the manager that was shown', async () => {
    await setRules(server, company, { job_change: 'manager_then_hr' })
    const lead = await actor(server, company, 'member')
    const unit = await company.unit({ head_person_id: lead.personId })
    const left = await company.person({ last_day: '2026-05-31', manager_id: manager.personId })
    const answer = await hr.key.call('org_people_rehire', {
      person_id: left.id,
      start_date: '2026-09-01',
      title: 'Adviser',
      unit_id: unit,
    })
    expect(answer.person.status, 'nothing has changed yet').to.equal('terminated')
    expect(answer.approval).to.deep.include({ status: 'pending', waiting_for: 'manager', then: null })
    const request = await manager.web.call('org_approvals_get', { request_id: answer.approval!.id })
    expect(request).to.deep.include({ kind: 'job_change', change: 'rehire', effective_date: '2026-09-01' })
    expect(request.job_change).to.deep.nested.include({
      reason: 'rehire',
      before: null,
      'after.manager.id': lead.personId,
      'after.reason': 'rehire',
    })
    const other = await actor(server, company, 'member')
    await hr.key.call('org_units_set_head', { unit_id: unit, person_id: other.personId })
    expect((await decide(manager, answer.approval)).status).to.equal('approved')
    const { jobs } = await hr.key.call('org_people_timeline', { person_id: left.id })
    expect(jobs.at(-1)).to.deep.nested.include({ title: 'Adviser', 'manager.id': lead.personId })
    expect(await types()).to.include('person.rehired')
  })

  it('ends an employment', async () => {
    await setRules(server, company, { termination: 'hr' })
    const { approval, job, change } = await manager.key.call('org_people_terminate', {
      person_id: person.id,
      last_day: '2026-12-31',
      type: 'voluntary',
      reason: 'Moves to Lisbon',
    })
    expect([change, job.valid_to]).to.deep.equal(['end', null])
    await decide(hr, approval)
    const { employments } = await timeline()
    expect(employments[0]).to.deep.include({ last_day: '2026-12-31', end_type: 'voluntary' })
    expect(await types()).to.deep.equal(['approval.requested', 'approval.approved', 'person.terminated'])
  })

  it('gives the manager that approvers saw, whoever leads the unit by then', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const [old, next] = [await actor(server, company, 'member'), await actor(server, company, 'member')]
    const [led, leaderless] = [await company.unit({ head_person_id: old.personId }), await company.unit()]
    for (const [unit_id, expected] of [
      [led, old.personId],
      [leaderless, manager.personId],
    ] as const) {
      person = await company.person({ manager_id: manager.personId })
      const { approval } = await hr.key.call('org_people_change_job', {
        person_id: person.id,
        effective_date: '2026-09-01',
        reason: 'transfer',
        unit_id,
      })
      await hr.key.call('org_units_set_head', { unit_id, person_id: next.personId })
      const done = await decide(manager, approval)
      expect(done).to.deep.nested.include({ status: 'approved', 'job_change.after.manager.id': expected })
    }
  })

  it('is made for its own day, although that day is over by then', async () => {
    await setRules(server, company, { job_change: 'manager', termination: 'manager' })
    const { approval } = await hr.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2026-06-20',
      reason: 'change',
      title: 'Author',
    })
    server.now = new Date('2026-07-10T12:00:00Z')
    expect((await decide(manager, approval)).status).to.equal('approved')
    expect((await timeline()).jobs.map(({ valid_from, title }) => [valid_from, title])).to.deep.equal([
      ['2020-01-01', 'Editor'],
      ['2026-06-20', 'Author'],
    ])
    expect(await types()).to.include('person.job_started')
  })

  it('is decided by HR once, when the manager leaves while it waits', async () => {
    await setRules(server, company, { termination: 'manager_then_hr' })
    const above = await actor(server, company, 'member')
    await server.db.query('update job_rows set manager_id = $2 where person_id = $1', [
      manager.personId,
      above.personId,
    ])
    const { approval } = await above.key.call('org_people_terminate', {
      person_id: person.id,
      last_day: '2026-12-31',
    })
    await setRules(server, company, { termination: 'off' })
    await hr.key.call('org_people_terminate', { person_id: manager.personId, last_day: '2026-06-30' })
    server.now = new Date('2026-07-01T12:00:00Z')
    const waiting = await hr.web.call('org_approvals_get', { request_id: approval!.id })
    expect(waiting).to.deep.include({ waiting_for: 'hr', can_decide: true })
    expect(waiting.steps.map(({ approver, status }) => [approver, status])).to.deep.equal([
      ['hr', 'pending'],
      ['hr', 'waiting'],
    ])
    await refused(decide(manager, approval), 'not_found')
    expect(
      (await manager.key.call('org_approvals_list', {})).items,
      'whoever has left is above nobody',
    ).to.deep.equal([])
    const done = await decide(hr, approval)
    expect(done.steps.map(({ approver, status }) => [approver, status])).to.deep.equal([
      ['hr', 'approved'],
      ['hr', 'skipped'],
    ])
    expect(done.status).to.equal('approved')
  })

  const pay = { effective_date: '2026-07-01', amount: 61234.56, currency: 'EUR', period: 'year' } as const

  it('adds and removes pay; amounts are for HR in the web app, and nowhere else', async () => {
    await setRules(server, company, { pay_change: 'hr' })
    const added = await hr.web.call('org_pay_add', { person_id: person.id, ...pay, note: 'Agreed in May' })
    expect(added).to.deep.include({ current: null, history: [] })
    expect(added.approval).to.deep.include({
      status: 'pending',
      waiting_for: 'hr',
      approvers: ['Adam Minns', 'Olga Owner'],
      automatic: false,
      then: null,
    })
    const request_id = added.approval!.id
    const waiting = await admin.web.call('org_approvals_get', { request_id })
    expect(waiting).to.deep.include({
      kind: 'pay_change',
      change: 'pay_add',
      effective_date: '2026-07-01',
      job_change: null,
      termination: null,
      can_decide: true,
      pay_change: {
        amount: 61234.56,
        currency: 'EUR',
        period: 'year',
        note: 'Agreed in May',
        before: null,
        removes: false,
      },
    })
    expect((await hr.web.call('org_approvals_get', { request_id })).can_decide, 'not the proposer').to.equal(
      false,
    )
    await decide(admin, added.approval)
    const { history } = await admin.web.call('org_pay_list', { person_id: person.id })
    expect(history.map(({ amount, valid_from }) => [amount, valid_from])).to.deep.equal([
      [61234.56, '2026-07-01'],
    ])

    const raised = await admin.web.call('org_pay_add', {
      person_id: person.id,
      ...pay,
      amount: 70001.05,
      effective_date: '2026-08-01',
    })
    const raise = await hr.web.call('org_approvals_approve', { request_id: raised.approval!.id })
    expect(raise.pay_change).to.deep.include({
      note: null,
      before: { amount: 61234.56, currency: 'EUR', period: 'year', valid_from: '2026-07-01' },
    })
    const { history: both } = await admin.web.call('org_pay_list', { person_id: person.id })
    const removed = await admin.web.call('org_pay_remove', { pay_id: both[0]!.id })
    expect(removed.history).to.have.length(2)
    const removal = await decide(hr, removed.approval)
    expect(removal).to.deep.include({ change: 'pay_remove', effective_date: '2026-08-01' })
    expect(removal.pay_change).to.deep.equal({
      amount: 70001.05,
      currency: 'EUR',
      period: 'year',
      note: null,
      before: { amount: 61234.56, currency: 'EUR', period: 'year', valid_from: '2026-07-01' },
      removes: true,
    })
    const left = await admin.web.call('org_pay_list', { person_id: person.id })
    expect(left.history.map(({ amount }) => amount)).to.deep.equal([61234.56])

    expect(await types(), 'nothing about pay').to.deep.equal([])
    const { rows } = await server.db.query(
      `select (select json_agg(a) from activity a where a.org_id = $1) as activity,
              (select json_agg(r) from approval_requests r where r.org_id = $1) as requests,
              (select json_agg(s) from approval_steps s where s.org_id = $1) as steps,
              (select json_agg(i) from idempotency_records i where i.org_id = $1) as stored`,
      [company.id],
    )
    expect(JSON.stringify(rows)).to.not.match(/\b61234|\b70001|Agreed in May/)
    const lines = await activityOf(server, company, 'org.approvals.approve')
    expect(lines[0]).to.deep.include({ summary: 'Approved a pay change of {subject}' })
  })

  it('of pay that applies no more is removed at once', async () => {
    await hr.web.call('org_pay_add', { person_id: person.id, ...pay, effective_date: '2025-01-01' })
    await hr.web.call('org_pay_add', { person_id: person.id, ...pay, effective_date: '2026-01-01' })
    await setRules(server, company, { pay_change: 'hr' })
    const { history } = await hr.web.call('org_pay_list', { person_id: person.id })
    const answer = await hr.web.call('org_pay_remove', { pay_id: history[1]!.id })
    expect([answer.approval, answer.history.length]).to.deep.equal([null, 1])
    const open = await hr.web.call('org_pay_remove', { pay_id: history[0]!.id })
    expect([open.approval!.status, open.history.length]).to.deep.equal(['pending', 1])
  })

  it('of pay waits while other rows come and go, and shows which one would apply again', async () => {
    const amounts = { '2024-01-01': 90001, '2025-01-01': 50001, '2026-01-01': 60001 }
    for (const [effective_date, amount] of Object.entries(amounts))
      await hr.web.call('org_pay_add', { person_id: person.id, ...pay, effective_date, amount })
    await setRules(server, company, { pay_change: 'hr' })
    const { history } = await hr.web.call('org_pay_list', { person_id: person.id })
    const { approval } = await hr.web.call('org_pay_remove', { pay_id: history[0]!.id })
    await hr.web.call('org_pay_remove', { pay_id: history[1]!.id })
    const request = await admin.web.call('org_approvals_get', { request_id: approval!.id })
    const again = { amount: 90001, currency: 'EUR', period: 'year', valid_from: '2024-01-01' }
    expect([request.status, request.pay_change!.before]).to.deep.equal(['pending', again])
    const approved = await admin.web.call('org_approvals_approve', { request_id: approval!.id })
    expect(approved.pay_change!.before).to.deep.equal(again)
    expect((await admin.web.call('org_pay_list', { person_id: person.id })).current!.amount).to.equal(90001)
    const later = await admin.web.call('org_approvals_get', { request_id: approval!.id })
    expect(later.pay_change!.before, 'also once it is made').to.deep.equal(again)
  })

  it('of pay is decided by those who might make it, if there are any: of HR owners and admins, of owners owners', async () => {
    await setRules(server, company, { pay_change: 'hr' })
    const colleague = await actor(server, company, 'hr')
    const ofHr = await admin.web.call('org_pay_add', { person_id: colleague.personId, ...pay })
    expect(ofHr.approval!.approvers).to.deep.equal(['Olga Owner'])
    await refused(decide(hr, ofHr.approval), 'forbidden')
    const boss = await actor(server, company, 'owner', { given_name: 'Bo', family_name: 'Boss' })
    const owner = await company.as('owner', 'web')
    const ofOwner = await owner.call('org_pay_add', { person_id: boss.personId, ...pay })
    expect(ofOwner.approval, 'no other owner: the admins').to.deep.include({
      status: 'pending',
      waiting_for: 'hr',
      approvers: ['Adam Minns'],
      untrusted: null,
    })
    const third = await actor(server, company, 'owner', { given_name: 'Tea', family_name: 'Third' })
    await refused(decide(admin, ofOwner.approval), 'forbidden')
    expect((await decide(third, ofOwner.approval)).status).to.equal('approved')
  })

  it('of pay is decided by HR, whoever is paid, and by whom the proposer invited, when nobody else is left', async () => {
    await setRules(server, company, { pay_change: 'hr' })
    const [owner, boss] = [await actor(server, company, 'owner'), await actor(server, company, 'owner')]
    await leaveOnly(server, company, [hr])
    await invitedBy(server, owner.member, [hr])
    const { approval, history } = await owner.web.call('org_pay_add', { person_id: boss.personId, ...pay })
    expect(approval).to.deep.include({
      status: 'pending',
      approvers: ['Hana Ray'],
      untrusted: 'invited_by_proposer',
    })
    expect(history).to.deep.equal([])
    const { waiting_for_me: mine } = await hr.web.call('org_approvals_list', {})
    expect(mine).to.equal(1)
    expect((await decide(hr, approval)).status).to.equal('approved')
  })

  it('of pay is made at once when nobody else can sign in', async () => {
    await setRules(server, company, { pay_change: 'hr' })
    await leaveOnly(server, company, [hr])
    const { approval, history } = await hr.web.call('org_pay_add', { person_id: person.id, ...pay })
    expect(approval).to.deep.include({
      status: 'approved',
      waiting_for: null,
      approvers: [],
      automatic: true,
      note: 'no_other_approver',
      untrusted: 'no_login',
    })
    expect(history).to.have.length(1)
    const lines = await activityOf(server, company, 'org.pay.add')
    expect(lines.at(-1)!.summary).to.equal(
      'Nobody else could approve, so this applied at once: a pay change of {subject}',
    )
  })

  it('pay that changed meanwhile makes the request outdated', async () => {
    await hr.web.call('org_pay_add', { person_id: person.id, ...pay, effective_date: '2026-01-01' })
    await setRules(server, company, { pay_change: 'hr' })
    const raised = await admin.web.call('org_pay_add', { person_id: person.id, ...pay, amount: 2 })
    await setRules(server, company, { pay_change: 'off' })
    await hr.web.call('org_pay_add', { person_id: person.id, ...pay, amount: 3 })
    const request = await admin.web.call('org_approvals_get', { request_id: raised.approval!.id })
    expect(request).to.deep.include({
      status: 'outdated',
      closed_reason: 'What it would change has changed since it was proposed.',
    })
    expect(await types()).to.deep.equal([])
  })

  describe('is outdated as soon as what it would change has changed', () => {
    const propose = async (title: string, effective_date = '2027-01-01') => {
      await setRules(server, company, { job_change: 'manager' })
      const { approval } = await hr.key.call('org_people_change_job', {
        person_id: person.id,
        effective_date,
        reason: 'change',
        title,
      })
      await setRules(server, company, { job_change: 'off' })
      return approval!.id
    }
    const status = async (request_id: string) =>
      (await hr.key.call('org_approvals_get', { request_id })).status

    it('by another change, a correction or an end before its day', async () => {
      const acts: (() => Promise<unknown>)[] = [
        () =>
          hr.key.call('org_people_change_job', {
            person_id: person.id,
            effective_date: '2026-10-01',
            reason: 'change',
            title: 'Chief',
          }),
        () => hr.key.call('org_people_correct_job', { job_id: person.jobId, title: 'Author' }),
        () => hr.key.call('org_people_terminate', { person_id: person.id, last_day: '2026-12-30' }),
      ]
      let request_id = ''
      for (const act of acts) {
        person = await company.person({ title: 'Editor', manager_id: manager.personId })
        request_id = await propose('Director')
        await act()
        expect(await status(request_id)).to.equal('outdated')
      }
      expect((await types()).filter((type) => type === 'approval.closed')).to.have.length(3)
      const lines = await activityOf(server, company, 'org.people.terminate')
      expect(lines.at(-1)).to.deep.include({
        summary: 'Closed an outdated request for a job change of {subject}',
        changes: [
          { field: 'request_status', before: 'pending', after: 'outdated' },
          { field: 'request', before: null, after: { id: request_id, name: 'job_change' } },
        ],
      })
    })

    it('by the removal of the row that it would follow', async () => {
      await hr.key.call('org_people_change_job', {
        person_id: person.id,
        effective_date: '2026-10-01',
        reason: 'change',
        title: 'Author',
      })
      const request_id = await propose('Director')
      const { jobs } = await timeline()
      await hr.key.call('org_people_remove_job', { job_id: jobs[1]!.id })
      expect(await status(request_id)).to.equal('outdated')
    })

    it('but not by a change after its day, a later end, or a change of somebody else', async () => {
      const request_id = await propose('Director', '2026-09-01')
      await hr.key.call('org_people_change_job', {
        person_id: person.id,
        effective_date: '2026-10-01',
        reason: 'change',
        fte: 0.5,
      })
      await hr.key.call('org_people_terminate', { person_id: person.id, last_day: '2026-12-31' })
      const { jobId } = await company.person()
      await hr.key.call('org_people_correct_job', { job_id: jobId, title: 'Author' })
      expect(await status(request_id)).to.equal('pending')
      const done = await manager.web.call('org_approvals_approve', { request_id })
      expect(done.status).to.equal('approved')
      expect((await timeline()).jobs.map(({ title, fte }) => [title, fte])).to.deep.equal([
        ['Editor', 1],
        ['Director', 1],
        ['Director', 0.5],
      ])
    })

    it('by an approved request about the same row', async () => {
      const [first, second] = [await propose('Director'), await propose('Author')]
      await manager.web.call('org_approvals_approve', { request_id: first })
      expect([await status(first), await status(second)]).to.deep.equal(['approved', 'outdated'])
      const events = await types()
      expect(events.slice(-3)).to.have.members(['approval.approved', 'person.job_changed', 'approval.closed'])
    })
  })

  it('and a direct change of the same row at the same moment: both never happen unseen', async () => {
    for (let round = 0; round < 4; round++) {
      person = await company.person({ title: 'Editor', manager_id: manager.personId })
      await setRules(server, company, { job_change: 'manager' })
      const { approval } = await hr.key.call('org_people_change_job', {
        person_id: person.id,
        effective_date: '2027-01-01',
        reason: 'change',
        title: 'Author',
      })
      await setRules(server, company, { job_change: 'off' })
      await race<unknown>([
        decide(manager, approval),
        hr.key.call('org_people_correct_job', { job_id: person.jobId, fte: 0.5 }),
      ])
      const { status } = await hr.key.call('org_approvals_get', { request_id: approval!.id })
      const { jobs } = await timeline()
      expect(status).to.be.oneOf(['approved', 'outdated'])
      expect(jobs).to.have.length(status === 'approved' ? 2 : 1)
      expect(jobs[0]!.fte).to.equal(0.5)
    }
  })
})
