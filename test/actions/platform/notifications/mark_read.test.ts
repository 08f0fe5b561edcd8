import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { task as remind } from '../../../../src/jobs/remind.ts'
import { activityOf } from '../../../support/activity.ts'
import { runJob } from '../../../support/run-job.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.notifications.mark_read', () => {
  const server = useServer()

  it('marks own ones once; those of others, and what is no id, are left alone; the log tells nothing', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const [hr, other] = [await company.as('hr'), await company.as('hr')]
    await company.person({ start_date: '2026-06-15' })
    await company.person({ start_date: '2026-06-15' })
    await runJob(server, remind, server.now)
    const [own, others] = await Promise.all(
      [hr, other].map(async (one) =>
        (await one.call('platform_notifications_list', {})).items.map(({ id }) => id),
      ),
    )
    const ids = [own![0]!, others![0]!, randomUUIDv7(), 'nonsense', company.root]
    expect(await hr.call('platform_notifications_mark_read', { ids })).to.deep.equal({ marked: 1, unread: 1 })
    expect(await hr.call('platform_notifications_mark_read', { ids })).to.deep.equal({ marked: 0, unread: 1 })
    expect((await other.call('platform_notifications_list', {})).unread).to.equal(2)
    const dry = await hr.call('platform_notifications_mark_read', { ids: own! }, { dryRun: true })
    expect(dry).to.deep.equal({ marked: 1, unread: 0 })
    const both = await Promise.all(own!.map(() => hr.call('platform_notifications_mark_read', { ids: own! })))
    expect(both.reduce((sum, { marked }) => sum + marked, 0)).to.equal(1)
    expect(await activityOf(server, company, 'platform.notifications.mark_read')).to.deep.equal([])
  })
})
