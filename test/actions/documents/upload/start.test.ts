import { useServer } from '../../../support/server.ts'

describe('documents.upload.start', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('documents_upload_start', {} as never)
    throw new Error('write the story of documents.upload.start here')
  })
})
