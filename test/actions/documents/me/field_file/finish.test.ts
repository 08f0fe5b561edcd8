import { useServer } from '../../../../support/server.ts'

describe('documents.me.field_file.finish', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('member')
    await caller.call('documents_me_field_file_finish', {} as never)
    throw new Error('write the story of documents.me.field_file.finish here')
  })
})
