import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { withOrganization } from '../../../../../src/db/transaction.ts'
import { task as mailRequests } from '../../../../../src/jobs/mail_requests.ts'
import { task as remind } from '../../../../../src/jobs/remind.ts'
import { writeOptionalMails } from '../../../../../src/queries/platform/optional-mails.ts'
import { activityOf } from '../../../../support/activity.ts'
import { actor, setRules } from '../../../../support/approvals.ts'
import type { Company } from '../../../../support/company.ts'
import { refused } from '../../../../support/expect.ts'
import { runJob } from '../../../../support/run-job.ts'
import { useServer } from '../../../../support/server.ts'

describe('platform.notifications.settings.update', () => {
  const server = useServer({})
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))
  const mails = async (company: Company) =>
    (
      await server.db.query<{ kind: string; count: number }>(
        `select kind, count(*)::int as count from mails where org_id = $1 group by kind order by kind`,
        [company.id],
      )
    ).rows.map(({ kind, count }) => [kind, count])

  it('chooses what is mailed: the app tells it in any case', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const [hr, boss] = [await actor(server, company, 'hr'), await actor(server, company, 'member')]
    const { id: person_id } = await company.person({ manager_id: boss.personId })
    await company.person({ start_date: '2026-06-18' })
    await setRules(server, company, { job_change: 'manager' })
    const propose = (title: string) =>
      hr.web.call('org_people_change_job', {
        person_id,
        effective_date: '2026-07-01',
        reason: 'change',
        title,
      })
    await propose('Cook')
    await runJob(server, remind, server.now!)
    await Promise.all([1, 2].map(() => runJob(server, mailRequests, server.now!)))
    // Of a day, each gets one mail: HR and the owner.
    expect(await mails(company)).to.deep.equal([
      ['approval_request', 1],
      ['reminders', 2],
    ])
    const after = await owner.call('platform_notifications_settings_update', {
      email: { approval_request: false, reminders: false },
      extra_limit: 300,
    })
    expect([after.email, after.extra_limit, after.usage.sent]).to.deep.equal([
      { reminders: false, approval_request: false, document_uploaded: true },
      300,
      3,
    ])
    await propose('Chef')
    await company.person({ start_date: '2026-06-19' })
    server.now = new Date('2026-06-16T12:00:00Z')
    await runJob(server, remind, server.now!)
    await runJob(server, mailRequests, server.now!)
    expect(await mails(company)).to.deep.equal([
      ['approval_request', 1],
      ['reminders', 2],
    ])
    expect((await boss.web.call('platform_notifications_list', {})).items.length).to.be.at.least(2)
    await owner.call('platform_notifications_settings_update', { extra_limit: 300 })
    const lines = await activityOf(server, company, 'platform.notifications.settings.update')
    expect(lines.map(({ changes }) => changes)).to.deep.equal([
      [
        { field: 'email.reminders', before: true, after: false },
        { field: 'email.approval_request', before: true, after: false },
        { field: 'extra_limit', before: 0, after: 300 },
      ],
    ])
    const { body } = await refused(
      owner.call('platform_notifications_settings_update', { extra_limit: 150 }),
      'validation_failed',
    )
    expect(body.error.details![0]!.path).to.equal('extra_limit')
  })

  it('counts no mail that was not sent, because what it is about was over before', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const [hr, boss] = [await actor(server, company, 'hr'), await actor(server, company, 'member')]
    const people = [
      await company.person({ manager_id: boss.personId }),
      await company.person({ manager_id: boss.personId }),
    ]
    await setRules(server, company, { job_change: 'manager' })
    for (const { id: person_id } of people) {
      await hr.web.call('org_people_change_job', {
        ...{ person_id, effective_date: '2026-07-01', reason: 'change', title: 'Cook' },
      })
      for (let run = 0; run < 2; run += 1) await runJob(server, mailRequests, server.now!)
      server.now = new Date(server.now!.getTime() + 60_000)
    }
    const used = async () => (await owner.call('platform_account_status', {})).usage.emails_sent
    const before = await used()
    const { items } = await hr.web.call('org_approvals_list', {})
    await hr.web.call('org_approvals_withdraw', { request_id: items[0]!.id })
    const { rows } = await server.db.query<{ id: string }>(
      `select id from mails where org_id = $1 and kind = 'approval_request' order by id`,
      [company.id],
    )
    const outcomes = []
    for (const { id } of rows)
      outcomes.push((await server.running.runtime.postbox.deliver(company.id, id)).outcome)
    expect([before, outcomes, await used()]).to.deep.equal([2, ['failed', 'filed'], 1])
  })

  it('sends what is included and no more, also when 100 are sent at once; owners and admins are told once a month', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const admin = await company.member('admin', { person: true })
    await company.person()
    const send = (count: number) =>
      withOrganization(
        server.running.runtime.pool,
        company.id,
        { mode: 'write', signal: undefined, dryRun: false } as never,
        (db) =>
          writeOptionalMails(
            db,
            'reminders',
            Array.from({ length: count }, () => ({
              ...{ id: randomUUIDv7(), about_id: randomUUIDv7(), membership_id: admin.membershipId },
            })),
            { adminRoles: ['owner', 'admin'], newId: randomUUIDv7 },
            server.now!,
          ),
      )
    // Two people work here, so twenty are included.
    await Promise.all(Array.from({ length: 20 }, () => send(5)))
    expect(await mails(company)).to.deep.equal([
      ['mail_limit', 2],
      ['reminders', 20],
    ])
    // What says that there are no more is sent as long as that is so.
    const { rows: limits } = await server.db.query<{ id: string }>(
      `select id from mails where org_id = $1 and kind = 'mail_limit' order by id`,
      [company.id],
    )
    const deliver = async (place: number) =>
      (await server.running.runtime.postbox.deliver(company.id, limits[place]!.id)).outcome
    expect(await deliver(0)).to.equal('filed')
    await owner.call('platform_notifications_settings_update', { extra_limit: 100 })
    expect(await deliver(1)).to.equal('failed')
    await send(200)
    const { usage } = await owner.call('platform_notifications_settings_get', {})
    expect(usage).to.deep.include({ included: 20, sent: 120, extra_sent: 100, cost_eur: 0.1 })
    expect(await mails(company)).to.deep.include(['mail_limit', 2])
    server.now = new Date('2026-07-01T12:00:00Z')
    await send(200)
    expect(await mails(company)).to.deep.equal([
      ['mail_limit', 4],
      ['reminders', 240],
    ])
  })
})
