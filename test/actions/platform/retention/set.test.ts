import { expect } from 'chai'
import { task as sweep } from '../../../../src/jobs/sweep_retained.ts'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { runJob } from '../../../support/run-job.ts'
import { useServer } from '../../../support/server.ts'

const days = (count: number) => new Date(Date.now() + count * 86_400_000)

describe('platform.retention.set', () => {
  const server = useServer()

  it('changes only what is sent, within bounds, and records it', async () => {
    const company = await server.company({ name: 'Acme' })
    const admin = await company.as('admin')
    await admin.call('platform_retention_set', { log_days: 400 })
    const changed = await admin.call('platform_retention_set', { mails_days: 10 })
    expect(changed).to.include({ log_days: 400, sessions_days: 30, mails_days: 10 })
    expect(await admin.call('platform_retention_get', {})).to.deep.equal(changed)
    await refused(admin.call('platform_retention_set', { log_days: 30 }), 'validation_failed')
    await refused(admin.call('platform_retention_set', { sessions_days: 31 }), 'validation_failed')
    const [line] = await activityOf(server, company, 'platform.retention.set')
    expect(line).to.include({ summary: 'Changed how long {subject} keeps what is over' })
  })

  it('has a job delete what is older, and nothing of other companies', async () => {
    const [short, long] = [await server.company(), await server.company()]
    const admin = await short.as('admin')
    await long.as('admin', 'web')
    await short.as('hr', 'web')
    await admin.call('platform_retention_set', { log_days: 365, sessions_days: 2 })
    await (await long.as('admin')).call('platform_retention_set', { mails_days: 20 })
    const count = async (company: { id: string }, table: string) =>
      (
        await server.db.query<{ count: number }>(`select count(*)::int from ${table} where org_id = $1`, [
          company.id,
        ])
      ).rows[0]!.count
    await runJob(server, sweep, days(1))
    expect([await count(short, 'sessions'), await count(short, 'activity')]).to.deep.equal([1, 1])
    await runJob(server, sweep, days(20))
    expect([await count(short, 'sessions'), await count(short, 'activity')]).to.deep.equal([0, 1])
    expect(await count(long, 'sessions')).to.equal(1)
    await runJob(server, sweep, days(366))
    expect(await count(short, 'activity')).to.equal(0)
    expect(await count(long, 'activity')).to.equal(1)
  })
})
