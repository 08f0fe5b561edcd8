import { expect } from 'chai'
import { task as mailRequests } from '../../src/jobs/mail_requests.ts'
import { task as tellNotices } from '../../src/jobs/tell_notices.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

/** More than parameters of one statement could be: PostgreSQL takes 65,535, and a mail has ten values. */
const many = 6600

describe('jobs that write very many mails', () => {
  const server = useServer({})

  const mails = async (orgId: string) =>
    (await server.db.query<{ n: number }>('select count(*)::int as n from mails where org_id = $1', [orgId]))
      .rows[0]!.n

  it('tell everybody whose payroll details were changed in one night', async () => {
    const company = await server.company()
    const { id } = await company.person()
    await server.db.query(
      `with copies as (
         insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text, created_at, updated_at)
         select p.org_id, gen_random_uuid(), p.given_name, p.family_name, n || p.work_email, n || p.work_email_key, p.search_text, p.created_at, p.updated_at
           from people p, generate_series(1, $2) n where p.id = $1
         returning org_id, id
       ), employed as (
         insert into employments (org_id, id, person_id, start_date)
         select c.org_id, gen_random_uuid(), c.id, '2020-01-01' from copies c
       )
       insert into notices (org_id, id, kind, person_id, recipient, about, created_at)
       select c.org_id, gen_random_uuid(), 'payroll_changed', c.id, 'person', '{iban}', now() from copies c`,
      [id, many],
    )
    await runJob(server, tellNotices, new Date())
    expect(await mails(company.id)).to.equal(many)
  })

  it('mail all who can decide very many requests', async () => {
    const company = await server.company()
    const { id } = await company.person()
    const { membershipId } = await company.member('hr')
    await server.db.query(
      `insert into notification_settings (org_id, reminders, approval_request, document_uploaded, extra_limit, updated_at)
       values ($1, true, true, true, 100000, now())`,
      [company.id],
    )
    await server.db.query(
      `insert into notifications (org_id, id, membership_id, kind, about_id, person_id, created_at)
       select $1, gen_random_uuid(), $2, 'approval_request', gen_random_uuid(), $3, now() from generate_series(1, $4)`,
      [company.id, membershipId, id, many],
    )
    await runJob(server, mailRequests, new Date())
    expect(await mails(company.id)).to.equal(many)
  })
})
