import { expect } from 'chai'
import { actor, setRules } from '../../../support/approvals.ts'
import { copyRequest } from '../../../support/sealed.ts'
import { useServer } from '../../../support/server.ts'

const scheduled = 499

describe('org.approvals.list: ends of a job with hundreds of scheduled rows', () => {
  const server = useServer()

  it('keeps none of the rows with a request that waits, shows all of them, and ends when it is long', async () => {
    const company = await server.company()
    const hr = await actor(server, company, 'hr')
    const manager = await actor(server, company, 'member')
    await setRules(server, company, { termination: 'manager' })
    const { id: person } = await company.person({ manager_id: manager.personId })
    await server.db.query('update job_rows set valid_to = current_date + 10 where person_id = $1', [person])
    await server.db.query(
      `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, search_text, employment_type,
                             fte, reason, contract_type, own_terms, start_announced_at)
       select e.org_id, uuidv7(), e.person_id, e.id, current_date + 10 + n, case when n < $2 then current_date + 10 + n end,
              repeat('㎯', 115) || n, '', 'full_time', 1, 'change', 'permanent', '{title}', now()
         from generate_series(1, $2::int) n join employments e on e.person_id = $1`,
      [person, scheduled],
    )
    const last_day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const { approval } = await hr.key.call('org_people_terminate', { person_id: person, last_day })
    const { rows } = await server.db.query<{ bytes: number }>(
      'select octet_length(shown) as bytes from approval_requests where id = $1',
      [approval!.id],
    )
    expect(rows[0]!.bytes).to.be.lessThan(10_000)
    const { termination } = await hr.key.call('org_approvals_get', { request_id: approval!.id })
    expect(termination!.later_jobs).to.have.length(scheduled)

    const copies = 59
    await copyRequest(server, company, approval!.id, copies)
    const answer = await fetch(`${server.baseUrl}/v1/org/approvals.list`, {
      method: 'POST',
      headers: { ...hr.key.headers, 'Content-Type': 'application/json' },
      body: '{}',
    })
    const text = await answer.text()
    const { data } = JSON.parse(text) as { data: { items: { id: string }[] } }
    expect(data.items.length, 'requests').to.be.within(20, copies)
    expect(Buffer.byteLength(text), 'bytes').to.be.within(16 * 1024 ** 2, 22 * 1024 ** 2)
  })
})
