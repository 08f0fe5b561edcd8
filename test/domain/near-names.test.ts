import { expect } from 'chai'
import { nearNames } from '../../src/domain/near-names.ts'
import { atOnce } from '../support/at-once.ts'
import { leastWorkMs } from '../support/longest-work.ts'

describe('names that are nearly like others', () => {
  const near = (name: string, ...others: string[]) => atOnce(nearNames([name], others)).get(name)

  it('have one or two letters wrong, by their length; case, accents and signs make no difference', () => {
    for (const [name, other] of [
      ['Operation', 'Operations'],
      ['Markting', 'Marketing'],
      ['Custmer Sucess', 'Customer Success'],
      ['R & D', 'R&D'],
      ['Koln', 'Köln'],
      ['SALSE', 'Sales'],
      ['ada@acme.exampel', 'ada@acme.example'],
    ] as const)
      expect(near(name, 'Something else', other), name).to.equal(other)
  })

  it('are none that differ in a number or in a short word, nor other short names', () => {
    for (const [name, other] of [
      ['Team 1', 'Team 2'],
      ['Team A', 'Team B'],
      ['Sales DE', 'Sales FR'],
      ['HR', 'PR'],
      ['IT', 'It 2'],
      ['Finance', 'Facilities'],
      ['--', '=='],
    ] as const)
      expect(near(name, other), name).to.equal(undefined)
  })

  it('are the most similar ones, and of these the first', () => {
    expect(near('Operatons', 'Operators', 'Operations', 'Operation')).to.equal('Operators')
    expect(near('Operation', 'Operations', 'Operatiion', 'OPERATION')).to.equal('OPERATION')
  })

  it('are compared in short pieces of work, also 10 long names with 2,000 that differ at the end only', () => {
    const long = (at: number) => `Abteilung für angewandte Forschung ${String.fromCharCode(97 + (at % 26))}`
    const names = Array.from({ length: 10 }, (_, at) => `${long(at)}yyy`)
    const others = Array.from({ length: 2000 }, (_, at) => `${long(at)}xxxx`)
    expect([...nearNames(names, others)].length, 'pauses').to.be.greaterThan(400)
    expect(leastWorkMs(() => atOnce(nearNames(names, others)))).to.be.lessThan(1000)
  })
})
