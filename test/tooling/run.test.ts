import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { longest, longestFirst } from '../run/order.ts'
import { together, type Saw } from '../run/saw.ts'
import { runProgram } from '../support/process.ts'

/** Runs test files of these texts in two processes, which need no database, and says what is left of them. */
async function runTexts(
  texts: Record<string, string>,
): Promise<{ code: number | null; stdout: string; left: string[] }> {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-run-'))
  const TMPDIR = join(dir, 'tmp')
  const TEST_DATABASES_DIR = join(dir, 'databases')
  try {
    for (const folder of [TMPDIR, TEST_DATABASES_DIR]) mkdirSync(folder)
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(dir, `${name}.test.ts`), text)
    const args = ['--processes', '2', join(dir, '*.test.ts')]
    const env = { TMPDIR, TEST_DATABASES_DIR, TEST_SILENCE_SECONDS: '10' }
    const { code, stdout } = await runProgram('test/run.ts', args, env)
    return { code, stdout, left: [TMPDIR, TEST_DATABASES_DIR].flatMap((folder) => readdirSync(folder)) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

describe('a run in two processes', () => {
  it('tells of both as if they were one, and of a process that ends or hangs before its files have run', async () => {
    const { code, stdout, left } = await runTexts({
      '1-passes': `it('passes', () => console.log('one', 'line'))`,
      '2-differs': `it('differs', () => { throw Object.assign(new Error('no'), { actual: 'a', expected: 'b' }) })`,
      '3-breaks': `throw new Error('no file')`,
      '4-crashes': `it('crashes', () => process.exit(3))`,
      '5-hangs': `it('hangs', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))`,
      '6-waits': `it('waits in vain', () => undefined)`,
    })
    expect(stdout.split('\n')).to.include('one line')
    expect(stdout)
      .to.match(/\d\) differs:\n[^]*\+b\n/)
      .and.match(/breaks\.test\.ts\n +cannot be loaded:\n +(Error: )?no file/)
      .and.match(/crashes\.test\.ts\n +crashes:\n +the process ended with 3/)
      .and.match(/hangs\.test\.ts\n +hangs; it has said nothing for 10 s:\n +the process ended with SIGKILL/)
      .and.match(/waits\.test\.ts:\n +was not run to its end/)
    // A file that broke off counts once for its process and once for itself.
    expect(stdout.trimEnd().split('\n').at(-1)).to.equal('1 passed, 7 failed')
    expect([code, left]).to.deep.equal([7, []])
  })

  it('runs the tests of a folder, and no others', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'rollcall-run-'))
    try {
      mkdirSync(join(dir, 'in'))
      writeFileSync(join(dir, 'in', 'one.test.ts'), `it('is there', () => undefined)`)
      writeFileSync(join(dir, 'two.test.ts'), `it('is not there', () => undefined)`)
      const { stdout } = await runProgram(
        'test/run.ts',
        [`${dir}/`, '--ignore', join(dir, 'two.test.ts')],
        {},
      )
      expect(stdout.trimEnd().split('\n').at(-1)).to.equal('1 passed, 0 failed')
      const nested = await runProgram('test/run.ts', [join(dir, 'in')], {})
      expect(nested.stdout.trimEnd().split('\n').at(-1)).to.equal('1 passed, 0 failed')
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })

  it('fails when a test leaves something open or sets the exit code, or when there is no file', async () => {
    const { stdout } = await runTexts({
      open: `it('opens', () => void setInterval(() => undefined, 1000))`,
      ends: `it('ends', () => undefined)`,
      sets: `it('sets', () => void (process.exitCode = 57))`,
    })
    expect(stdout).to.match(
      /the end of a process\n +it ends: a test has left something open; .*:\n +.* SIGKILL/,
    )
    expect(stdout).to.match(/sets\.test\.ts:\n +(Error: )?it has set the exit code of its process to 57/)
    expect(stdout).to.match(/\n3 passed, 2 failed\n$/)
    const none = await runTexts({})
    expect(none.code).to.equal(1)
    expect(none.stdout).to.match(/no test file:\n[^]*\n0 passed, 1 failed\n$/)
  })

  it('fails when a test or a whole describe is skipped, also in one process', async () => {
    const skips = {
      one: `it.skip('one', () => undefined)\nit('two', function () { this.skip() })`,
      all: `describe('all', () => { before(function () { this.skip() }); it('three', () => undefined) })`,
    }
    const told = /(one|two|three):\n +(Error: )?Only leaveOutInCluster may leave a test out/g
    const { stdout } = await runTexts(skips)
    expect(stdout.match(told)).to.have.length(3)
    expect(stdout).to.match(/\n0 passed, 3 failed\n$/)
    const dir = mkdtempSync(join(tmpdir(), 'rollcall-run-'))
    try {
      writeFileSync(join(dir, 'one.test.ts'), skips.one)
      const { stdout: alone } = await runProgram('test/run.ts', [join(dir, 'one.test.ts')], {})
      expect(alone.match(told)).to.have.length(2)
      expect(alone).to.match(/\n0 passed, 2 failed\n$/)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })

  it('judges what all processes have seen: neither need see everything', () => {
    const saw = (id: string, statement: [string, string | null], problems: string[]): Saw => ({
      contract: { succeeded: new Set([id]), codes: new Set([`${id} 404 not_found`]), events: new Set() },
      statements: new Map([statement]),
      sites: new Map([['select 1', 'src/a.ts:1:2']]),
      answers: new Map([['select 1', [{ name: 'one', type: 23, sawNull: id === 'a' }]]]),
      lockProblems: new Set(problems),
    })
    const both = together([saw('a', ['select 1', 'src/a.ts'], []), saw('b', ['select 1', null], ['late'])])
    expect([...both.contract.succeeded, ...both.contract.codes]).to.deep.equal([
      ...['a', 'b', 'a 404 not_found', 'b 404 not_found'],
    ])
    expect([...both.statements], 'the file that built it is known').to.deep.equal([['select 1', 'src/a.ts']])
    expect([...both.lockProblems]).to.deep.equal(['late'])
    expect(both.answers.get('select 1'), 'one of them has seen it empty').to.deep.equal([
      { name: 'one', type: 23, sawNull: true },
    ])
  })

  it('begins with the files that take longest, which are there; all others follow by name', () => {
    expect(longest.filter((file) => !existsSync(file))).to.deep.equal([])
    const files = ['test/domain/pay.test.ts', 'test/domain/email.test.ts', longest[1]!, longest[0]!]
    expect(longestFirst(files)).to.deep.equal([longest[0], longest[1], files[1], files[0]])
  })
})
