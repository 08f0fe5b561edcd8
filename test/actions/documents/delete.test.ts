import { useServer } from '../../support/server.ts'

describe('documents.delete', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('documents_delete', {} as never)
    throw new Error('write the story of documents.delete here')
  })
})
