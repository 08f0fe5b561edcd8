import type { JobShown } from '../../../../src/queries/org/approvals.ts'
import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { actor, givePassword, setRules, type Actor } from '../../../support/approvals.ts'
import type { Company } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { race, untilBlocked } from '../../../support/race.ts'
import { rewriteRequest } from '../../../support/sealed.ts'
import { useServer } from '../../../support/server.ts'

describe('org.approvals.approve', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let person: { id: string; employmentId: string; jobId: string }
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
    manager = await actor(server, company, 'member', { given_name: 'Mia', family_name: 'Miller' })
    person = await company.person({ title: 'Editor', manager_id: manager.personId })
  })

  /** HR proposes a promotion, which the manager decides. */
  async function promotion(day = '2027-01-01'): Promise<string> {
    await setRules(server, company, { job_change: 'manager' })
    const { approval } = await hr.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: day,
      reason: 'promotion',
      title: 'Head of Product',
    })
    return approval!.id
  }
  const titles = async () => {
    const { jobs } = await hr.key.call('org_people_timeline', { person_id: person.id })
    return jobs.map(({ title }) => title)
  }

  it('makes the change with the last step, and says who agreed', async () => {
    const request_id = await promotion()
    expect(await titles()).to.deep.equal(['Editor'])
    server.now = new Date('2026-06-16T12:00:00Z')
    const done = await manager.web.call('org_approvals_approve', { request_id, note: 'Well deserved.' })
    expect(done).to.deep.include({
      id: request_id,
      status: 'approved',
      waiting_for: null,
      can_decide: false,
      can_withdraw: false,
      decided_at: '2026-06-16T12:00:00.000Z',
      decision_note: 'Well deserved.',
      closed_reason: null,
    })
    expect(done.steps).to.deep.equal([
      {
        order: 1,
        approver: 'manager',
        status: 'approved',
        approvers: [{ id: manager.personId, name: 'Mia Miller', title: 'member', photo_url: null }],
        decided_by: { name: 'Mia Miller', person_id: manager.personId },
        decided_at: '2026-06-16T12:00:00.000Z',
        note: 'Well deserved.',
      },
    ])
    const { jobs } = await hr.key.call('org_people_timeline', { person_id: person.id })
    expect(jobs.map(({ title }) => title)).to.deep.equal(['Editor', 'Head of Product'])
    expect(done.job_change?.after, 'the row as it became').to.deep.equal(jobs[1])
    const lines = await activityOf(server, company, 'org.approvals.approve')
    expect(lines[0]).to.deep.include({
      summary: 'Approved a job change of {subject}',
      subject_id: person.id,
      changes: [
        { field: 'request_status', before: 'pending', after: 'approved' },
        { field: 'request', before: null, after: { id: done.id, name: 'job_change' } },
      ],
    })
    expect(lines[1]!.summary, 'the change has its own line').to.match(/job/)
    const events = await readEvents(server.db, company)
    expect(events.map(({ type }) => type)).to.deep.equal([
      'approval.requested',
      'approval.approved',
      'person.job_changed',
    ])
    expect(events[1]!.payload).to.deep.nested.include({
      'decided_by.name': 'Mia Miller',
      'request.status': 'approved',
      'request.waiting_for': null,
    })
    expect(events[1]).to.include({
      subject_id: request_id,
      person_id: person.id,
      effective_date: '2027-01-01',
    })
  })

  it('goes on to the next step, which another one decides', async () => {
    await setRules(server, company, { job_change: 'manager_then_hr' })
    const above = await actor(server, company, 'member')
    await server.db.query(`update job_rows set manager_id = $2 where person_id = $1`, [
      manager.personId,
      above.personId,
    ])
    const { approval } = await above.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2027-01-01',
      reason: 'promotion',
      title: 'Head of Product',
    })
    expect(approval).to.deep.include({ waiting_for: 'manager', then: 'hr', approvers: ['Mia Miller'] })
    const request_id = approval!.id
    await refused(hr.web.call('org_approvals_approve', { request_id }), 'forbidden')
    const half = await manager.web.call('org_approvals_approve', { request_id })
    expect(half).to.deep.include({
      status: 'pending',
      waiting_for: 'hr',
      decided_at: null,
      can_decide: false,
    })
    expect(half.steps.map(({ status, approver }) => [approver, status])).to.deep.equal([
      ['manager', 'approved'],
      ['hr', 'pending'],
    ])
    expect(await titles()).to.deep.equal(['Editor'])
    await refused(manager.web.call('org_approvals_approve', { request_id }), 'forbidden')
    const done = await hr.web.call('org_approvals_approve', { request_id })
    expect(done.status).to.equal('approved')
    expect(await titles()).to.deep.equal(['Editor', 'Head of Product'])
    const types = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(types).to.deep.equal(['approval.requested', 'approval.approved', 'person.job_changed'])
    const lines = await activityOf(server, company, 'org.approvals.approve')
    expect(lines[0]!.summary).to.equal('Approved the first step of a job change of {subject}')
  })

  it('is for those whose turn it is, and never for the proposer', async () => {
    const request_id = await promotion()
    const own = await refused(hr.web.call('org_approvals_approve', { request_id }), 'forbidden')
    expect(own.body.error.details![0]!.code).to.equal('own_request')
    const other = await actor(server, company, 'hr')
    const wrong = await refused(other.web.call('org_approvals_approve', { request_id }), 'forbidden')
    expect(wrong.body.error.details![0]!.code).to.equal('not_your_turn')
    const peer = await actor(server, company, 'member')
    await refused(peer.web.call('org_approvals_approve', { request_id }), 'not_found')
    await refused(manager.key.call('org_approvals_approve', { request_id }), 'forbidden')
    expect(await titles()).to.deep.equal(['Editor'])
  })

  it('asks who the manager is at that moment', async () => {
    const request_id = await promotion()
    const next = await actor(server, company, 'member')
    await server.db.query('update job_rows set manager_id = $2 where id = $1', [person.jobId, next.personId])
    await rewriteRequest(server, company, request_id, ({ basis, shown }) => {
      Object.assign(basis['row'] as object, { manager_id: next.personId })
      Object.assign((shown as JobShown).after, { manager_id: next.personId })
    })
    await refused(manager.web.call('org_approvals_approve', { request_id }), 'not_found')
    expect((await next.web.call('org_approvals_approve', { request_id })).status).to.equal('approved')
  })

  it('closes the request when today’s facts refuse the change, and keeps that', async () => {
    const unit = await company.unit({ name: 'Old', parent_id: company.root })
    await setRules(server, company, { job_change: 'manager' })
    const { approval } = await hr.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2027-01-01',
      reason: 'transfer',
      unit_id: unit,
    })
    await hr.key.call('org_units_archive', { unit_id: unit })
    const request_id = approval!.id
    const answer = await manager.web.call('org_approvals_approve', { request_id })
    expect(answer).to.deep.include({
      status: 'outdated',
      decided_at: '2026-06-15T12:00:00.000Z',
      waiting_for: null,
    })
    expect(answer.closed_reason).to.match(/^The unit Old is archived/)
    expect(answer.steps.map(({ status }) => status)).to.deep.equal(['skipped'])
    expect(await hr.web.call('org_approvals_get', { request_id })).to.include({ status: 'outdated' })
    const events = await readEvents(server.db, company)
    expect(events.at(-1)).to.deep.nested.include({
      type: 'approval.closed',
      'payload.request.status': 'outdated',
    })
    await refused(manager.web.call('org_approvals_approve', { request_id }), 'conflict')
  })

  it('closes the request when what it would change has changed without a call that noticed', async () => {
    const request_id = await promotion()
    await server.db.query(`update job_rows set title = 'Author' where id = $1`, [person.jobId])
    const answer = await manager.web.call('org_approvals_approve', { request_id })
    expect(answer).to.deep.include({
      status: 'outdated',
      closed_reason: 'What it would change has changed since it was proposed.',
    })
  })

  it('does nothing for a request that is closed, or has run out', async () => {
    const request_id = await promotion()
    await hr.key.call('org_approvals_withdraw', { request_id })
    const { body } = await refused(manager.web.call('org_approvals_approve', { request_id }), 'conflict')
    expect(body.error.details![0]).to.include({ code: 'request_closed', record_id: request_id })
    const next = await promotion('2026-06-20')
    server.now = new Date('2026-07-15T23:59:59Z')
    expect(await manager.web.call('org_approvals_get', { request_id: next })).to.include({ can_decide: true })
    server.now = new Date('2026-07-16T00:00:00Z')
    await refused(manager.web.call('org_approvals_approve', { request_id: next }), 'conflict')
  })

  it('tries it without effect', async () => {
    const request_id = await promotion()
    const tried = await manager.web.call('org_approvals_approve', { request_id }, { dryRun: true })
    expect(tried.status).to.equal('approved')
    expect(await manager.web.call('org_approvals_get', { request_id })).to.include({ status: 'pending' })
    expect(await titles()).to.deep.equal(['Editor'])
  })

  it('of two at the same moment, one decides', async () => {
    await setRules(server, company, { termination: 'hr' })
    const [one, two] = [await actor(server, company, 'hr'), await actor(server, company, 'admin')]
    const { approval } = await manager.key.call('org_people_terminate', {
      person_id: person.id,
      last_day: '2026-12-31',
    })
    const request_id = approval!.id
    const { won, lost } = await race([
      one.web.call('org_approvals_approve', { request_id }),
      two.web.call('org_approvals_approve', { request_id }),
    ])
    expect(won.map(({ status }) => status)).to.deep.equal(['approved'])
    expect(lost).to.deep.equal(['conflict'])
  })

  it('against a rejection, a withdrawal and the change itself: one of them happens', async () => {
    await setRules(server, company, { job_change: 'hr' })
    const other = await actor(server, company, 'admin')
    for (let round = 0; round < 4; round++) {
      const subject = await company.person({ title: 'Editor', manager_id: manager.personId })
      const change = { person_id: subject.id, effective_date: '2027-01-01', reason: 'change' as const }
      const { approval } = await manager.key.call('org_people_change_job', { ...change, title: 'Author' })
      const request_id = approval!.id
      await race<unknown>([
        hr.web.call('org_approvals_approve', { request_id }),
        other.web.call('org_approvals_reject', { request_id, note: 'No.' }),
        manager.key.call('org_approvals_withdraw', { request_id }),
        hr.key.call('org_people_change_job', { ...change, title: 'Director' }),
      ])
      const { status } = await hr.web.call('org_approvals_get', { request_id })
      const { jobs } = await hr.key.call('org_people_timeline', { person_id: subject.id })
      const made = jobs.map(({ title }) => title)
      expect(status).to.not.equal('pending')
      expect(made.includes('Author'), `${status}: ${made.join()}`).to.equal(status === 'approved')
      expect(made).to.have.length.at.most(2)
    }
  })

  it('asks whose turn it is once more when it comes to decide', async () => {
    await setRules(server, company, { termination: 'manager' })
    const { approval } = await hr.key.call('org_people_terminate', {
      person_id: person.id,
      last_day: '2026-12-31',
    })
    const next = await actor(server, company, 'member')
    const blocker = await server.db.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select 1 from people where org_id = $1 and id = $2 for update', [
        company.id,
        person.id,
      ])
      const call = refused(
        manager.web.call('org_approvals_approve', { request_id: approval!.id }),
        'not_found',
      )
      await untilBlocked(server.db, call)
      await blocker.query('update job_rows set manager_id = $2 where person_id = $1', [
        person.id,
        next.personId,
      ])
      await blocker.query('commit')
      expect((await call).body.error.details![0]!.path).to.equal('request_id')
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })

  it('of two calls for one step, the second does not decide the next step, too', async () => {
    await setRules(server, company, { termination: 'manager_then_hr' })
    const above = await actor(server, company, 'member')
    const both = await actor(server, company, 'hr', { manager_id: above.personId })
    const { id: person_id } = await company.person({ manager_id: both.personId })
    const { approval } = await above.key.call('org_people_terminate', { person_id, last_day: '2026-12-31' })
    const approve = () => both.web.call('org_approvals_approve', { request_id: approval!.id })
    const blocker = await server.db.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select 1 from people where org_id = $1 and id = $2 for update', [
        company.id,
        person_id,
      ])
      const first = approve()
      await untilBlocked(server.db, first)
      const outcome = race([first, approve()])
      await untilBlocked(server.db, outcome, 2)
      await blocker.query('rollback')
      const { won, lost } = await outcome
      expect(won.map(({ status, waiting_for }) => [status, waiting_for])).to.deep.equal([['pending', 'hr']])
      expect(lost).to.deep.equal(['conflict'])
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })

  it('falls to whoever remains when the last HR member is gone', async () => {
    await setRules(server, company, { termination: 'hr' })
    const { approval } = await manager.key.call('org_people_terminate', {
      person_id: person.id,
      last_day: '2026-12-31',
    })
    const request_id = approval!.id
    expect(approval!.approvers).to.deep.equal(['Hana Ray', 'Olga Owner'])
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [
      hr.member.membershipId,
    ])
    const owner = await company.as('owner', 'web')
    const seen = await owner.call('org_approvals_get', { request_id })
    expect(seen).to.deep.include({ can_decide: true, waiting_for: 'hr' })
    expect(seen.steps[0]!.approvers, 'the owner is no person').to.deep.equal([])
    await server.db.query(`update users set password_hash = null where org_id = $1`, [company.id])
    const stuck = await owner.call('org_approvals_list', {})
    expect(stuck.items[0]).to.deep.include({ id: request_id, status: 'pending', can_decide: false })
    await givePassword(server, hr.member)
  })
})
