import { expect } from 'chai'
import { pdf, upload } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { heldUp } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.categories.rename: a category', () => {
  const server = useServer()

  it('gets another name, or becomes one with another; one of every company stays on offer', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    for (const [index, category] of ['Parking', 'Parking', 'Cars', 'Policy'].entries())
      await upload(web, { category, bytes: pdf(`${index}`) })
    const rename = (category: string, name: string) =>
      web.call('documents_categories_rename', { category, name })
    expect(await rename('parking', 'PARKING')).to.deep.equal({ name: 'PARKING', documents: 2, merged: false })
    expect(await rename('Parking', 'cars')).to.deep.equal({ name: 'Cars', documents: 2, merged: true })
    expect(await rename('Policy', 'Rules')).to.deep.equal({ name: 'Rules', documents: 1, merged: false })
    expect(await rename('Cars', 'other')).to.deep.equal({ name: 'Other', documents: 3, merged: false })
    expect(await rename('Rules', 'Rules')).to.deep.equal({ name: 'Rules', documents: 0, merged: false })
    const all = await web.call('documents_categories_list', {})
    expect(all.filter(({ documents }) => documents > 0)).to.deep.equal([
      { name: 'Other', starter: true, documents: 3 },
      { name: 'Rules', starter: false, documents: 1 },
    ])
    await refused(rename('Nothing', 'Something'), 'not_found')
  })

  it('is not found when its last document is deleted while the call waits for it', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id: document_id } = await upload(web, { category: 'Parking' })
    const { first, second } = await heldUp(
      server.db,
      { text: 'select 1 from documents where org_id = $1 for update', values: [company.id] },
      () => web.call('documents_delete', { document_id }),
      () => web.call('documents_categories_rename', { category: 'Parking', name: 'Cars' }),
    )
    await first
    await refused(second, 'not_found')
  })
})
