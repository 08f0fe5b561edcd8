import { expect } from 'chai'
import { addUp, type HeadcountChange, type MonthNumbers } from '../../src/domain/headcount.ts'
import type { Month } from '../../src/domain/months.ts'
import { atOnce } from '../support/at-once.ts'
import { workPerRunMs } from '../support/longest-work.ts'

const months = Array.from(
  { length: 60 },
  (_, n) => `20${20 + Math.floor(n / 12)}-${`${(n % 12) + 1}`.padStart(2, '0')}` as Month,
)
const joins = (group: string, month: number): HeadcountChange => ({
  group,
  month,
  heads: 1,
  fte: 0.1,
  joined: 1,
  left: 0,
})

describe('full-time equivalents', () => {
  const parts = (group: string, ...changes: [month: number, heads: number, fte: number][]) =>
    changes.map(([month, heads, fte]) => ({ ...joins(group, month), heads, fte }))
  const fteOf = (changes: HeadcountChange[]) =>
    [...atOnce(addUp(changes, months)).values()].map((line) => line.slice(0, 5).map(({ fte }) => fte))

  it('keep all decimals that one person may have, so that groups sum up to the whole', () => {
    expect(
      fteOf([...parts('u1', [0, 1, 0.125], [2, 1, 0.333]), ...parts('u2', [1, 1, 0.125])]),
    ).to.deep.equal([
      [0.125, 0.125, 0.458, 0.458, 0.458],
      [0, 0.125, 0.125, 0.125, 0.125],
    ])
  })

  it('are nothing less than zero once everybody has left', () => {
    const [line] = fteOf(parts('u1', [0, 1, 0.7], [1, 1, 0.1], [2, -1, -0.7], [3, -1, -0.1]))
    expect(line).to.deep.equal([0.7, 0.8, 0.1, 0, 0])
  })
})

describe('the numbers of units with those below them', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, n) => ({ id: `u${n}`, parent_id: n === 0 ? null : `u${n - 1}` }))

  it('count everybody once in their unit and in each one above', () => {
    const units = [...chain(4), { id: 'side', parent_id: 'u1' }].toReversed()
    const numbers = atOnce(addUp([...units.map(({ id }) => joins(id, 3)), joins('u3', 5)], months, units))
    const last = (id: string): MonthNumbers => numbers.get(id)!.at(-1)!
    expect(units.map(({ id }) => [id, last(id).headcount, last(id).fte])).to.deep.equal([
      ['side', 1, 0.1],
      ['u3', 2, 0.2],
      ['u2', 3, 0.3],
      ['u1', 5, 0.5],
      ['u0', 6, 0.6],
    ])
    expect(
      numbers
        .get('u0')!
        .slice(2, 6)
        .map(({ joined }) => joined),
    ).to.deep.equal([0, 5, 0, 1])
    const leaves = { ...joins('u3', 4), heads: -1, fte: -0.1, joined: 0, left: 1 }
    const [before, after] = atOnce(addUp([joins('u3', 3), leaves], months, units))
      .get('u0')!
      .slice(3)
    expect([before, after].map((at) => [at!.headcount, at!.joined, at!.left])).to.deep.equal([
      [1, 1, 0],
      [0, 0, 1],
    ])
  })

  it('take time with the number of units, however deep they are', () => {
    const timeOf = (length: number) => {
      const units = chain(length)
      const changes = units.flatMap(({ id }) => [joins(id, 0), joins(id, 30)])
      const run = () => atOnce(addUp(changes, months, units))
      run()
      return Math.min(workPerRunMs(run), workPerRunMs(run))
    }
    const [some, many] = [timeOf(500), timeOf(4000)]
    // Eight times as many units take eight times as long; in time with the square it would be 64 times.
    expect(many / some).to.be.below(24)
  })
})
