import { useServer } from '../../../support/server.ts'

describe('org.approvals.withdraw', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('org_approvals_withdraw', {} as never)
    throw new Error('write the story of org.approvals.withdraw here')
  })
})
