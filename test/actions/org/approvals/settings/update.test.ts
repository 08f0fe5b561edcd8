import { useServer } from '../../../../support/server.ts'

describe('org.approvals.settings.update', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('org_approvals_settings_update', {} as never)
    throw new Error('write the story of org.approvals.settings.update here')
  })
})
