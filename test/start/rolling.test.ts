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

  /** What an idle connection gets whose next call comes while the process stops, and what a new connection gets. */
  async function lastCall(server: TestServer): Promise<{ answers: PlainAnswer[]; refused: boolean }> {
    const socket = open(server)
    const everything = readAll(socket)
    socket.write(call)
    await once(socket, 'data')
    void server.running.stop()
    const late = open(server)
    const refused = await new Promise<boolean>((done) => {
      late.once('connect', () => done(false))
      late.once('close', () => done(true))
    })
    socket.write(call)
    return { answers: readAnswers(await everything), refused }
  }

  describe('behind a proxy', () => {
    const server = useServer({ TRUST_PROXY: 'true' })
    it('answers the next call of each connection, says that it was the last, and takes no new ones', async () => {
      const { answers, refused } = await lastCall(server)
      expect(answers.map(({ status, headers }) => [status, headers['connection']])).to.deep.equal([
        [200, 'keep-alive'],
        [200, 'close'],
      ])
      expect(refused).to.equal(true)
    })
  })

  describe('without a proxy', () => {
    const server = useServer({})
    it('closes idle connections at once', async () => {
      const { answers, refused } = await lastCall(server)
      expect([answers.length, refused]).to.deep.equal([1, true])
    })
  })
})
