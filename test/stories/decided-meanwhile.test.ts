import { expect } from 'chai'
import { actor, setRules, type Actor } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { readEvents } from '../support/events.ts'
import { interrupted } from '../support/race.ts'
import { useServer } from '../support/server.ts'

describe('a direct change while somebody closes a request that it would outdate', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let person: { id: string; jobId: string }
  let request_id: string
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
    manager = await actor(server, company, 'member')
    person = await company.person({ title: 'Editor', manager_id: manager.personId })
    await setRules(server, company, { job_change: 'manager' })
    const { approval } = await hr.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2027-01-01',
      reason: 'change',
      title: 'Author',
    })
    request_id = approval!.id
    await setRules(server, company, { job_change: 'off' })
  })

  const correct = () => hr.key.call('org_people_correct_job', { job_id: person.jobId, title: 'Writer' })
  const ways = {
    rejected: () => manager.web.call('org_approvals_reject', { request_id, note: 'No.' }),
    cancelled: () => hr.key.call('org_approvals_withdraw', { request_id }),
  }
  for (const [status, close] of Object.entries(ways))
    it(`it stays ${status}: the change neither closes it nor says so`, async () => {
      // Whoever closes it has the request, and is held up. The change has read it as open by then.
      const { first, second } = await interrupted(server.db, 'approval_steps', close, correct)
      expect((await first).status).to.equal(status)
      expect(await second).to.deep.nested.include({ 'job.title': 'Writer', warnings: [] })
      const request = await hr.key.call('org_approvals_get', { request_id })
      expect(request.status).to.equal(status)
      const told = (await readEvents(server.db, company)).map(({ type, payload }) => [
        type,
        (payload as { request?: { status: string } }).request?.status,
      ])
      expect(told).to.have.deep.members([
        ['approval.requested', 'pending'],
        [status === 'rejected' ? 'approval.rejected' : 'approval.closed', status],
        ['job.corrected', undefined],
      ])
    })
})
