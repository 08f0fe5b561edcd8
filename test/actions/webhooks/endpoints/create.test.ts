import { useServer } from '../../../support/server.ts'

describe('webhooks.endpoints.create', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('webhooks_endpoints_create', {} as never)
    throw new Error('write the story of webhooks.endpoints.create here')
  })
})
