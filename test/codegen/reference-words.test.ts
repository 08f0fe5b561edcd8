import { expect } from 'chai'
import { unknownSynonyms } from '../../codegen/reference/words.ts'
import { actions } from '../../src/generated/actions.ts'

describe('other words of the search in the reference', () => {
  it('are about actions that exist', () => {
    const ids = new Set(Object.keys(actions))
    expect(unknownSynonyms(ids)).to.deep.equal([])
    ids.delete('org_people_hire')
    expect(unknownSynonyms(ids)).to.deep.equal(['org_people_hire'])
  })
})
