import { useServer } from '../../../support/server.ts'

describe('org.positions.create', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('org_positions_create', {} as never)
    throw new Error('write the story of org.positions.create here')
  })
})
