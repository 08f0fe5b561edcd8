import { existsSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { judge } from '../../bench/judge.ts'
import { Load } from '../../bench/load.ts'
import { middle } from '../../bench/rows/compare.ts'
import { isAlive } from '../../src/unfinished.ts'
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

describe('two loads of npm run bench', () => {
  /** A server that notes of which path each request and each answer is, in their order. `/fails` is refused. */
  const noted: string[] = []
  const server = createServer(({ url = '' }, response) => {
    noted.push(url)
    setImmediate(() => {
      noted.push(url)
      response.writeHead(url === '/fails' ? 500 : 200).end('{}')
    })
  })
  before(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
  after(() => server.close())

  const load = (path: string) => {
    const { port } = server.address() as AddressInfo
    const keys = Array.from({ length: 8 }, (_, index) => `key ${index}`)
    return new Load({ url: `http://127.0.0.1:${port}`, path, keys, body: '{}' }, 4)
  }

  it('are served in turns, over connections that stay open', async () => {
    let connections = 0
    server.on('connection', () => connections++)
    const [one, other] = [load('/one'), load('/other')]
    try {
      for (let turn = 0; turn < 5; turn++)
        for (const each of [one, other]) expect(await each.turn(0.05)).to.be.greaterThan(0)
    } finally {
      await Promise.all([one.end(), other.end()])
    }
    expect(connections).to.equal(8)
    const turns = noted.filter((path, index) => path !== noted[index - 1])
    expect(turns).to.deep.equal(Array.from({ length: 5 }, () => ['/one', '/other']).flat())
  })

  it('end before their time when so many are answered', async () => {
    const some = load('/some')
    const before = noted.length
    try {
      expect(await some.turn(600, 20)).to.be.greaterThan(0)
      const answered = (noted.length - before) / 2
      // The other three connections may have sent one more each.
      expect(answered).to.be.within(20, 23)
      await some.turn(0.05)
      expect((noted.length - before) / 2).to.be.greaterThan(23)
    } finally {
      await some.end()
    }
  })

  it('fail with an answer that is no success', async () => {
    const failing = load('/fails')
    const error = await failing.turn(0.05).catch((thrown: Error) => thrown)
    expect(error).to.be.instanceOf(Error).and.to.have.property('message').that.includes('/fails answers 500')
    await failing.end()
  })

  it('tell the round with the median ratio, and the quartiles', () => {
    const rounds = [0.9, 0.5, 0.7, 0.8, 0.6].map((ratio) => ({ ours: ratio * 10, limit: 10, ratio }))
    expect(middle(rounds)).to.deep.equal({ ours: 7, limit: 10, ratio: 0.7, quartiles: [0.6, 0.8] })
  })
})

describe('what a benchmark has started ends with it', () => {
  /** Starts the small one, lets this happen to it, and waits until nothing is left. Answers how it ended. */
  async function begun(args: string[], happens: (program: Program, own: number) => unknown) {
    const small = new Program('test/support/small-bench.ts', args, {})
    await small.says('begun')
    const { program, folder, own } = JSON.parse(small.stdout.split(' begun')[0]!) as Started
    try {
      await happens(small, own)
      await until('the program has ended', () => !isAlive(program))
      await until('the folder is gone', () => !existsSync(folder))
      await until('the benchmark has ended', () => !isAlive(own))
    } finally {
      for (const pid of [program, own]) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
    return small.end('SIGKILL')
  }
  interface Started {
    program: number
    folder: string
    own: number
  }

  for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
    it(`at ${signal}`, async () => {
      const ended = await begun([], (small) => small.child.kill(signal as NodeJS.Signals))
      expect(ended.code).to.equal(code)
      expect(ended.stdout).to.include('ended by itself')
    })

  it('at an error that nobody catches, which is told', async () => {
    const { code, stderr, stdout } = await begun(['throws'], () => undefined)
    expect(stdout).to.include('ended by itself')
    expect(code).to.equal(1)
    expect(stderr).to.include('nobody catches this')
  })

  it('when its parent is gone', async () => {
    const { stdout } = await begun(['below'], (small) => small.child.kill('SIGKILL'))
    expect(stdout).to.include('ended by itself')
  })

  it('at SIGKILL, too', async () => {
    await begun([], (small) => small.child.kill('SIGKILL'))
  })
})

describe('a signal', () => {
  const bench = ['bench/main.ts', '--only', 'whoami']
  const commands: [name: string, args: string[], signal: NodeJS.Signals, code: number | null][] = [
    ['npm run bench', bench, 'SIGTERM', 128 + 15],
    ['npm run bench', bench, 'SIGKILL', null],
    ['npm test', ['test/run.ts', 'test/db/pool.test.ts'], 'SIGTERM', 128 + 15],
    [
      'npm test, in processes,',
      ['test/run.ts', '--processes', '2', 'test/db/{pool,roles}.test.ts'],
      'SIGTERM',
      128 + 15,
    ],
  ]
  for (const [name, [file, ...args], signal, code] of commands)
    it(`${signal} ends ${name} and its database, also while that is being started`, async () => {
      const TMPDIR = mkdtempSync(join(tmpdir(), 'rollcall-signal-'))
      const program = new Program(file!, args, { TMPDIR, TEST_DATABASES_DIR: TMPDIR })
      let pid = 0
      try {
        const [pidFile] = await until('there is a database', () => {
          const found = globSync('**/postgres/postmaster.pid', { cwd: TMPDIR })
          return found.length > 0 && found
        })
        pid = Number(readFileSync(join(TMPDIR, pidFile!), 'utf8').split('\n')[0])
        expect((await program.end(signal)).code).to.equal(code)
        // A killed one does not wait for it.
        if (signal === 'SIGKILL') await until('the folder is gone', () => readdirSync(TMPDIR).length === 0)
        expect(isAlive(pid), 'the database').to.equal(false)
        expect(readdirSync(TMPDIR)).to.deep.equal([])
      } finally {
        await program.end('SIGKILL')
        if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL')
        rmSync(TMPDIR, { recursive: true, force: true })
      }
    })
})
