import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Balancer } from '../support/balancer.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { Program, runProgram } from '../support/process.ts'
import { testSecret, unique, useServer, type TestServer } from '../support/server.ts'
import { open, readAll, readAnswers, type PlainAnswer } from '../support/socket.ts'
import { until } from '../support/wait.ts'

/** docs/production.md says that web processes can be restarted one by one behind a proxy, and no call is lost. */
describe('a restart of two web processes, one by one', () => {
  let dir: string
  let database: TestDatabase
  let balancer: Balancer
  const programs: Program[] = []

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'rollcall-rolling-'))
    database = await createDatabase()
  })
  after(async () => {
    await balancer?.stop()
    await Promise.all(programs.map((program) => program.end('SIGTERM')))
    await database?.drop()
    rmSync(dir, { recursive: true, force: true })
  })

  const settings = () => ({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dir,
    SECRET_KEY: testSecret,
    DATABASE_URL: database.url,
    DATABASE_APP_URL: database.appUrl,
    RATE_LIMIT_PER_MINUTE: '1000000',
    TRUST_PROXY: 'true',
    ROLE: 'web',
  })

  async function startWeb(): Promise<{ program: Program; address: string }> {
    const program = new Program('src/main.ts', [], settings())
    programs.push(program)
    await program.says('listens on')
    return { program, address: /listens on (\S+)/.exec(program.stdout)![1]! }
  }

  it('loses no call, whether it reads or writes', async () => {
    const organization = ['create', '--name', 'Rolling', '--country', 'DE', '--owner-name', 'Olga Owner']
    const credential = ['--owner-email', 'olga@rolling.example', '--with-key', 'manage', '--json']
    const { stdout } = await runProgram('src/cli/org.ts', [...organization, ...credential], settings())
    const { manage_key: key } = JSON.parse(stdout) as { manage_key: string }
    const running = [await startWeb(), await startWeb()]
    balancer = new Balancer(running.map(({ address }) => address))
    const url = await balancer.start()
    const answers: string[] = []
    const call = async (action: string, body: object) => {
      const answer = await fetch(`${url}/v1/${action}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await answer.text()
      answers.push(answer.status === 200 ? '200' : `${action}: ${answer.status} ${text}`)
    }
    await call('org/setup.init', {})

    let over = false
    const traffic = Array.from({ length: 4 }, async () => {
      while (!over) {
        await call('org/units.list', {})
        await call('org/units.create', { name: unique('Team'), kind: 'team' })
      }
    })
    const more = async (count: number) => {
      const before = answers.length
      await until(`${count} more calls`, () => answers.length >= before + count)
    }
    for (const [index, { program }] of running.entries()) {
      await more(50)
      const { code } = await program.end('SIGTERM')
      expect(code).to.equal(0)
      await more(50)
      balancer.targets[index] = (await startWeb()).address
    }
    await more(50)
    over = true
    await Promise.all(traffic)
    expect(answers.filter((answer) => answer !== '200')).to.deep.equal([])
    console.log(`      ${answers.length} calls`)
  })
})

describe('a process that stops', () => {
  const call = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

  /** What an idle connection gets whose next call comes while the process stops and takes no new connection any more. */
  async function lastCall(server: TestServer): Promise<PlainAnswer[]> {
    const socket = open(server)
    const everything = readAll(socket)
    socket.write(call)
    await once(socket, 'data')
    void server.running.stop()
    await until('a new connection is refused', () => isRefused(server))
    socket.write(call)
    return readAnswers(await everything)
  }

  function isRefused(server: TestServer): Promise<boolean> {
    const late = open(server)
    late.once('connect', () => late.destroy())
    return new Promise((done) => {
      late.once('error', ({ code }: NodeJS.ErrnoException) => done(code === 'ECONNREFUSED'))
      late.once('close', () => done(false))
    })
  }

  describe('behind a proxy', () => {
    const server = useServer({ TRUST_PROXY: 'true' })
    it('answers the next call of each connection, says that it was the last, and takes no new ones', async () => {
      const answers = await lastCall(server)
      expect(answers.map(({ status, headers }) => [status, headers['connection']])).to.deep.equal([
        [200, 'keep-alive'],
        [200, 'close'],
      ])
    })
  })

  describe('while connections wait to be accepted', () => {
    const server = useServer({ TRUST_PROXY: 'true' })
    it('accepts and answers them before it closes the port', async () => {
      const sockets = Array.from({ length: 20 }, () => open(server))
      const everything = sockets.map(readAll)
      for (const socket of sockets) socket.write(call)
      // The kernel has connected all of them then, and the server, which runs in this process, has seen none.
      await new Promise<void>((done) => process.nextTick(done))
      void server.running.stop()
      const answers = (await Promise.all(everything)).map(readAnswers)
      expect(
        answers.map((each) => each.map(({ status, headers }) => [status, headers['connection']])),
      ).to.deep.equal(sockets.map(() => [[200, 'close']]))
    })
  })

  describe('without a proxy', () => {
    const server = useServer({})
    it('closes idle connections at once', async () => {
      expect(await lastCall(server)).to.have.length(1)
    })
  })
})
