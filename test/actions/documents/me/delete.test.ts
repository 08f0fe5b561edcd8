import { expect } from 'chai'
import { actor } from '../../../support/approvals.ts'
import { upload, uploadOwn } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.me.delete: documents of one’s own', () => {
  const server = useServer()

  it('are deleted by those who added them, and by nobody else', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const ada = await actor(server, company, 'member')
    const ben = await actor(server, company, 'member')
    const byHr = await upload(hr, { personId: ada.personId })
    const hidden = await upload(hr, { personId: ada.personId, visibility: 'hr' })
    const byAda = await uploadOwn(ada.key)
    const call = ada.key.call('documents_me_delete', { document_id: byHr.id })
    expect((await refused(call, 'forbidden')).body.error.details![0]!.code).to.equal('document_of_hr')
    await refused(ada.key.call('documents_me_delete', { document_id: hidden.id }), 'not_found')
    await refused(ben.key.call('documents_me_delete', { document_id: byAda.id }), 'not_found')
    const gone = { id: byAda.id, deleted: true }
    expect(await ada.key.call('documents_me_delete', { document_id: byAda.id })).to.deep.equal(gone)
  })
})
