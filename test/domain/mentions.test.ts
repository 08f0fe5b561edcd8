import { expect } from 'chai'
import { mentionsIn, mostMentions } from '../../src/domain/mentions.ts'

describe('the people in a value', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `person ${n}` }))

  it('are what stands at the paths, each once, and nothing for null or what is left out', () => {
    const value = {
      person_id: 'a',
      manager: { id: 'b', name: 'B' },
      lead: null,
      units: [{ head: { id: 'c' } }, { head: null }, {}],
      by_team: { x: { id: 'a' }, y: { id: 'd' } },
      other_id: 'e',
    }
    const paths = ['person_id', 'manager.id', 'lead.id', 'units.*.head.id', 'by_team.*.id', 'gone.id']
    expect(mentionsIn(paths, value)).to.deep.equal(['a', 'b', 'c', 'd'])
    expect(mentionsIn(['*.id'], ids(2))).to.deep.equal(['person 0', 'person 1'])
    expect(mentionsIn([], value)).to.deep.equal([])
    expect(mentionsIn(['person_id'], null)).to.deep.equal([])
  })

  it(`are not collected when there are more than ${mostMentions}`, () => {
    expect(mentionsIn(['*.id'], ids(mostMentions))).to.have.length(mostMentions)
    expect(mentionsIn(['*.id', '*.id'], ids(mostMentions))).to.have.length(mostMentions)
    expect(mentionsIn(['*.id'], ids(mostMentions + 1))).to.equal(null)
  })
})
