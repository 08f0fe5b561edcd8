import { expect } from 'chai'
import { actor, invitedBy, leaveOnly, setRules, type Actor } from '../support/approvals.ts'
import type { ClientInput, TestClient } from '../support/client.ts'
import type { Company, NewPerson } from '../support/company.ts'
import { activityOf } from '../support/activity.ts'
import { readEvents } from '../support/events.ts'
import { refused } from '../support/expect.ts'
import { addEmployment } from '../support/job-rows.ts'
import { useServer } from '../support/server.ts'

/** Each rule with every role and relation: what the proposer is told, field by field. */
describe('what becomes of a proposal', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
    manager = await actor(server, company, 'member', { given_name: 'Mia', family_name: 'Miller' })
  })

  const told = {
    status: 'pending',
    waiting_for: null,
    approvers: [],
    automatic: false,
    note: null,
    fallback: false,
    team_lead: null,
    team_lead_blocked: null,
    untrusted: null,
    then: null,
  }
  const change = async (
    who: TestClient,
    details: NewPerson,
    more: Partial<ClientInput<'org_people_change_job'>> = {},
  ) => {
    const { id } = await company.person({ title: 'Editor', ...details })
    const answer = await who.call('org_people_change_job', {
      person_id: id,
      effective_date: '2026-07-01',
      reason: 'change',
      title: 'Author',
      ...more,
    })
    const { jobs } = await hr.key.call('org_people_timeline', { person_id: id })
    if (!answer.approval) return { ...answer, approval: null, requestId: null, made: jobs.length === 2 }
    const { id: requestId, ...approval } = answer.approval
    return { ...answer, approval, requestId, made: jobs.length === 2 }
  }
  const under = (managerId: string | null = manager.personId) => ({ manager_id: managerId })

  it('off: HR changes at once, managers may not', async () => {
    const { approval, made, job } = await change(hr.key, under())
    expect([approval, made, job.title]).to.deep.equal([null, true, 'Author'])
    const { body } = await refused(change(manager.key, under()), 'forbidden')
    expect(body.error.details![0]!.code).to.equal('proposals_are_off')
    const peer = await actor(server, company, 'member')
    await setRules(server, company, { job_change: 'hr' })
    const other = await refused(change(peer.key, under()), 'forbidden')
    expect(other.body.error.details![0]!.code).to.equal('not_their_manager')
  })

  it('hr: HR changes at once, and a manager asks HR', async () => {
    await setRules(server, company, { job_change: 'hr' })
    const byHr = await change(hr.key, under())
    expect(byHr.approval).to.deep.equal({
      ...told,
      status: 'approved',
      automatic: true,
      note: 'proposed_by_approver',
    })
    expect(byHr.made).to.equal(true)
    const stored = await hr.web.call('org_approvals_get', { request_id: byHr.requestId! })
    expect(stored).to.deep.include({
      status: 'approved',
      decided_at: '2026-06-15T12:00:00.000Z',
      decision_note: null,
      closed_reason: null,
    })
    expect(stored.steps.map(({ status }) => status)).to.deep.equal(['skipped'])
    expect(stored.job_change!.after).to.deep.equal(byHr.job)
    expect(
      (await readEvents(server.db, company)).map(({ type }) => type),
      'no request was made',
    ).to.deep.equal(['person.job_changed'])

    const byManager = await change(manager.key, under())
    expect(byManager.approval).to.deep.equal({
      ...told,
      waiting_for: 'hr',
      approvers: ['Hana Ray', 'Olga Owner'],
    })
    expect([byManager.made, byManager.job.title], 'the row that it would change').to.deep.equal([
      false,
      'Editor',
    ])
  })

  it('manager: HR asks the manager, and the manager asks HR', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const byHr = await change(hr.key, under())
    expect(byHr.approval).to.deep.equal({ ...told, waiting_for: 'manager', approvers: ['Mia Miller'] })
    const byManager = await change(manager.key, under())
    expect(byManager.approval).to.deep.equal({
      ...told,
      waiting_for: 'hr',
      approvers: ['Hana Ray', 'Olga Owner'],
    })
    const done = await hr.web.call('org_approvals_approve', { request_id: byManager.requestId! })
    expect(done).to.deep.include({ status: 'approved' })
    expect(done.steps[0]).to.include({ approver: 'hr', status: 'approved' })
  })

  it('manager_then_hr: HR asks the manager alone; a manager above asks both; the manager asks HR', async () => {
    await setRules(server, company, { job_change: 'manager_then_hr' })
    expect((await change(hr.key, under())).approval).to.deep.equal({
      ...told,
      waiting_for: 'manager',
      approvers: ['Mia Miller'],
    })
    expect((await change(manager.key, under())).approval).to.deep.equal({
      ...told,
      waiting_for: 'hr',
      approvers: ['Hana Ray', 'Olga Owner'],
    })
    const above = await actor(server, company, 'member')
    await server.db.query('update job_rows set manager_id = $2 where person_id = $1', [
      manager.personId,
      above.personId,
    ])
    expect((await change(above.key, under())).approval).to.deep.equal({
      ...told,
      waiting_for: 'manager',
      approvers: ['Mia Miller'],
      then: 'hr',
    })
  })

  it('without a manager, the lead of the unit or of the nearest one above decides', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const lead = await actor(server, company, 'member', { given_name: 'Lea', family_name: 'Lead' })
    const department = await company.unit({ name: 'Research', head_person_id: lead.personId })
    const noLogin = await company.person()
    const team = await company.unit({ parent_id: department, head_person_id: noLogin.id })
    const left = await company.person({ last_day: '2026-06-14' })
    const teamLead = { unit_id: department, unit_name: 'Research', reason: 'no_manager' }
    const asked = { ...told, waiting_for: 'manager', approvers: ['Lea Lead'] }
    const stays = { unit_id: department }
    expect((await change(hr.key, stays)).approval).to.deep.equal({ ...asked, team_lead: teamLead })
    expect((await change(hr.key, { ...stays, ...under(left.id) })).approval).to.deep.equal({
      ...asked,
      team_lead: { ...teamLead, reason: 'manager_left' },
    })
    expect((await change(hr.key, { unit_id: team })).approval).to.deep.equal({
      ...asked,
      team_lead: teamLead,
      untrusted: 'no_login',
    })
  })

  it('when nobody above can, HR decides: another one than the proposer', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const noLogin = await company.person()
    const asked = { ...told, waiting_for: 'hr', approvers: ['Olga Owner'], fallback: true }
    expect((await change(hr.key, {})).approval).to.deep.equal(asked)
    expect((await change(hr.key, under(noLogin.id))).approval).to.deep.equal({
      ...asked,
      untrusted: 'no_login',
    })
    const lead = await actor(server, company, 'member', { given_name: 'Lea', family_name: 'Lead' })
    const unit = await company.unit({ name: 'Research', head_person_id: lead.personId })
    const byLead = await change(hr.key, { ...under(noLogin.id), unit_id: unit })
    expect(byLead.approval, 'but a lead first').to.deep.equal({
      ...told,
      waiting_for: 'manager',
      approvers: ['Lea Lead'],
      team_lead: { unit_id: unit, unit_name: 'Research', reason: 'no_manager' },
      untrusted: 'no_login',
    })
    const owner = await company.as('owner')
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [
      hr.member.membershipId,
    ])
    const viewer = await actor(server, company, 'viewer')
    const { id } = await company.person()
    const alone = await owner.call('org_people_change_job', {
      person_id: id,
      effective_date: '2026-07-01',
      reason: 'change',
      title: 'Author',
    })
    expect(alone.approval).to.deep.include({
      ...told,
      status: 'approved',
      automatic: true,
      note: 'no_other_approver',
      fallback: true,
    })
    expect(alone.job.title).to.equal('Author')
    expect(viewer.personId).to.not.equal(id)
    const lines = await activityOf(server, company, 'org.people.change_job')
    expect(lines.at(-1)!.summary).to.equal(
      'Nobody else could approve, so this applied at once: a job change of {subject}',
    )
  })

  describe('whoever changed a unit lately does not choose the judge with it', () => {
    const cases: [
      what: 'lead' | 'removed' | 'moved' | 'archived',
      act: (unit: string, lead: string, elsewhere: string) => Promise<unknown>,
    ][] = [
      ['lead', (unit_id, person_id) => hr.key.call('org_units_set_head', { unit_id, person_id })],
      ['removed', (unit_id) => hr.key.call('org_units_set_head', { unit_id, person_id: null })],
      ['moved', (unit_id, _lead, parent_id) => hr.key.call('org_units_update', { unit_id, parent_id })],
      ['archived', (unit_id) => hr.key.call('org_units_archive', { unit_id })],
    ]
    for (const [what, act] of cases)
      it(what, async () => {
        await setRules(server, company, { job_change: 'manager' })
        const [lead, friend, other] = [
          await actor(server, company, 'member'),
          await actor(server, company, 'member'),
          await actor(server, company, 'member', { given_name: 'Fred', family_name: 'Above' }),
        ]
        const above = await company.unit({ name: 'Above', head_person_id: other.personId })
        const elsewhere = await company.unit({ head_person_id: friend.personId })
        const unit = await company.unit({ name: 'Team', parent_id: above, head_person_id: lead.personId })
        await act(unit, friend.personId, elsewhere)
        const { approval } = await change(hr.key, { unit_id: unit })
        const byHr = { waiting_for: 'hr', approvers: ['Olga Owner'], fallback: true }
        const byLeadAbove = {
          waiting_for: 'manager',
          approvers: ['Fred Above'],
          team_lead: { unit_id: above, unit_name: 'Above', reason: 'no_manager' },
        }
        expect(approval).to.deep.equal({
          ...told,
          ...(what === 'moved' ? byHr : byLeadAbove),
          team_lead_blocked: { unit_id: unit, unit_name: 'Team', what },
        })
        const another = await actor(server, company, 'hr')
        expect(
          (await change(another.key, { unit_id: unit })).approval,
          'for others nothing is blocked',
        ).to.deep.include({
          waiting_for: 'manager',
          team_lead_blocked: null,
        })
        server.now = new Date('2026-07-16T12:00:00Z')
        expect(
          (await change(hr.key, { unit_id: unit }, { effective_date: '2026-08-01' })).approval,
        ).to.deep.include({
          waiting_for: 'manager',
          team_lead_blocked: null,
        })
      })

    it('a lead who is given when the unit is created counts, too', async () => {
      await setRules(server, company, { job_change: 'manager' })
      const friend = await actor(server, company, 'member')
      const { id } = await hr.key.call('org_units_create', {
        name: 'New',
        kind: 'team',
        head_person_id: friend.personId,
      })
      const { approval } = await change(hr.key, { unit_id: id })
      expect(approval!.team_lead_blocked).to.deep.equal({ unit_id: id, unit_name: 'New', what: 'lead' })
    })
  })

  it('HR about themselves needs somebody else, and sees the request without deciding it', async () => {
    await setRules(server, company, { job_change: 'hr' })
    const answer = await hr.key.call('org_people_change_job', {
      person_id: hr.personId,
      effective_date: '2026-07-01',
      reason: 'promotion',
      title: 'Chief',
    })
    expect(answer.approval).to.deep.include({
      status: 'pending',
      waiting_for: 'hr',
      approvers: ['Olga Owner'],
    })
    expect(answer.job.title).to.equal('hr')
    const { items, waiting_for_me: mine } = await hr.web.call('org_approvals_list', {})
    expect(items[0]).to.deep.include({ id: answer.approval!.id, can_decide: false, can_withdraw: true })
    expect([items.length, mine]).to.deep.equal([1, 0])
    const owner = await company.as('owner', 'web')
    await owner.call('org_approvals_approve', { request_id: answer.approval!.id })
  })

  it('whom the proposer invited is asked when nobody else is left: the manager, and HR without one', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const { key: owner, member } = await actor(server, company, 'owner')
    await leaveOnly(server, company, [hr, manager])
    await invitedBy(server, member, [hr, manager])
    const asked = { ...told, untrusted: 'invited_by_proposer' }
    const byOwner = await change(owner, under())
    expect(byOwner.approval).to.deep.equal({ ...asked, waiting_for: 'manager', approvers: ['Mia Miller'] })
    expect(byOwner.made).to.equal(false)
    const { items, waiting_for_me: mine } = await manager.web.call('org_approvals_list', {
      waiting_for_me: true,
    })
    expect([items.map(({ id }) => id), mine]).to.deep.equal([[byOwner.requestId], 1])
    const refusal = await refused(
      hr.web.call('org_approvals_approve', { request_id: byOwner.requestId! }),
      'forbidden',
    )
    expect(refusal.body.error.details![0]!.code).to.equal('not_your_turn')
    await manager.web.call('org_approvals_approve', { request_id: byOwner.requestId! })

    const noManager = await change(owner, {})
    expect(noManager.approval).to.deep.equal({
      ...asked,
      waiting_for: 'hr',
      approvers: ['Hana Ray'],
      fallback: true,
    })
    const other = await actor(server, company, 'admin', { given_name: 'Adam', family_name: 'Minns' })
    const { steps, can_decide: may } = await hr.web.call('org_approvals_get', {
      request_id: noManager.requestId!,
    })
    expect([may, steps[0]!.approvers.map(({ name }) => name)], 'who is trusted comes first').to.deep.equal([
      false,
      ['Adam Minns'],
    ])
    await other.web.call('org_approvals_approve', { request_id: noManager.requestId! })
  })

  it('a lead whom the proposer chose is asked when nobody else is left, in place of making the change at once', async () => {
    await setRules(server, company, { job_change: 'manager' })
    await leaveOnly(server, company, [hr, manager])
    const above = await company.unit({ name: 'Above', head_person_id: manager.personId })
    const team = await company.unit({ name: 'Team' })
    await hr.key.call('org_units_update', { unit_id: team, parent_id: above })
    const { approval, made, requestId } = await change(hr.key, { unit_id: team })
    expect(approval).to.deep.equal({
      ...told,
      waiting_for: 'manager',
      approvers: ['Mia Miller'],
      team_lead: { unit_id: above, unit_name: 'Above', reason: 'no_manager' },
      team_lead_blocked: { unit_id: team, unit_name: 'Team', what: 'moved' },
    })
    expect(made).to.equal(false)
    await manager.web.call('org_approvals_approve', { request_id: requestId! })
  })

  it('a manager waits when nobody in HR can sign in: only HR may make a change that nobody else decides', async () => {
    for (const mode of ['hr', 'manager', 'manager_then_hr']) {
      await setRules(server, company, { job_change: mode })
      await leaveOnly(server, company, [manager])
      const { approval, made } = await change(manager.key, under())
      expect([approval!.status, approval!.waiting_for, approval!.approvers, made], mode).to.deep.equal([
        'pending',
        'hr',
        [],
        false,
      ])
    }
  })

  it('of somebody who has left and comes back, the manager of the next job decides', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const former = await actor(server, company, 'member')
    const { id: person_id } = await company.person({
      manager_id: former.personId,
      start_date: '2026-06-01',
      last_day: '2026-06-10',
    })
    await addEmployment(server, company.id, person_id, '2027-01-01', {
      title: 'Editor',
      manager_id: manager.personId,
    })
    const { approval } = await hr.key.call('org_people_change_job', {
      person_id,
      effective_date: '2027-03-01',
      reason: 'change',
      title: 'Author',
    })
    expect(approval!.approvers).to.deep.equal(['Mia Miller'])
  })

  it('HR does not decide what somebody else proposed about them', async () => {
    await setRules(server, company, { termination: 'hr' })
    const about = await actor(server, company, 'hr', under())
    const { approval } = await manager.key.call('org_people_terminate', {
      person_id: about.personId,
      last_day: '2026-12-31',
    })
    expect(approval!.approvers).to.deep.equal(['Hana Ray', 'Olga Owner'])
  })

  it('requests keep their steps when the rule changes', async () => {
    await setRules(server, company, { job_change: 'manager_then_hr' })
    const { requestId } = await change(hr.key, under())
    await setRules(server, company, { job_change: 'off' })
    const request = await manager.web.call('org_approvals_approve', { request_id: requestId! })
    expect(request.steps.map(({ approver, status }) => [approver, status])).to.deep.equal([
      ['manager', 'approved'],
      ['hr', 'skipped'],
    ])
  })
})
