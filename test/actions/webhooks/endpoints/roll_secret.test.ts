import { useServer } from '../../../support/server.ts'

describe('webhooks.endpoints.roll_secret', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('webhooks_endpoints_roll_secret', {} as never)
    throw new Error('write the story of webhooks.endpoints.roll_secret here')
  })
})
