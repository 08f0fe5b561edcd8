import { useServer } from '../../../support/server.ts'

describe('platform.access.revoke', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('platform_access_revoke', {} as never)
    throw new Error('write the story of platform.access.revoke here')
  })
})
