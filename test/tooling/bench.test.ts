import { expect } from 'chai'
import { judge } from '../../bench/judge.ts'

/** Judges runs with these ratios, one after the other. */
async function judged(floor: number, ...ratios: number[]): Promise<{ ratio: number; runs: number[] }> {
  const left = [...ratios]
  const { median, runs } = await judge(async () => ({ ratio: left.shift()! }), floor)
  return { ratio: median.ratio, runs: runs.map(({ ratio }) => ratio) }
}

describe('a row of npm run bench', () => {
  it('is run once when it reaches its floor', async () => {
    expect(await judged(0.7, 0.7, 0.1)).to.deep.equal({ ratio: 0.7, runs: [0.7] })
  })

  it('is run three times when it does not, and judged by the median', async () => {
    expect(await judged(0.7, 0.5, 0.9, 0.8)).to.deep.equal({ ratio: 0.8, runs: [0.5, 0.9, 0.8] })
    expect(await judged(0.7, 0.6, 0.9, 0.5)).to.deep.equal({ ratio: 0.6, runs: [0.6, 0.9, 0.5] })
  })
})
