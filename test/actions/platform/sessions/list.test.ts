import { useServer } from '../../../support/server.ts'

describe('platform.sessions.list', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('platform_sessions_list', {} as never)
    throw new Error('write the story of platform.sessions.list here')
  })
})
