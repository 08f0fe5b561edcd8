import { expect } from 'chai'
import { actor } from '../../../support/approvals.ts'
import { pdf, upload, uploadOwn } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.me.list: documents in the own workspace', () => {
  const server = useServer()

  it('are those of the caller with their categories, newest first; whoever has no person has none', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const ada = await actor(server, company, 'member')
    await upload(hr, { personId: ada.personId, category: 'Warning', visibility: 'hr', bytes: pdf('1') })
    await upload(hr, { personId: ada.personId, category: 'Parking', bytes: pdf('2') })
    await uploadOwn(ada.key, { title: 'Licence', category: 'Certificate', bytes: pdf('3') })
    const { documents, categories, total } = await ada.key.call('documents_me_list', {})
    expect(documents.map(({ category }) => category)).to.deep.equal(['Certificate', 'Parking'])
    expect([categories.at(-1), categories.includes('Warning'), total]).to.deep.equal(['Parking', false, 2])
    const nobody = await company.key(await company.member('member'), 'me')
    expect(await nobody.call('documents_me_list', {})).to.deep.include({
      documents: [],
      total: 0,
      self_upload: null,
    })
    await refused(ada.key.call('documents_me_list', { person_id: company.id }), 'not_found')
  })
})
