import { expect } from 'chai'
import { task as remind } from '../../../../../src/jobs/remind.ts'
import { activityOf } from '../../../../support/activity.ts'
import { runJob } from '../../../../support/run-job.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.reminders.settings.update', () => {
  const server = useServer({})

  it('changes what is told and when; the next run tells what it adds', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const hr = await company.key(await company.member('hr'))
    await company.person({ contract_end_date: '2026-07-25' })
    await company.person({ start_date: '2026-06-15' })
    await hr.call('org_reminders_settings_update', { enabled: { start_today: false } })
    await runJob(server, remind, server.now)
    const kinds = async () =>
      (await hr.call('platform_notifications_list', {})).items.map(({ reminder }) => reminder!.kind)
    expect(await kinds()).to.deep.equal([])
    const after = await hr.call('org_reminders_settings_update', { days_before: { contract_end: 40 } })
    expect([
      after.enabled.start_today,
      after.days_before.contract_end,
      after.days_before.probation_end,
    ]).to.deep.equal([false, 40, 14])
    await runJob(server, remind, server.now)
    expect(await kinds()).to.deep.equal(['contract_end'])
    await hr.call('org_reminders_settings_update', { days_before: { contract_end: 40 } })
    const lines = await activityOf(server, company, 'org.reminders.settings.update')
    expect(lines.map(({ changes }) => changes)).to.deep.equal([
      [{ field: 'enabled.start_today', before: true, after: false }],
      [{ field: 'days_before.contract_end', before: 30, after: 40 }],
    ])
  })
})
