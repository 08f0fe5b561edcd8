import { expect } from 'chai'
import { readForeign } from '../../src/domain/foreign-header.ts'
import { detailOf, tellDetail } from '../../src/errors.ts'
import { atOnce } from '../support/at-once.ts'

const required = ['given_name', 'family_name', 'work_email', 'title']

/** What is told of the names of a file that are no columns. */
const read = (unknown: string[], known: string[] = []) => {
  const { told, named } = atOnce(readForeign(unknown, new Set([...known, ...unknown]), required))
  const spelled = [...told].map(
    ([name, one]) => [name, one && tellDetail(detailOf(one), 'en').message] as const,
  )
  return { told: Object.fromEntries(spelled), named: [...named] }
}
/** The column that a name may mean, as the message asks. */
const meant = (unknown: string[], known: string[] = []) =>
  Object.fromEntries(
    Object.entries(read(unknown, known).told).map(([name, message]) => [
      name,
      message && / Did you mean ([^,?]+)/.exec(message)?.[1],
    ]),
  )

describe('names of other systems in one file', () => {
  it('Rufname is the preferred name, also where no column has the given name', () => {
    expect(meant(['rufname'])).to.deep.equal({ rufname: 'preferred_name' })
    for (const names of [
      ['vorname', 'rufname'],
      ['rufname', 'vorname'],
    ])
      expect(meant(names)).to.deep.equal({ vorname: 'given_name', rufname: 'preferred_name' })
    expect(read(['vorname', 'rufname']).named).to.have.members(['given_name', 'preferred_name'])
    expect(read(['rufname'], ['given_name', 'preferred_name']).told['rufname']).to.equal(
      'preferred_name and rufname may mean the same. Keep the right one, call it preferred_name in the first row, and take the other out.',
    )
  })

  it('a name of two columns is what no other name is for', () => {
    expect(meant(['name'])).to.deep.equal({ name: 'given_name and family_name' })
    expect(read(['name']).told['name']).to.include('which are required? Then make these two columns of it;')
    expect(read(['name']).named).to.deep.equal(['given_name', 'family_name'])
    expect(meant(['vorname', 'name'])).to.deep.equal({ vorname: 'given_name', name: 'family_name' })
    expect(meant(['name'], ['family_name'])).to.deep.equal({ name: 'given_name' })
    expect(read(['display name'], ['given_name', 'family_name'])).to.deep.equal({
      told: {
        'display name':
          'No column of an import has this name, and no custom field this key. What it may mean has columns of its own in this file: take it out.',
      },
      named: [],
    })
    expect(read(['name', 'full name']).told).to.deep.equal({
      name: 'name and full name may mean the same. Keep the right one, make given_name and family_name of it, and take the other out.',
      'full name': null,
    })
  })

  it('names that mean the same are told with the first of them, at most five by name', () => {
    const { told, named } = read(
      ['department', 'salary', 'abteilung', 'bereich', 'gruppe', 'squad', 'unit', 'division'],
      ['team'],
    )
    const { department, ...others } = told
    expect(department).to.equal(
      'team, department, abteilung, bereich, squad and 2 more may mean the same. Keep the right one, call it team in the first row, and take the others out.',
    )
    expect(others).to.deep.equal({ abteilung: null, bereich: null, squad: null, unit: null, division: null })
    expect(named).to.deep.equal(['team'])
  })

  it('nothing is told of names that no system has', () => {
    expect(read(['salary', '__proto__', 'colour'])).to.deep.equal({ told: {}, named: [] })
  })
})
