import { useServer } from '../../../support/server.ts'

describe('documents.categories.list', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('documents_categories_list', {} as never)
    throw new Error('write the story of documents.categories.list here')
  })
})
