import { expect } from 'chai'
import { addDays } from '../../src/domain/day.ts'
import { actor, setRules, type Actor } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { storePay } from '../support/sealed.ts'
import { useServer } from '../support/server.ts'

const most = 500

/** A person with a job row for each day from the first one on; the last one is open. Written directly to the tables. */
async function storeHistory(
  server: ReturnType<typeof useServer>,
  company: Company,
  rows: number,
): Promise<string> {
  const { id, jobId, employmentId } = await company.person({ start_date: '2020-01-01' })
  await server.db.query(`update job_rows set valid_to = valid_from where id = $1`, [jobId])
  await server.db.query(
    `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, search_text,
                           employment_type, fte, reason, contract_type, own_terms, start_announced_at)
     select $1, gen_random_uuid(), $2, $3, date '2020-01-01' + n, case when n < $4 - 1 then date '2020-01-01' + n end,
            'Engineer ' || n, 'engineer ' || n, 'full_time', 1, 'change', 'permanent', '{title}', now()
       from generate_series(1, $4 - 1) n`,
    [company.id, id, employmentId, rows],
  )
  return id
}

describe('a history has at most 500 rows', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
  })

  const change = (person_id: string, effective_date: string) =>
    hr.key.call('org_people_change_job', {
      person_id,
      effective_date,
      reason: 'change',
      title: `Since ${effective_date}`,
    })
  const timeline = (person_id: string) => hr.key.call('org_people_timeline', { person_id })

  it('of jobs: the next row is refused, and what is there can still be corrected, ended and removed', async () => {
    const id = await storeHistory(server, company, most - 1)
    await change(id, '2026-09-01')
    const { body } = await refused(change(id, '2026-10-01'), 'conflict')
    expect(body.error.details).to.deep.equal([
      {
        path: 'person_id',
        code: 'too_many_job_rows',
        message:
          'The job history of this person has 500 rows, and none has more. Correct a row with org/people.correct_job ' +
          'instead, or remove a scheduled one with org/people.remove_job.',
        params: { count: 500 },
      },
    ])
    const { jobs } = await timeline(id)
    expect(jobs).to.have.length(most)
    await hr.key.call('org_people_correct_job', { job_id: jobs[0]!.id, weekly_hours: 35 })
    expect((await timeline(id)).jobs.map(({ weekly_hours: hours }) => hours)).to.deep.equal(
      Array(most).fill(35),
    )
    await hr.key.call('org_people_remove_job', { job_id: jobs.at(-1)!.id })
    await change(id, '2026-10-01')
    const { employments } = await hr.key
      .call('org_people_terminate', { person_id: id, last_day: '2026-11-30' })
      .then(() => timeline(id))
    expect(employments[0]).to.include({ last_day: '2026-11-30' })
    const again = { person_id: id, start_date: '2027-01-01', title: 'Adviser' }
    const refusal = await refused(hr.key.call('org_people_rehire', again), 'conflict')
    expect(refusal.body.error.details![0]!.code).to.equal('too_many_job_rows')
  })

  it('of jobs: a request that would add one more is outdated when it is approved', async () => {
    const id = await storeHistory(server, company, most - 1)
    await setRules(server, company, { job_change: 'hr' })
    const about = await actor(server, company, 'admin')
    const { approval } = await change(id, '2026-10-01')
    expect(approval, 'the role of who proposes counts').to.deep.include({ status: 'approved' })
    await hr.key.call('org_people_remove_job', { job_id: (await timeline(id)).jobs.at(-1)!.id })
    await setRules(server, company, { job_change: 'manager' })
    const waits = await change(id, '2026-10-01')
    expect(waits.approval!.status).to.equal('pending')
    await setRules(server, company, { job_change: 'off' })
    await change(id, '2026-11-01')
    const done = await about.web.call('org_approvals_approve', { request_id: waits.approval!.id })
    expect(done.status).to.equal('outdated')
    expect(done.closed_reason).to.match(/^The job history of this person has 500 rows/)
  })

  it('of pay', async () => {
    const { id } = await company.person({ start_date: '2020-01-01' })
    for (let day = 1; day < most; day++)
      await storePay(server, company, { personId: id, from: addDays('2020-01-01', day), amount: 1 })
    const add = (day: string) =>
      hr.web.call('org_pay_add', {
        person_id: id,
        effective_date: day,
        amount: 2,
        currency: 'EUR',
        period: 'year',
      })
    expect((await add('2026-07-01')).history).to.have.length(most)
    const { body } = await refused(add(addDays('2026-07-01', 1)), 'conflict')
    expect(body.error.details![0]).to.include({ path: 'person_id', code: 'too_many_pay_rows' })
  })
})
