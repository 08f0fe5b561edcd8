import { useServer } from '../../../support/server.ts'

describe('org.positions.get', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('org_positions_get', {} as never)
    throw new Error('write the story of org.positions.get here')
  })
})
