import { useServer } from '../../../support/server.ts'

describe('org.invites.create', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('org_invites_create', {} as never)
    throw new Error('write the story of org.invites.create here')
  })
})
