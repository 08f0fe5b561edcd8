import { useServer } from '../../../support/server.ts'

describe('org.positions.list', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('org_positions_list', {} as never)
    throw new Error('write the story of org.positions.list here')
  })
})
