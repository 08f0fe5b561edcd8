import { expect } from 'chai'
import { pdf, upload } from '../../../support/documents.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.categories.list: categories', () => {
  const server = useServer()

  it('are those of every company, then those that documents are in', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    await upload(web, { category: 'Zebra crossing', bytes: pdf('1') })
    await upload(web, { category: 'policy', bytes: pdf('2') })
    const all = await web.call('documents_categories_list', {})
    expect(
      all
        .slice(0, 7)
        .map(({ name }) => name)
        .join(),
    ).to.equal('Contract,Addendum,Certificate,ID,Policy,Handbook,Other')
    expect(all.slice(4, 5).concat(all.slice(7))).to.deep.equal([
      { name: 'Policy', starter: true, documents: 1 },
      { name: 'Zebra crossing', starter: false, documents: 1 },
    ])
  })
})
