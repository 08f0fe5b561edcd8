import { expect } from 'chai'
import { startWorker } from '../../src/worker/worker.ts'
import { closeOrganization, pauseOrganization, resumeOrganization } from '../../src/operator/status.ts'
import type { Company } from '../support/company.ts'
import { newPlace } from '../support/files.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

describe('the day a closed organization is deleted', () => {
  const server = useServer({})

  /** Whether the organization still exists, in the tables and for a caller. */
  const exists = async (company: Company): Promise<boolean> => {
    const { rows } = await server.db.query<{ n: number }>(
      `select (select count(*) from organizations where org_id = $1)::int
            + (select count(*) from people where org_id = $1)::int
            + (select count(*) from credential_lookups where org_id = $1)::int as n`,
      [company.id],
    )
    return rows[0]!.n > 0
  }
  /** Closes an organization. Its day of deletion is so many days after today, in its time zone. */
  const close = async (company: Company, days: number) => {
    await closeOrganization(server.db, company.slug, '9999-12-31', 'unpaid', new Date())
    await server.db.query(
      `update organizations set delete_on = (now() at time zone time_zone)::date + $2::int where org_id = $1`,
      [company.id, days],
    )
  }
  const runJob = async () => {
    await server.db.query(`select graphile_worker.add_job('delete_closed_organizations')`)
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
          `select 1 from graphile_worker.jobs
            where task_identifier in ('delete_closed_organizations', 'remove_files') and last_error is null`,
        )
        return rows.length === 0
      })
    } finally {
      await worker.stop(AbortSignal.timeout(5000))
    }
  }

  it('comes when that day has begun in its time zone, and only that organization is deleted', async () => {
    const [east, west] = [
      await server.company({ timeZone: 'Pacific/Kiritimati' }),
      await server.company({ timeZone: 'Pacific/Pago_Pago' }),
    ]
    const [overdue, tomorrow, paused, active] = await Promise.all([1, 2, 3, 4].map(() => server.company()))
    for (const company of [east, west]) await close(company, 0)
    // Kiritimati is 25 hours ahead of Pago Pago, so the date of today there is always a later day in Pago Pago.
    await server.db.query(
      `update organizations set delete_on = (now() at time zone 'Pacific/Kiritimati')::date where org_id = $1`,
      [west.id],
    )
    await close(overdue!, -3)
    await close(tomorrow!, 1)
    await pauseOrganization(server.db, paused!.slug, 'unpaid', new Date())
    const key = await overdue!.as('owner')
    await runJob()

    expect(await exists(east)).to.equal(false)
    expect(await exists(overdue!)).to.equal(false)
    for (const company of [west, tomorrow!, paused!, active!]) expect(await exists(company)).to.equal(true)
    const answer = await key.post('/v1/platform/whoami', {})
    expect(answer.status, 'its keys are unknown now').to.equal(401)
    await (await active!.as('owner')).call('platform_whoami', {})
  })

  it('takes its files away, and those of no other organization', async () => {
    const [closed, other] = [await server.company(), await server.company()]
    const { storage } = server.running.runtime
    const [going, staying] = [newPlace(closed.id), newPlace(other.id)]
    for (const place of [going, staying]) await storage.put(place, Buffer.from('bytes'), 'text/plain')
    await close(closed, -1)
    await runJob()
    expect(await storage.find(going)).to.equal(undefined)
    expect(await storage.find(staying)).to.deep.include({ place: staying })
  })

  it('comes even if another organization cannot be deleted', async () => {
    const [broken, due] = [await server.company(), await server.company()]
    await close(broken, -2)
    await close(due, -1)
    await server.db.query(`update organizations set time_zone = 'No/Where' where org_id = $1`, [broken.id])
    await runJob()
    expect(await exists(due)).to.equal(false)
    expect(await exists(broken)).to.equal(true)
    await server.db.query(`delete from graphile_worker._private_jobs`)
    await resumeOrganization(server.db, broken.slug, new Date())
  })

  it('does not come when the organization was resumed before', async () => {
    const company = await server.company()
    await close(company, -1)
    await resumeOrganization(server.db, company.slug, new Date())
    await runJob()
    expect(await exists(company)).to.equal(true)
  })

  it('is mailed to owners and admins again seven days before, once', async () => {
    const [soon, later, told, resumed] = await Promise.all([1, 2, 3, 4].map(() => server.company()))
    const all = [soon!, later!, told!, resumed!]
    for (const company of all) for (const role of ['admin', 'hr'] as const) await company.member(role)
    const mailsTo = async (company: Company) => {
      const { rows } = await server.db.query<{ role: string }>(
        `select m.role from mails w join memberships m on m.org_id = w.org_id and m.id = w.membership_id
          where w.org_id = $1 and w.kind = 'organization_status' and w.created_at > now() - interval '1 hour' order by 1`,
        [company.id],
      )
      return rows.map(({ role }) => role)
    }
    await close(soon!, 7)
    await close(later!, 8)
    await close(resumed!, 7)
    await resumeOrganization(server.db, resumed!.slug, new Date())
    await server.db.query(
      `update mails set status = 'sent', ended_at = now(), created_at = now() - interval '9 days'
        where kind = 'organization_status'`,
    )
    await close(told!, 7)
    const recent = await mailsTo(told!)
    await runJob()
    expect(await mailsTo(soon!)).to.deep.equal(['admin', 'owner'])
    await runJob()
    expect(await Promise.all(all.map(mailsTo))).to.deep.equal([['admin', 'owner'], [], recent, []])
  })
})
