import { expect } from 'chai'
import { actor, setRules, type Actor } from '../../../support/approvals.ts'
import type { TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.approvals.get', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let above: Actor
  let manager: Actor
  let person: Actor
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
    above = await actor(server, company, 'member', { given_name: 'Ava', family_name: 'Above' })
    manager = await actor(server, company, 'member', {
      given_name: 'Mia',
      family_name: 'Miller',
      manager_id: above.personId,
    })
    person = await actor(server, company, 'member', {
      given_name: 'Pat',
      family_name: 'Person',
      title: 'Editor',
      unit_id: company.root,
      manager_id: manager.personId,
    })
  })
  const sees = async (caller: TestClient, request_id: string) =>
    caller.call('org_approvals_get', { request_id }).then(
      () => true,
      () => false,
    )

  it('shows all of a job change that waits: 19 fields, and two rows of 17', async () => {
    await setRules(server, company, { job_change: 'manager_then_hr' })
    const { approval } = await above.key.call('org_people_change_job', {
      person_id: person.personId,
      effective_date: '2026-09-01',
      reason: 'promotion',
      title: 'Head of Product',
    })
    const request = await manager.web.call('org_approvals_get', { request_id: approval!.id })
    const { job_change: jobChange, ...rest } = request
    expect(Object.keys(request)).to.have.length(19)
    expect(rest).to.deep.equal({
      id: approval!.id,
      kind: 'job_change',
      status: 'pending',
      person: { id: person.personId, name: 'Pat Person', title: 'Editor', photo_url: null },
      effective_date: '2026-09-01',
      expires_on: '2026-09-01',
      change: 'change_job',
      termination: null,
      pay_change: null,
      proposed_by: { name: 'Ava Above', person_id: above.personId, via: 'api' },
      proposed_at: '2026-06-15T12:00:00.000Z',
      steps: [
        {
          order: 1,
          approver: 'manager',
          status: 'pending',
          approvers: [{ id: manager.personId, name: 'Mia Miller', title: 'member', photo_url: null }],
          decided_by: null,
          decided_at: null,
          note: null,
        },
        {
          order: 2,
          approver: 'hr',
          status: 'waiting',
          approvers: [{ id: hr.personId, name: 'Hana Ray', title: 'hr', photo_url: null }],
          decided_by: null,
          decided_at: null,
          note: null,
        },
      ],
      waiting_for: 'manager',
      can_decide: true,
      can_withdraw: false,
      decided_at: null,
      decision_note: null,
      closed_reason: null,
    })
    const { jobs } = await hr.key.call('org_people_timeline', { person_id: person.personId })
    expect(jobChange).to.deep.equal({
      reason: 'promotion',
      before: jobs[0],
      after: {
        ...jobs[0],
        id: '00000000-0000-0000-0000-000000000000',
        valid_from: '2026-09-01',
        title: 'Head of Product',
        reason: 'promotion',
      },
    })
  })

  it('shows an end that is set, moved and taken back', async () => {
    await setRules(server, company, { termination: 'hr' })
    const propose = async (last_day: string | null, reason?: string) => {
      const { approval } = await manager.web.call('org_people_terminate', {
        person_id: person.personId,
        last_day,
        ...(reason !== undefined && { reason }),
      })
      return hr.web.call('org_approvals_approve', { request_id: approval!.id })
    }
    const set = await propose('2026-12-31', 'Moves to Lisbon')
    const { jobs } = await hr.key.call('org_people_timeline', { person_id: person.personId })
    expect(set).to.deep.include({
      kind: 'termination',
      change: 'terminate',
      effective_date: '2026-12-31',
      expires_on: '2026-12-31',
      job_change: null,
      proposed_by: { name: 'Mia Miller', person_id: manager.personId, via: 'app' },
    })
    expect(set.termination).to.deep.equal({
      last_day: '2026-12-31',
      reason: 'Moves to Lisbon',
      job: { ...jobs[0], valid_to: null, end_reason: null },
      change: 'end',
      later_jobs: [],
    })
    expect(Object.keys(set.termination!), 'as in the contract').to.deep.equal([
      'last_day',
      'reason',
      'job',
      'change',
      'later_jobs',
    ])
    const moved = await propose('2026-11-30')
    expect(moved.termination).to.deep.include({ last_day: '2026-11-30', reason: null, change: 'move' })
    const taken = await propose(null)
    expect(taken).to.deep.include({ effective_date: '2026-11-30', expires_on: '2026-11-30' })
    expect(taken.termination).to.deep.include({ last_day: '2026-11-30', change: 'cancel' })
  })

  it('shows how a request stands in each of its states', async () => {
    const propose = async (last_day = '2026-12-31') => {
      const { approval } = await above.key.call('org_people_terminate', {
        person_id: (await company.person({ manager_id: manager.personId })).id,
        last_day,
      })
      return approval!.id
    }
    const ends: Record<string, (request_id: string) => Promise<unknown>> = {
      pending: async () => undefined,
      'pending, half done': (request_id) =>
        manager.web.call('org_approvals_approve', { request_id, note: 'Fine.' }),
      approved: async (request_id) => {
        await manager.web.call('org_approvals_approve', { request_id, note: 'Fine.' })
        await hr.web.call('org_approvals_approve', { request_id })
      },
      rejected: (request_id) => manager.web.call('org_approvals_reject', { request_id, note: 'No.' }),
      cancelled: (request_id) => above.key.call('org_approvals_withdraw', { request_id }),
      outdated: async (request_id) => {
        const { person: about } = await above.key.call('org_approvals_get', { request_id })
        await setRules(server, company, { termination: 'off' })
        await hr.key.call('org_people_terminate', { person_id: about.id, last_day: '2026-10-31' })
      },
      expired: async () => void (server.now = new Date('2027-01-01T00:00:00Z')),
    }
    const stands: Record<string, unknown[]> = {}
    for (const [name, act] of Object.entries(ends)) {
      await setRules(server, company, { termination: 'manager_then_hr' })
      const request_id = await propose()
      await act(request_id)
      const own = await above.key.call('org_approvals_get', { request_id })
      const asked = await manager.web.call('org_approvals_get', { request_id })
      stands[name] = [
        own.status,
        own.waiting_for,
        asked.can_decide,
        own.can_withdraw,
        own.decided_at !== null,
        own.decision_note,
        own.closed_reason,
        own.steps.map(({ status }) => status).join(),
      ]
    }
    const changed = 'What it would change has changed since it was proposed.'
    expect(stands).to.deep.equal({
      pending: ['pending', 'manager', true, true, false, null, null, 'pending,waiting'],
      'pending, half done': ['pending', 'hr', false, true, false, null, null, 'approved,pending'],
      approved: ['approved', null, false, false, true, null, null, 'approved,approved'],
      rejected: ['rejected', null, false, false, true, 'No.', null, 'rejected,skipped'],
      cancelled: [
        'cancelled',
        null,
        false,
        false,
        true,
        null,
        'The proposer withdrew it.',
        'skipped,skipped',
      ],
      outdated: ['outdated', null, false, false, true, null, changed, 'skipped,skipped'],
      expired: ['expired', null, false, false, true, null, 'Nobody decided it in time.', 'skipped,skipped'],
    })
  })

  it('is for HR, the managers, the proposer and who decides; never for others or the person', async () => {
    const lead = await actor(server, company, 'member')
    const peer = await actor(server, company, 'member')
    const viewer = await actor(server, company, 'viewer')
    const boss = await actor(server, company, 'hr', { title: 'Boss' })
    await company.unit({ head_person_id: peer.personId })
    await setRules(server, company, { termination: 'manager' })
    const subject = await actor(server, company, 'hr', {
      unit_id: await company.unit({ head_person_id: lead.personId }),
    })
    const { approval } = await boss.key.call('org_people_terminate', {
      person_id: subject.personId,
      last_day: '2026-12-31',
      reason: 'Moves to Lisbon',
    })
    const request_id = approval!.id
    for (const caller of [hr.key, hr.web, boss.key, lead.key, lead.web])
      expect(await sees(caller, request_id)).to.equal(true)
    for (const caller of [subject.web, subject.key, peer.web, viewer.web, viewer.key, manager.web])
      expect(await sees(caller, request_id)).to.equal(false)
    await refused(peer.web.call('org_approvals_get', { request_id }), 'not_found')

    // With the audience me, HR is nobody special.
    expect(await sees(await company.key(hr.member, 'me'), request_id)).to.equal(false)
    const seen = await lead.key.call('org_approvals_get', { request_id })
    expect(seen, 'whoever decides sees what it is').to.deep.include({ waiting_for: 'lead', can_decide: true })
    expect(seen.termination!.job).to.include({ title: 'hr' })
    await lead.web.call('org_approvals_reject', { request_id, note: 'No.' })
    expect(await sees(lead.key, request_id), 'after deciding, too').to.equal(true)
    expect((await lead.key.call('org_approvals_get', { request_id })).steps[0]).to.deep.include({
      approver: 'lead',
      status: 'rejected',
    })
  })

  it('is for the managers above at any distance, as long as they are', async () => {
    await setRules(server, company, { termination: 'hr' })
    const { approval } = await manager.key.call('org_people_terminate', {
      person_id: person.personId,
      last_day: '2026-12-31',
      reason: 'Moves to Lisbon',
    })
    const request_id = approval!.id
    expect(await sees(above.key, request_id)).to.equal(true)
    expect(await sees(hr.key, request_id)).to.equal(true)
    expect(
      await sees(await company.key(hr.member, 'me'), request_id),
      'HR decides for the company only',
    ).to.equal(false)
    const other = await actor(server, company, 'member')
    await server.db.query('update job_rows set manager_id = $2 where person_id = $1', [
      person.personId,
      other.personId,
    ])
    expect(await sees(above.key, request_id)).to.equal(false)
    const own = await manager.key.call('org_approvals_get', { request_id })
    expect(own.termination, 'the proposer keeps what they wrote, but not the job').to.deep.equal({
      last_day: '2026-12-31',
      reason: 'Moves to Lisbon',
      job: null,
      change: 'end',
      later_jobs: null,
    })
    await setRules(server, company, { job_change: 'hr' })
  })

  it('hides the rows of a job change from a proposer who is no manager any more', async () => {
    await setRules(server, company, { job_change: 'hr' })
    const { approval } = await manager.key.call('org_people_change_job', {
      person_id: person.personId,
      effective_date: '2026-09-01',
      reason: 'change',
      title: 'Author',
    })
    await server.db.query('update job_rows set manager_id = null where person_id = $1', [person.personId])
    const request = await manager.key.call('org_approvals_get', { request_id: approval!.id })
    expect(request).to.deep.include({ job_change: null, termination: null, pay_change: null })
  })

  it('shows a request that has run out as expired, before the job comes', async () => {
    await setRules(server, company, { termination: 'hr' })
    const { approval } = await manager.key.call('org_people_terminate', {
      person_id: person.personId,
      last_day: '2026-06-15',
    })
    expect(await manager.key.call('org_approvals_get', { request_id: approval!.id })).to.include({
      expires_on: '2026-07-15',
    })
    server.now = new Date('2026-07-16T00:00:00Z')
    const request = await manager.key.call('org_approvals_get', { request_id: approval!.id })
    expect(request).to.deep.include({
      status: 'expired',
      waiting_for: null,
      can_decide: false,
      can_withdraw: false,
      closed_reason: 'Nobody decided it in time.',
    })
    expect(request.steps[0]).to.deep.include({ status: 'skipped', approvers: [] })
  })
})
