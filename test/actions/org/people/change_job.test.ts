import { useServer } from '../../../support/server.ts'

describe('org.people.change_job', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('org_people_change_job', {} as never)
    throw new Error('write the story of org.people.change_job here')
  })
})
