import { expect } from 'chai'
import { actor } from '../../../support/approvals.ts'
import { announce, pdf, upload, uploadOwn } from '../../../support/documents.ts'
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

  it('are not there for others before their bytes have come, whoever is to read them', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const ada = await actor(server, company, 'member')
    const ben = await actor(server, company, 'member')
    const file = announce(pdf())
    const { document: forAll } = await hr.call('documents_upload_start', {
      ...{ subject: { kind: 'company' }, category: 'Policy', file },
    })
    const { document: ofAda } = await hr.call('documents_upload_start', {
      ...{ subject: { kind: 'person', person_id: ada.personId }, category: 'ID', file },
    })
    const { document: own } = await ada.key.call('documents_me_upload_start', { category: 'ID', file })
    for (const [somebody, ids] of [
      [ada, [forAll!.id, ofAda!.id]],
      [ben, [forAll!.id, ofAda!.id, own!.id]],
    ] as const)
      for (const document_id of ids)
        for (const name of ['documents_me_delete', 'documents_me_download'] as const)
          await refused(somebody.key.call(name, { document_id }), 'not_found')
    await refused(ada.key.call('documents_me_download', { document_id: own!.id }), 'conflict')
    expect((await ada.key.call('documents_me_delete', { document_id: own!.id })).deleted).to.equal(true)
  })
})
