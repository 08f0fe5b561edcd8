import { useServer } from '../../../support/server.ts'

describe('platform.password.change', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('platform_password_change', {} as never)
    throw new Error('write the story of platform.password.change here')
  })
})
