import { useServer } from '../../../support/server.ts'

describe('org.people.export_data', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('org_people_export_data', {} as never)
    throw new Error('write the story of org.people.export_data here')
  })
})
