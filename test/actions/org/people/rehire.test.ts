import { useServer } from '../../../support/server.ts'

describe('org.people.rehire', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('org_people_rehire', {} as never)
    throw new Error('write the story of org.people.rehire here')
  })
})
