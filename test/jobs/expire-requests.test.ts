import { expect } from 'chai'
import { task as expireRequests } from '../../src/jobs/expire_requests.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { activityOf } from '../support/activity.ts'
import { makeRequest } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { readEvents } from '../support/events.ts'
import { runJob as runJobAt } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

describe('requests that nobody decides', () => {
  const server = useServer({})

  const runJob = async () => {
    await server.db.query(`select graphile_worker.add_job('expire_requests')`)
    const worker = await startWorker({
      ownerUrl: server.database.url,
      log: server.running.log,
      vault: server.running.runtime.vault,
      postbox: server.running.runtime.postbox,
      storage: server.running.runtime.storage,
    })
    try {
      await until('the job has run', async () => {
        const { rows } = await server.db.query(
          `select 1 from graphile_worker.jobs where task_identifier = 'expire_requests' and last_error is null`,
        )
        return rows.length === 0
      })
    } finally {
      await worker.stop(AbortSignal.timeout(5000))
    }
  }
  /** A request of nine days ago that can be decided until so many days after today, in the time zone of its company. */
  const request = async (company: Company, days: number) => {
    const id = await makeRequest(server, company)
    await server.db.query(
      `update approval_requests r
          set expires_on = (now() at time zone o.time_zone)::date + $2::int, proposed_at = now() - interval '9 days'
         from organizations o where o.org_id = r.org_id and r.id = $1`,
      [id, days],
    )
    return id
  }
  const stored = async (id: string) => {
    const { rows } = await server.db.query(
      `select r.status, r.closed_code, s.status as step
         from approval_requests r
         join approval_steps s on s.org_id = r.org_id and s.request_id = r.id where r.id = $1`,
      [id],
    )
    return rows[0]
  }

  it('are expired when their last day is over in the time zone of the organization, once', async () => {
    const [east, west] = [
      await server.company({ timeZone: 'Pacific/Kiritimati' }),
      await server.company({ timeZone: 'Pacific/Pago_Pago' }),
    ]
    const [over, last] = [await request(east, -1), await request(east, 0)]
    // Kiritimati is 25 hours ahead: the day before today there is today or tomorrow in Pago Pago.
    const behind = await request(west, 0)
    await server.db.query(
      `update approval_requests set expires_on = (now() at time zone 'Pacific/Kiritimati')::date - 1 where id = $1`,
      [behind],
    )
    await runJob()
    await runJob()
    const expired = { status: 'expired', closed_code: 'ran_out', step: 'skipped' }
    expect(await stored(over)).to.deep.equal(expired)
    const { rows: ends } = await server.db.query(
      `select (closed_at at time zone 'Pacific/Kiritimati')::text = (expires_on + 1) || ' 00:00:00' as on_time
         from approval_requests where id = $1`,
      [over],
    )
    expect(ends, 'at the end of its last day, whenever the job came').to.deep.equal([{ on_time: true }])
    for (const id of [last, behind]) expect(await stored(id)).to.deep.include({ status: 'pending' })
    const events = await readEvents(server.db, east)
    expect(events).to.have.length(1)
    expect(events[0]).to.deep.nested.include({
      type: 'approval.closed',
      subject_id: over,
      'payload.request.status': 'expired',
    })
    const lines = await activityOf(server, east, 'service.expire_requests')
    expect(lines.map(({ summary }) => summary)).to.deep.equal([
      'Closed a request that had run out, for a change of the end of the employment of {subject}',
    ])
    expect(await readEvents(server.db, west)).to.deep.equal([])
    const owner = await east.as('owner')
    const { items } = await owner.call('platform_activity_list', { limit: 1 })
    expect(items[0]).to.deep.include({ action: 'service.expire_requests' })
    expect(items[0]!.actor).to.deep.include({ kind: 'system', name: 'Rollcall' })
  })

  it('have run out when the last day is over, also where a midnight comes twice, or never', async () => {
    for (const [timeZone, lastDay, end] of [
      ['America/Havana', '2026-10-31', '2026-11-01T04:00:00.000Z'],
      ['Atlantic/Azores', '2026-10-24', '2026-10-25T00:00:00.000Z'],
      ['America/Santiago', '2027-04-03', '2027-04-04T04:00:00.000Z'],
      ['Africa/Cairo', '2027-04-29', '2027-04-29T22:00:00.000Z'],
    ] as const) {
      const company = await server.company({ timeZone })
      const id = await request(company, 0)
      await server.db.query(
        `update approval_requests set expires_on = $2, proposed_at = $2::date - 30 where id = $1`,
        [id, lastDay],
      )
      const hr = await company.as('hr')
      const at = async (moment: number) => {
        server.now = new Date(moment)
        const { status, decided_at } = await hr.call('org_approvals_get', { request_id: id })
        return [status, decided_at]
      }
      expect(await at(Date.parse(end) - 1), timeZone).to.deep.equal(['pending', null])
      expect(await at(Date.parse(end)), timeZone).to.deep.equal(['expired', end])
      await runJobAt(server, expireRequests, server.now!)
      const { rows } = await server.db.query(
        `select status, closed_at from approval_requests where id = $1`,
        [id],
      )
      expect(rows).to.deep.equal([{ status: 'expired', closed_at: new Date(end) }])
    }
  })

  it('are outdated when the person has left, but not when they hire the person again', async () => {
    const company = await server.company()
    const [left, rehire, stays] = [
      await request(company, 5),
      await request(company, 5),
      await request(company, 5),
    ]
    await server.db.query(
      `update approval_requests set kind = 'job_change', change = 'rehire' where id = $1`,
      [rehire],
    )
    await server.db.query(
      `update employments e set last_day = current_date - 1
         from approval_requests r where r.org_id = e.org_id and r.person_id = e.person_id and r.id = any($1)`,
      [[left, rehire]],
    )
    await runJob()
    expect(await stored(left)).to.deep.equal({
      status: 'outdated',
      closed_code: 'person_left',
      step: 'skipped',
    })
    for (const id of [rehire, stays]) expect(await stored(id)).to.deep.include({ status: 'pending' })
  })

  it('are closed in batches, each in a transaction of its own', async () => {
    const company = await server.company()
    const copies = async (of: string, number: number) => {
      for (const [table, id, more] of [
        ['approval_requests', 'id', ''],
        ['approval_steps', 'request_id', 'order by position'],
      ] as const) {
        const { rows } = await server.db.query(
          `select to_jsonb(t) as row from ${table} t where ${id} = $1 ${more}`,
          [of],
        )
        for (const { row } of rows as { row: object }[])
          await server.db.query(
            `insert into ${table} select c.*
               from generate_series(1, $3) n,
                    jsonb_populate_record(null::${table},
                      $1::jsonb || jsonb_build_object($2::text, overlay($4 placing lpad(to_hex(n), 8, '0') from 1 for 8))) c`,
            [JSON.stringify(row), id, number, of],
          )
      }
    }
    const late = await request(company, -1)
    await copies(late, 620)
    await runJob()
    const { rows } = await server.db.query<{ count: number }>(
      `select count(*)::int from activity where org_id = $1 and action = 'service.expire_requests'
        group by request_id order by 1`,
      [company.id],
    )
    expect(rows.map(({ count }) => count)).to.deep.equal([121, 250, 250])
    const { rows: open } = await server.db.query(
      `select 1 from approval_requests where org_id = $1 and status = 'pending'`,
      [company.id],
    )
    expect(open).to.have.length(0)
  })

  it('stay open on the last day of the person, who still works then', async () => {
    const company = await server.company()
    const [leaving, left] = [await request(company, 5), await request(company, 5)]
    await server.db.query(
      `update employments e
          set last_day = (now() at time zone o.time_zone)::date - case when r.id = $1 then 0 else 1 end
         from approval_requests r join organizations o on o.org_id = r.org_id
        where r.org_id = e.org_id and r.person_id = e.person_id and r.id in ($1, $2)`,
      [leaving, left],
    )
    await runJob()
    expect(await stored(left)).to.deep.include({ status: 'outdated' })
    expect(await stored(leaving)).to.deep.include({ status: 'pending' })
  })

  it('leaves a request that is just being decided for the next time', async () => {
    const company = await server.company()
    const id = await request(company, -1)
    const other = await server.db.connect()
    try {
      await other.query('begin')
      await other.query('select 1 from approval_requests where org_id = $1 and id = $2 for update', [
        company.id,
        id,
      ])
      await runJob()
      expect(await stored(id)).to.deep.include({ status: 'pending' })
    } finally {
      await other.query('rollback')
      other.release()
    }
    await runJob()
    expect(await stored(id)).to.deep.include({ status: 'expired' })
  })
})
