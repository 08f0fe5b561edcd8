import { expect } from 'chai'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('platform.notifications.settings.get', () => {
  const server = useServer()

  it('tells owners and admins what is mailed, what is included, and what more of it costs', async () => {
    server.now = new Date('2026-06-30T22:30:00Z')
    const company = await server.company({ timeZone: 'Europe/Berlin' })
    const owner = await company.as('owner')
    for (let count = 0; count < 3; count += 1) await company.person()
    await company.person({ last_day: '2026-06-30' })
    await server.db.query(`insert into mail_months (org_id, month, sent) values ($1, '2026-07-01', 131)`, [
      company.id,
    ])
    await server.db.query(`insert into mail_months (org_id, month, sent) values ($1, '2026-06-01', 9)`, [
      company.id,
    ])
    expect(await owner.call('platform_notifications_settings_get', {})).to.deep.equal({
      email: { reminders: true, approval_request: true, document_uploaded: true },
      extra_limit: 0,
      usage: { month: '2026-07', active_people: 3, included: 30, sent: 131, extra_sent: 101, cost_eur: 0.2 },
    })
    const { usage } = await owner.call('platform_account_status', {})
    expect(usage).to.deep.include({ emails_sent: 131, emails_included: 30, emails_extra_limit: 0 })
    const hr = await company.as('hr')
    await refused(hr.call('platform_notifications_settings_get', {}), 'forbidden')
  })

  it('includes mails for each person who worked here this month: what was free of charge costs nothing once somebody leaves', async () => {
    server.now = new Date('2026-07-20T12:00:00Z')
    const company = await server.company()
    const owner = await company.as('owner')
    await company.person()
    await company.person({ last_day: '2026-07-01' })
    await company.person({ last_day: '2026-06-30' })
    await company.person({ start_date: '2026-07-21' })
    const { id: back } = await company.person({ last_day: '2026-07-02' })
    await owner.call('org_people_rehire', { person_id: back, title: 'Cook', start_date: '2026-07-10' })
    await server.db.query(`insert into mail_months (org_id, month, sent) values ($1, '2026-07-01', 30)`, [
      company.id,
    ])
    const usage = { active_people: 2, included: 30, sent: 30, extra_sent: 0, cost_eur: 0 }
    expect((await owner.call('platform_notifications_settings_get', {})).usage).to.deep.include(usage)
    const account = await owner.call('platform_account_status', {})
    expect(account.usage).to.deep.include({ active_people: 2, emails_sent: 30, emails_included: 30 })
    server.now = new Date('2026-08-01T12:00:00Z')
    const next = await owner.call('platform_notifications_settings_get', {})
    expect(next.usage).to.deep.include({ active_people: 3, included: 30, sent: 0 })
  })
})
