import { useServer } from '../../../support/server.ts'

describe('webhooks.deliveries.list', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('webhooks_deliveries_list', {} as never)
    throw new Error('write the story of webhooks.deliveries.list here')
  })
})
