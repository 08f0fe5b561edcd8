import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('platform.retention.get', () => {
  const server = useServer()

  it('tells the defaults until somebody sets others', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    expect(await owner.call('platform_retention_get', {})).to.deep.equal({
      ...{ log_days: null, sessions_days: 30, mails_days: 90 },
      fixed: {
        events_days: 30,
        answers_hours: 72,
        removed_pay_days: 4,
        password_resets_days: 30,
        notifications_days: 90,
      },
    })
  })
})
