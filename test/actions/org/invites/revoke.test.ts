import { useServer } from '../../../support/server.ts'

describe('org.invites.revoke', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('org_invites_revoke', {} as never)
    throw new Error('write the story of org.invites.revoke here')
  })
})
