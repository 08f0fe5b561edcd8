import { useServer } from '../../../support/server.ts'

describe('org.me.export_data', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('org_me_export_data', {} as never)
    throw new Error('write the story of org.me.export_data here')
  })
})
