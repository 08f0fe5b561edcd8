import { useServer } from '../../../support/server.ts'

describe('platform.sign_in_methods.unlink', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('platform_sign_in_methods_unlink', {} as never)
    throw new Error('write the story of platform.sign_in_methods.unlink here')
  })
})
