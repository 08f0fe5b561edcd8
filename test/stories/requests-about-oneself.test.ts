import { expect } from 'chai'
import { actor, setRules, type Actor } from '../support/approvals.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { useServer } from '../support/server.ts'

/** Of requests about themselves that others proposed, people hear nothing, in whatever way; nor of pay without the web app. */
describe('requests that somebody may not hear of', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let colleague: Actor
  let manager: Actor
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    manager = await actor(server, company, 'member')
    hr = await actor(server, company, 'hr', { manager_id: manager.personId })
    colleague = await actor(server, company, 'hr')
  })

  const day = '2026-09-01'
  const change = (who: TestClient, person_id: string, title = 'Chief') =>
    who.call('org_people_change_job', { person_id, effective_date: day, reason: 'change', title })
  /** What a dry run reports: the sentences of the log, and the events. */
  async function rehearsed(who: TestClient, action: string, input: object) {
    const { status, body } = await who.post(`/v1/org/${action}?dry_run=true`, input)
    expect(status).to.equal(200)
    const { activity, events } = body.dry_run as { activity: { summary: string }[]; events: string[] }
    const warnings: string[] = (body.data.warnings ?? []).map(({ code }: { code: string }) => code)
    return { lines: activity.map(({ summary }) => summary), events, warnings }
  }

  it('a dry run tells HR nothing of what is proposed about themselves, and others of HR do hear of it', async () => {
    await setRules(server, company, { job_change: 'manager' })
    await change(colleague.key, hr.personId)
    await setRules(server, company, { job_change: 'off' })
    const input = { person_id: hr.personId, effective_date: day, reason: 'change', fte: 0.5 }
    for (const [who, events] of [
      [hr, ['person.job_changed']],
      [colleague, ['person.job_changed', 'approval.closed']],
    ] as const)
      for (const client of [who.key, who.web]) {
        const report = await rehearsed(client, 'people.change_job', input)
        expect(report.events).to.deep.equal(events)
        expect(report.lines).to.have.length(events.length)
      }
  })

  it('nor does it tell anybody of pay requests over a key, or who decides about a job alone', async () => {
    const admin = await actor(server, company, 'admin')
    const { id: person_id } = await company.person({ manager_id: manager.personId })
    await setRules(server, company, { pay_change: 'hr' })
    const pay = { amount: 50_000, currency: 'EUR', period: 'year' } as const
    await admin.web.call('org_pay_add', { person_id, effective_date: '2026-12-01', ...pay })
    const end = { person_id, last_day: '2026-10-31' }
    for (const { key, web } of [colleague, admin]) {
      const [overKey, inApp] = [
        await rehearsed(key, 'people.terminate', end),
        await rehearsed(web, 'people.terminate', end),
      ]
      expect([overKey.lines.length, overKey.warnings], 'also of the own one').to.deep.equal([1, []])
      expect([inApp.lines.length, inApp.warnings]).to.deep.equal([2, ['requests_outdated']])
    }
    await setRules(server, company, { termination: 'manager' })
    const { approval } = await colleague.key.call('org_people_terminate', end)
    const report = await rehearsed(manager.web, 'approvals.approve', { request_id: approval!.id })
    expect(report.lines, 'approved, and ended').to.have.length(2)
  })

  it('the log has no lines about them for an admin, also once they are closed, and has those of own requests', async () => {
    const admin = await actor(server, company, 'admin', { manager_id: manager.personId })
    await setRules(server, company, { job_change: 'manager' })
    await change(colleague.key, admin.personId)
    await change(admin.key, admin.personId, 'Director')
    const owner = await company.as('owner', 'web')
    const log = async (who: TestClient) =>
      (await who.call('platform_activity_list', { person_id: admin.personId })).items
    const codes = async (who: TestClient) =>
      (await log(who)).flatMap(({ changes }) => changes.filter(({ field }) => field === 'request_status'))
        .length
    expect(await codes(owner)).to.equal(2)
    for (const who of [admin.web, admin.key]) expect(await codes(who), 'the own one').to.equal(1)
    const hidden = (await log(owner)).at(-1)!
    await refused(admin.web.call('platform_activity_list', { id: hidden.id }), 'not_found')

    await setRules(server, company, { job_change: 'off' })
    await admin.key.call('org_people_change_job', {
      person_id: admin.personId,
      effective_date: day,
      reason: 'change',
      fte: 0.5,
    })
    expect(await codes(owner), 'both are outdated').to.equal(4)
    for (const who of [admin.web, admin.key]) expect(await codes(who), 'asked, and outdated').to.equal(2)
    const mine = await company.key(admin.member, 'me')
    expect(await codes(mine), 'in the own workspace, too').to.equal(2)
  })

  it('the log tells of pay requests in the web app alone, also HR in their own workspace', async () => {
    const { id: person_id } = await company.person()
    await setRules(server, company, { pay_change: 'hr' })
    const pay = { amount: 50_000, currency: 'EUR', period: 'year' } as const
    await hr.web.call('org_pay_add', { person_id, effective_date: day, ...pay })
    const lines = async (who: TestClient) =>
      (await who.call('platform_activity_list', { person_id })).items.length
    expect(await lines(await company.as('owner', 'web'))).to.equal(1)
    expect(await lines(await company.as('owner'))).to.equal(0)
    expect(await lines(hr.web)).to.equal(1)
    expect(await lines(await company.key(hr.member, 'me'))).to.equal(0)
  })
})
