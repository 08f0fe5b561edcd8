import { expect } from 'chai'
import { announce, pdf } from '../../support/documents.ts'
import { refused } from '../../support/expect.ts'
import { useServer } from '../../support/server.ts'

describe('documents.download: a link', () => {
  const server = useServer()

  it('is given when the bytes were looked at, not before', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { document } = await web.call('documents_upload_start', {
      ...{ subject: { kind: 'company' }, category: 'Policy', file: announce(pdf()) },
    })
    const call = web.call('documents_download', { document_id: document.id })
    expect((await refused(call, 'conflict')).body.error.details![0]!.code).to.equal('document_not_ready')
  })
})
