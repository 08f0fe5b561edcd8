import { expect } from 'chai'
import { startWorker } from '../../src/worker/worker.ts'
import { closeOrganization, pauseOrganization, resumeOrganization } from '../../src/operator/status.ts'
import type { Company } from '../support/company.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

describe('the day a closed organization is deleted', () => {
  const server = useServer({})

  /** Whether the organization is still there, as the tables and as a caller see it. */
  const stands = async (company: Company): Promise<boolean> => {
    const { rows } = await server.db.query<{ n: number }>(
      `select (select count(*) from organizations where org_id = $1)::int
            + (select count(*) from people where org_id = $1)::int
            + (select count(*) from credential_lookups where org_id = $1)::int as n`,
      [company.id],
    )
    return rows[0]!.n > 0
  }
  /** Closes it, the day being so many days from today where it is. */
  const close = async (company: Company, days: number) => {
    await closeOrganization(server.db, company.slug, '9999-12-31', 'unpaid', new Date())
    await server.db.query(
      `update organizations set delete_on = (now() at time zone time_zone)::date + $2::int where org_id = $1`,
      [company.id, days],
    )
  }
  const runJob = async () => {
    await server.db.query(`select graphile_worker.add_job('delete_closed_organizations')`)
    const worker = await startWorker({ ownerUrl: server.database.url, log: server.running.log })
    try {
      await until('the job has run', async () => {
        const { rows } = await server.db.query(
          `select 1 from graphile_worker.jobs
            where task_identifier = 'delete_closed_organizations' and last_error is null`,
        )
        return rows.length === 0
      })
    } finally {
      await worker.stop(AbortSignal.timeout(5000))
    }
  }

  it('comes when that day has begun where it is, to that organization and no other', async () => {
    const [east, west] = [
      await server.company({ timeZone: 'Pacific/Kiritimati' }),
      await server.company({ timeZone: 'Pacific/Pago_Pago' }),
    ]
    const [overdue, tomorrow, paused, active] = await Promise.all([1, 2, 3, 4].map(() => server.company()))
    for (const company of [east, west]) await close(company, 0)
    // Kiritimati is a day and an hour ahead of Pago Pago: what is tomorrow here is today, at the latest, there.
    await server.db.query(
      `update organizations set delete_on = (now() at time zone 'Pacific/Kiritimati')::date where org_id = $1`,
      [west.id],
    )
    await close(overdue!, -3)
    await close(tomorrow!, 1)
    await pauseOrganization(server.db, paused!.slug, 'unpaid', new Date())
    const key = await overdue!.as('owner')
    await runJob()

    expect(await stands(east)).to.equal(false)
    expect(await stands(overdue!)).to.equal(false)
    for (const company of [west, tomorrow!, paused!, active!]) expect(await stands(company)).to.equal(true)
    const answer = await key.post('/v1/platform/whoami', {})
    expect(answer.status, 'its keys are unknown now').to.equal(401)
    await (await active!.as('owner')).call('platform_whoami', {})
  })

  it('comes although another organization cannot be deleted', async () => {
    const [broken, due] = [await server.company(), await server.company()]
    await close(broken, -2)
    await close(due, -1)
    await server.db.query(`update organizations set time_zone = 'No/Where' where org_id = $1`, [broken.id])
    await runJob()
    expect(await stands(due)).to.equal(false)
    expect(await stands(broken)).to.equal(true)
    await server.db.query(`delete from graphile_worker._private_jobs`)
    await resumeOrganization(server.db, broken.slug, new Date())
  })

  it('does not come when it was resumed before', async () => {
    const company = await server.company()
    await close(company, -1)
    await resumeOrganization(server.db, company.slug, new Date())
    await runJob()
    expect(await stands(company)).to.equal(true)
  })
})
