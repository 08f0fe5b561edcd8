import { useServer } from '../../../support/server.ts'

describe('documents.upload.finish', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('owner')
    await caller.call('documents_upload_finish', {} as never)
    throw new Error('write the story of documents.upload.finish here')
  })
})
