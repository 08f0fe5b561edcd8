import { useServer } from '../../../support/server.ts'

describe('org.positions.cancel', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('org_positions_cancel', {} as never)
    throw new Error('write the story of org.positions.cancel here')
  })
})
