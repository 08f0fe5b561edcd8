import { expect } from 'chai'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.reminders.settings.get', () => {
  const server = useServer()

  it('tells what is usual, until somebody changes it; to owners, admins and HR', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { enabled, days_before } = await hr.call('org_reminders_settings_get', {})
    expect(Object.values(enabled)).to.deep.equal([true, true, true, true, true])
    expect(days_before).to.deep.equal({
      ...{ probation_end: 14, contract_end: 30, start_soon: 3, start_today: 0, anniversary: 0 },
    })
    const viewer = await company.as('viewer')
    await refused(viewer.call('org_reminders_settings_get', {}), 'forbidden')
  })
})
