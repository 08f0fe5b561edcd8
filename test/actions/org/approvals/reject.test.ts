import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { actor, setRules, type Actor } from '../../../support/approvals.ts'
import type { Company } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.approvals.reject', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let person: { id: string }
  let request_id: string
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
    const above = await actor(server, company, 'member')
    manager = await actor(server, company, 'member', { manager_id: above.personId })
    person = await company.person({ manager_id: manager.personId })
    await setRules(server, company, { termination: 'manager_then_hr' })
    const { approval } = await above.key.call('org_people_terminate', {
      person_id: person.id,
      last_day: '2026-12-31',
    })
    request_id = approval!.id
  })

  it('closes the request with the reason, and nothing changes', async () => {
    const rejected = await manager.web.call('org_approvals_reject', { request_id, note: 'Not now.' })
    expect(rejected).to.deep.include({
      status: 'rejected',
      waiting_for: null,
      can_decide: false,
      decided_at: '2026-06-15T12:00:00.000Z',
      decision_note: 'Not now.',
      closed_reason: null,
    })
    expect(rejected.steps.map(({ status, note }) => [status, note])).to.deep.equal([
      ['rejected', 'Not now.'],
      ['skipped', null],
    ])
    const { employments } = await hr.key.call('org_people_timeline', { person_id: person.id })
    expect(employments.map(({ last_day: lastDay }) => lastDay)).to.deep.equal([null])
    const [line] = await activityOf(server, company, 'org.approvals.reject')
    expect(line).to.deep.include({
      summary: 'Rejected a change of the end of the employment of {subject}',
      changes: [
        { field: 'request_status', before: 'pending', after: 'rejected' },
        { field: 'request', before: null, after: { id: request_id, name: 'termination' } },
      ],
    })
    const events = await readEvents(server.db, company)
    expect(events.map(({ type }) => type)).to.deep.equal(['approval.requested', 'approval.rejected'])
    expect(JSON.stringify([line, events]), 'the reason is for those who see the request').to.not.contain(
      'Not now',
    )
  })

  it('names no person when the login of whoever decided belongs to none', async () => {
    await manager.web.call('org_approvals_approve', { request_id })
    const owner = await company.as('owner', 'web')
    const rejected = await owner.call('org_approvals_reject', { request_id, note: 'No.' })
    expect(rejected.steps[1]).to.deep.include({
      approver: 'hr',
      decided_by: { name: 'Olga Owner', person_id: null },
      approvers: [],
    })
    const events = await readEvents(server.db, company)
    expect(events.at(-1)).to.deep.nested.include({ 'payload.decided_by': null })
  })

  it('needs the reason, and is for those whose turn it is', async () => {
    await refused(manager.web.call('org_approvals_reject', { request_id }), 'validation_failed')
    const turn = await refused(hr.web.call('org_approvals_reject', { request_id, note: 'No.' }), 'forbidden')
    expect(turn.body.error.details![0]!.code).to.equal('not_your_turn')
    const peer = await actor(server, company, 'member')
    await refused(peer.web.call('org_approvals_reject', { request_id, note: 'No.' }), 'not_found')
  })

  it('is not for the proposer, and not for a request that is closed', async () => {
    await setRules(server, company, { job_change: 'hr' })
    const other = await actor(server, company, 'hr')
    const own = await actor(server, company, 'hr')
    await setRules(server, company, { job_change: 'manager' })
    const { approval } = await own.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2026-07-01',
      reason: 'change',
      title: 'Author',
    })
    const mine = { request_id: approval!.id, note: 'No.' }
    const { body } = await refused(own.web.call('org_approvals_reject', mine), 'forbidden')
    expect(body.error.details![0]!.code).to.equal('own_request')
    await manager.web.call('org_approvals_reject', mine)
    const again = await refused(other.web.call('org_approvals_reject', mine), 'conflict')
    expect(again.body.error.details![0]).to.include({ code: 'request_closed', record_id: mine.request_id })
  })
})
