import { useServer } from '../../../support/server.ts'

describe('org.fields.update', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('org_fields_update', {} as never)
    throw new Error('write the story of org.fields.update here')
  })
})
