import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { judge } from '../../bench/judge.ts'
import { isAlive } from '../../src/db/unfinished.ts'
import { Program } from '../support/process.ts'
import { until } from '../support/wait.ts'

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

describe('SIGTERM', () => {
  const commands: Record<string, string[]> = {
    'npm run bench': ['bench/main.ts', '--only', 'whoami'],
    'npm test': ['test/run.ts', 'test/db/pool.test.ts'],
  }
  for (const [name, [file, ...args]] of Object.entries(commands))
    it(`ends ${name} and its database, also while that is being started`, async () => {
      const TMPDIR = mkdtempSync(join(tmpdir(), 'rollcall-signal-'))
      const program = new Program(file!, args, { TMPDIR })
      let pid = 0
      try {
        const [pidFile] = await until(
          'there is a database',
          () => {
            const found = globSync('*/postgres/postmaster.pid', { cwd: TMPDIR })
            return found.length > 0 && found
          },
          40_000,
        )
        pid = Number(readFileSync(join(TMPDIR, pidFile!), 'utf8').split('\n')[0])
        expect((await program.end('SIGTERM')).code).to.equal(128 + 15)
        expect(isAlive(pid), 'the database').to.equal(false)
        expect(readdirSync(TMPDIR)).to.deep.equal([])
      } finally {
        await program.end('SIGKILL')
        if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL')
        rmSync(TMPDIR, { recursive: true, force: true })
      }
    })
})
