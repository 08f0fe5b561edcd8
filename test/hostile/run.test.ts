import { expect } from 'chai'
import type { Attack, Finding } from './attack.ts'
import { describeFinding, judge, tell } from './run.ts'

const within = { what: 'x', ms: 9, most: 10 }
const over = { what: 'y', ms: 11, most: 10 }
const finding: Finding = { measured: 'answers 400', ok: true, work: [within], waits: [within] }
const judgeBoth = (more: Partial<Finding>) =>
  [true, false].map((short) => judge({ ...finding, ...more }, short))

describe('the verdict on an attack', () => {
  it('counts answers and work in both forms, and waits only in the long one', () => {
    expect(judgeBoth({})).to.deep.equal([true, true])
    expect(judgeBoth({ ok: false })).to.deep.equal([false, false])
    expect(judgeBoth({ work: [within, over] })).to.deep.equal([false, false])
    expect(judgeBoth({ waits: [over, within] })).to.deep.equal([true, false])
    expect(judge({ measured: '', ok: true }, false), 'nothing to wait for').to.equal(true)
  })

  it('is bad for a time that could not be measured', () => {
    expect(judgeBoth({ work: [{ ...within, ms: NaN }] })).to.deep.equal([false, false])
    expect(judgeBoth({ waits: [{ ...within, ms: Infinity }] })).to.deep.equal([true, false])
  })

  it('is told with what was measured, and of many bounds with the worst', () => {
    const many = { ...finding, waits: [within, within, over, within] }
    expect(tell(many)).to.equal('answers 400; x 9 ms (bound 10); y 11 ms (bound 10)')
    const line = (short: boolean) =>
      describeFinding({ name: 'an attack' } as Attack, { ...many, seconds: 1 }, short)
    expect(line(true)).to.match(/^withstood  an attack: answers 400; /)
    expect(line(false)).to.match(/^HURT {7}an attack: answers 400; .* \(1 s\)$/)
  })
})
