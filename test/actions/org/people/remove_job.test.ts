import { useServer } from '../../../support/server.ts'

describe('org.people.remove_job', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('org_people_remove_job', {} as never)
    throw new Error('write the story of org.people.remove_job here')
  })
})
