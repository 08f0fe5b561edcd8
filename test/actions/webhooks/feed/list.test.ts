import { useServer } from '../../../support/server.ts'

describe('webhooks.feed.list', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('webhooks_feed_list', {} as never)
    throw new Error('write the story of webhooks.feed.list here')
  })
})
