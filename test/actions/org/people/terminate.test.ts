import { useServer } from '../../../support/server.ts'

describe('org.people.terminate', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('org_people_terminate', {} as never)
    throw new Error('write the story of org.people.terminate here')
  })
})
