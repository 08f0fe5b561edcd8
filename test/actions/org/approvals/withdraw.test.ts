import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { actor, setRules, type Actor } from '../../../support/approvals.ts'
import type { Company } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.approvals.withdraw', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let request_id: string
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
    manager = await actor(server, company, 'member')
    const person = await company.person({ manager_id: manager.personId })
    await setRules(server, company, { termination: 'hr' })
    const { approval } = await manager.key.call('org_people_terminate', {
      person_id: person.id,
      last_day: '2098-12-31',
      reason: 'Moves to Lisbon',
    })
    request_id = approval!.id
  })

  it('takes back what the caller proposed, with any credential', async () => {
    expect(await manager.key.call('org_approvals_get', { request_id })).to.include({ can_withdraw: true })
    const closed = await manager.key.call('org_approvals_withdraw', { request_id })
    expect(closed).to.deep.include({
      status: 'cancelled',
      waiting_for: null,
      can_withdraw: false,
      decided_at: '2026-06-15T12:00:00.000Z',
      decision_note: null,
      closed_reason: 'The proposer withdrew it.',
    })
    const [line] = await activityOf(server, company, 'org.approvals.withdraw')
    expect(line!.summary).to.equal(
      'Withdrew the request for a change of the end of the employment of {subject}',
    )
    const events = await readEvents(server.db, company)
    expect(events.at(-1)).to.deep.nested.include({
      type: 'approval.closed',
      'payload.request.status': 'cancelled',
    })
    expect(JSON.stringify(events), 'the reason is no public or job detail').to.not.contain('Lisbon')
  })

  it('is only for the proposer, while the request is open', async () => {
    const { body } = await refused(hr.web.call('org_approvals_withdraw', { request_id }), 'forbidden')
    expect(body.error.details![0]!.code).to.equal('not_your_request')
    const peer = await actor(server, company, 'member')
    await refused(peer.key.call('org_approvals_withdraw', { request_id }), 'not_found')
    await hr.web.call('org_approvals_approve', { request_id })
    const late = await refused(manager.key.call('org_approvals_withdraw', { request_id }), 'conflict')
    expect(late.body.error.details![0]).to.include({ code: 'request_closed', record_id: request_id })
  })
})
