import { expect } from 'chai'
import { task as mailRequests } from '../../src/jobs/mail_requests.ts'
import { task as remind } from '../../src/jobs/remind.ts'
import { task as tellNotices } from '../../src/jobs/tell_notices.ts'
import { actor, setRules } from '../support/approvals.ts'
import { openPage } from '../support/app.ts'
import { uploadOwn } from '../support/documents.ts'
import { mailTo, readMails } from '../support/mail.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

describe('mails of notifications', () => {
  const server = useServer({ ROLE: 'all' })

  it('tell of days that come, in one mail, and of requests without what they would change', async () => {
    const company = await server.company()
    const [hr, boss] = [
      await actor(server, company, 'hr'),
      await actor(server, company, 'member', { given_name: 'Grace', family_name: 'Hopper' }),
    ]
    const email = async ({ member }: typeof hr) =>
      (await server.db.query<{ email: string }>('select email from users where id = $1', [member.userId]))
        .rows[0]!.email
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const newcomer = await company.person({
      given_name: 'Ada',
      family_name: 'Byron',
      start_date: soon,
      manager_id: boss.personId,
    })
    await runJob(server, remind, new Date())
    const days = await mailTo(server, await email(boss))
    const unsubscribe = days.headers.find(({ key }) => key === 'list-unsubscribe')
    const { hash, pathname } = new URL(/<(.*)>/.exec(unsubscribe!.value as string)![1]!)
    const page = await openPage(server, boss.web, pathname)
    expect(page.status).to.equal(200)
    expect(page.text)
      .to.include(`id="${hash.slice(1)}"`)
      .and.include('Owners and admins decide which')
    expect(days.text).to.include('Ada Byron').and.include(`/${company.slug}/start`)

    await setRules(server, company, { job_change: 'manager', pay_change: 'hr' })
    const { approval } = await hr.web.call('org_people_change_job', {
      ...{ person_id: newcomer.id, effective_date: '2090-01-01', reason: 'promotion', title: 'Secret Title' },
    })
    const asked = await mailTo(server, await email(boss), 2)
    expect(asked.text).to.include('Ada Byron').and.include(`/${company.slug}/approvals/${approval!.id}`)
    expect(asked.text).to.not.include('Secret Title')

    // Of pay a mail says neither whose it is nor how much.
    const other = await actor(server, company, 'hr')
    await hr.web.call('org_pay_add', {
      ...{ person_id: newcomer.id, amount: 51_234, currency: 'EUR', period: 'year', effective_date: soon },
    })
    const pay = await mailTo(server, await email(other))
    expect(pay.text).to.include(`/${company.slug}/manage/approvals/`)
    expect(pay.text).to.not.match(/Ada|51.?234/)
  })
})

describe('mails of notifications that come late', () => {
  const server = useServer({})

  it('tell nothing to who may not see it any more', async () => {
    const company = await server.company()
    const hr = await actor(server, company, 'hr')
    // Whose own anniversary is not near: everybody else's is on the first of January.
    const start_date = new Date(Date.now() - 500 * 86_400_000).toISOString().slice(0, 10)
    const boss = await actor(server, company, 'member', { start_date })
    const next = await actor(server, company, 'member')
    const emailOf = async ({ member }: typeof hr): Promise<string> =>
      (await server.db.query('select email from users where id = $1', [member.userId])).rows[0].email
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const { id: person_id } = await company.person({ start_date: soon, manager_id: boss.personId })
    await setRules(server, company, { termination: 'manager' })
    await hr.web.call('org_people_terminate', { person_id, last_day: '2090-01-31' })
    await runJob(server, remind, new Date())
    await runJob(server, mailRequests, new Date())

    await server.db.query('update job_rows set manager_id = $2 where person_id = $1', [
      person_id,
      next.personId,
    ])
    const { rows } = await server.db.query<{ id: string; kind: string }>(
      `select id, kind from mails where org_id = $1 and membership_id = $2 order by kind`,
      [company.id, boss.member.membershipId],
    )
    expect(rows.map(({ kind }) => kind)).to.deep.equal(['approval_request', 'reminders'])
    for (const { id } of rows) await server.running.runtime.postbox.deliver(company.id, id)
    expect(await readMails(server, await emailOf(boss))).to.deep.equal([])
    const ended = await server.db.query('select status, reason from mails where id = any($1) order by kind', [
      rows.map(({ id }) => id),
    ])
    expect(ended.rows).to.deep.equal(rows.map(() => ({ status: 'failed', reason: 'over' })))
  })

  it('tell no day that has moved', async () => {
    server.now = new Date('2026-06-15T06:00:00Z')
    const company = await server.company()
    const hr = await actor(server, company, 'hr', { start_date: '2024-02-01' })
    await company.person({ given_name: 'Mary', family_name: 'Ward', start_date: '2025-06-15' })
    const ends = {
      start_date: '2024-02-01',
      probation_end_date: '2026-06-20',
      contract_end_date: '2026-07-10',
    }
    const [moved] = [
      await company.person({ given_name: 'Ada', family_name: 'Byron', ...ends }),
      await company.person({ given_name: 'Grace', family_name: 'Hopper', ...ends }),
    ]
    await runJob(server, remind, server.now)
    const { jobs } = await hr.web.call('org_people_timeline', { person_id: moved.id })
    await hr.web.call('org_people_correct_job', { job_id: jobs[0]!.id, contract_end_date: '2027-07-10' })
    const { rows } = await server.db.query<{ id: string; email: string }>(
      `select w.id, u.email from mails w join memberships m on m.id = w.membership_id join users u on u.id = m.user_id
        where w.org_id = $1 and w.kind = 'reminders' and m.id = $2`,
      [company.id, hr.member.membershipId],
    )
    const [{ id, email }] = rows as [{ id: string; email: string }]
    await server.running.runtime.postbox.deliver(company.id, id)
    const [mail] = await readMails(server, email)
    expect(mail!.text!.split('\n').filter((line) => line.startsWith('- '))).to.have.members([
      '- 15 June 2026: Mary Ward, the anniversary (1 year)',
      '- 20 June 2026: Ada Byron, the probation ends',
      '- 20 June 2026: Grace Hopper, the probation ends',
      '- 10 July 2026: Grace Hopper, the contract ends',
    ])
  })

  it('are not sent where the company wants none by now, or is paused', async () => {
    server.now = new Date('2026-06-15T06:00:00Z')
    const company = await server.company()
    const hr = await actor(server, company, 'hr')
    const boss = await actor(server, company, 'member')
    const { id: person_id } = await company.person({ manager_id: boss.personId, start_date: '2026-06-16' })
    await setRules(server, company, { termination: 'manager' })
    const mails = async () =>
      (
        await server.db.query<{ id: string; kind: string; status: string; reason: string | null }>(
          `select id, kind, status, reason from mails where org_id = $1 and membership_id = $2 order by kind`,
          [company.id, boss.member.membershipId],
        )
      ).rows
    const setStatus = (status: 'active' | 'paused') =>
      server.db.query(
        `update organizations
            set status = $2, pause_reason = case when $2 = 'paused' then 'unpaid' end,
                paused_since = case when $2 = 'paused' then now() end
          where org_id = $1`,
        [company.id, status],
      )
    await runJob(server, remind, server.now)
    await hr.web.call('org_people_terminate', { person_id, last_day: '2090-01-31' })
    // A request is mailed once the company goes on.
    await setStatus('paused')
    await runJob(server, mailRequests, server.now)
    expect((await mails()).map(({ kind }) => kind)).to.deep.equal(['reminders'])
    await setStatus('active')
    await runJob(server, mailRequests, server.now)
    const [request, reminders] = await mails()
    expect([request!.kind, reminders!.kind]).to.deep.equal(['approval_request', 'reminders'])

    const owner = await company.as('owner', 'web')
    await owner.call('platform_notifications_settings_update', { email: { approval_request: false } })
    await server.running.runtime.postbox.deliver(company.id, request!.id)
    await setStatus('paused')
    await server.running.runtime.postbox.deliver(company.id, reminders!.id)
    expect((await mails()).map(({ status, reason }) => [status, reason])).to.deep.equal([
      ['failed', 'over'],
      ['failed', 'over'],
    ])
  })

  it('tell documents that people have added when the company goes on, and payroll details also while it is paused', async () => {
    server.now = new Date('2026-06-15T06:00:00Z')
    const company = await server.company()
    const member = await company.member('member', { person: true })
    const own = await company.web(member)
    await uploadOwn(own)
    await own.call('org_me_update_profile', { tax_id: '12/345' })
    const setStatus = (status: string, since: Date | null) =>
      server.db.query(
        `update organizations set status = $2, pause_reason = $3, paused_since = $4 where org_id = $1`,
        [company.id, status, since && 'unpaid', since],
      )
    const written = async () => {
      await runJob(server, tellNotices, server.now!)
      const { rows } = await server.db.query<{ kind: string }>(
        'select distinct kind from mails where org_id = $1 order by kind',
        [company.id],
      )
      return rows.map(({ kind }) => kind)
    }
    await setStatus('paused', server.now)
    expect(await written()).to.deep.equal(['payroll_changed'])
    await setStatus('active', null)
    expect(await written()).to.deep.equal(['document_uploaded', 'payroll_changed'])

    // Whoever left before it could be sent may have a mailbox that is another's by now.
    await server.db.query(`update employments set last_day = '2026-06-14' where person_id = $1`, [
      member.personId,
    ])
    const { rows } = await server.db.query<{ id: string }>(
      'select id from mails where org_id = $1 and person_id = $2',
      [company.id, member.personId],
    )
    await server.running.runtime.postbox.deliver(company.id, rows[0]!.id)
    const { rows: ended } = await server.db.query('select status, reason from mails where id = $1', [
      rows[0]!.id,
    ])
    expect(ended).to.deep.equal([{ status: 'failed', reason: 'over' }])
  })
})
