import { expect } from 'chai'
import { task as remind } from '../../../../src/jobs/remind.ts'
import { runJob } from '../../../support/run-job.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.notifications.mark_all_read', () => {
  const server = useServer()

  it('marks all of the caller, and nobody else of the company', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const [hr, other] = [await company.as('hr'), await company.as('hr')]
    await company.person({ start_date: '2026-06-15' })
    await company.person({ start_date: '2026-06-18' })
    await runJob(server, remind, server.now)
    expect(await hr.call('platform_notifications_mark_all_read', {})).to.deep.equal({ marked: 2, unread: 0 })
    const { items, unread } = await hr.call('platform_notifications_list', {})
    expect([items.length, items.every(({ read }) => read), unread]).to.deep.equal([2, true, 0])
    expect((await other.call('platform_notifications_list', {})).unread).to.equal(2)
  })
})
