import { expect } from 'chai'
import { task as mailRequests } from '../../src/jobs/mail_requests.ts'
import { task as tellDeciders } from '../../src/jobs/tell_deciders.ts'
import { actor, leaveOnly, makeRequest, setRules, type Actor } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

describe('requests that somebody else decides by now', () => {
  const server = useServer({})
  let company: Company
  let hr: Actor
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
  })

  const tell = () => runJob(server, tellDeciders, server.now!)
  const heard = async ({ web }: Actor) =>
    (await web.call('platform_notifications_list', {})).items.map(({ approval }) => approval?.as)
  const mailed = async ({ member }: Actor): Promise<number> =>
    (
      await server.db.query<{ n: number }>(
        `select count(*)::int as n from mails where membership_id = $1 and kind = 'approval_request'`,
        [member.membershipId],
      )
    ).rows[0]!.n

  it('are told to the next manager on the day, once, in the app and by mail', async () => {
    const [manager, next] = [await actor(server, company, 'member'), await actor(server, company, 'member')]
    const { id: person_id } = await company.person({ manager_id: manager.personId })
    await hr.key.call('org_people_change_job', {
      ...{ person_id, effective_date: '2026-07-01', reason: 'transfer', manager_id: next.personId },
    })
    await setRules(server, company, { termination: 'manager' })
    await hr.key.call('org_people_terminate', { person_id, last_day: '2026-12-31' })
    await tell()
    expect([await heard(manager), await heard(next)]).to.deep.equal([['manager'], []])

    server.now = new Date('2026-07-01T00:17:00Z')
    await tell()
    await tell()
    expect([await heard(manager), await heard(next)]).to.deep.equal([[], ['manager']])
    await runJob(server, mailRequests, server.now)
    expect([await mailed(manager), await mailed(next)]).to.deep.equal([1, 1])
  })

  it('are not told to each who comes to HR, as long as somebody there knows', async () => {
    await setRules(server, company, { termination: 'hr' })
    const manager = await actor(server, company, 'member')
    const { id: person_id } = await company.person({ manager_id: manager.personId })
    await manager.web.call('org_people_terminate', { person_id, last_day: '2026-12-31' })
    const other = await actor(server, company, 'hr')
    await tell()
    expect([await heard(hr), await heard(other)]).to.deep.equal([['hr'], []])

    await leaveOnly(server, company, [manager, other])
    await tell()
    expect(await heard(other)).to.deep.equal(['hr'])
  })

  it('are found however many there are, and left alone while the company is paused', async () => {
    const id = await makeRequest(server, company)
    await server.db.query(
      `with copies as (
         insert into approval_requests (org_id, id, person_id, kind, change, status, effective_date, expires_on, proposed_by,
                                        proposed_via, proposed_at, proposal, shown, basis)
         select org_id, gen_random_uuid(), person_id, kind, change, status, effective_date, expires_on, proposed_by,
                proposed_via, proposed_at, proposal, shown, basis
           from approval_requests r, generate_series(1, 260) where r.id = $1
         returning org_id, id
       )
       insert into approval_steps (org_id, request_id, position, approver, status)
       select org_id, id, 1, 'hr', 'pending' from copies`,
      [id],
    )
    const count = async () =>
      (
        await server.db.query<{ n: number }>(
          'select count(*)::int as n from notifications where org_id = $1 and membership_id = $2',
          [company.id, hr.member.membershipId],
        )
      ).rows[0]!.n
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    await tell()
    expect(await count()).to.equal(0)
    await server.db.query(
      `update organizations set status = 'active', pause_reason = null, paused_since = null where org_id = $1`,
      [company.id],
    )
    await tell()
    expect(await count()).to.equal(261)
  })
})
