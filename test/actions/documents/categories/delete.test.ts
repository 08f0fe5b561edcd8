import { expect } from 'chai'
import { upload } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { heldUp } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.categories.delete: a category', () => {
  const server = useServer()

  it('leaves its documents in Other; those of every company stay', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await upload(web, { category: 'Parking' })
    expect(await web.call('documents_categories_delete', { category: 'parking' })).to.deep.equal({
      documents: 1,
    })
    const [document] = (await web.call('documents_list', {})).documents
    expect([document!.id, document!.category]).to.deep.equal([id, 'Other'])
    await refused(web.call('documents_categories_delete', { category: 'OTHER' }), 'conflict')
    await refused(web.call('documents_categories_delete', { category: 'Parking' }), 'not_found')
  })

  it('is not found when its last document is deleted while the call waits for it', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id: document_id } = await upload(web, { category: 'Parking' })
    const { first, second } = await heldUp(
      server.db,
      { text: 'select 1 from documents where org_id = $1 for update', values: [company.id] },
      () => web.call('documents_delete', { document_id }),
      () => web.call('documents_categories_delete', { category: 'Parking' }),
    )
    await first
    await refused(second, 'not_found')
  })
})
