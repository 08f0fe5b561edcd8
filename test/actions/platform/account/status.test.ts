import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('platform.account.status', () => {
  const server = useServer()

  it('counts the people employed today, and the mails that are included for those of this month', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    server.now = new Date('2026-05-10T12:00:00Z')
    await company.person({ start_date: '2026-05-10' })
    await company.person({ start_date: '2020-01-01', last_day: '2026-05-10' })
    await company.person({ start_date: '2020-01-01', last_day: '2026-05-09' })
    await company.person({ start_date: '2020-01-01', last_day: '2026-04-30' })
    await company.person({ start_date: '2026-05-11' })
    expect(await owner.call('platform_account_status', {})).to.deep.equal({
      status: 'active',
      paused: null,
      billing: false,
      usage: {
        active_people: 2,
        storage_bytes: 0,
        storage_included_bytes: 500_000_000,
        emails_sent: 0,
        emails_included: 30,
        emails_extra_limit: 0,
      },
    })
  })

  it('does not count people of other organizations', async () => {
    await (await server.company()).person()
    const owner = await (await server.company()).as('owner')
    expect((await owner.call('platform_account_status', {})).usage.active_people).to.equal(0)
  })

  it('says why the organization is closed, and when its data is deleted', async () => {
    const company = await server.company()
    const admin = await company.as('admin', 'web')
    await server.db.query(
      `update organizations set status = 'closed', pause_reason = 'unpaid', paused_since = '2026-01-02T03:04:05Z', delete_on = '2026-09-01'
        where org_id = $1`,
      [company.id],
    )
    expect(await admin.call('platform_account_status', {})).to.deep.include({
      status: 'closed',
      paused: { reason: 'unpaid', since: '2026-01-02T03:04:05.000Z', delete_on: '2026-09-01' },
    })
  })
})
