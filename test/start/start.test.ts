import { expect } from 'chai'
import { execFile, execSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { createServer, connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadConfig } from '../../src/config.ts'
import { ConfigError } from '../../src/config/error.ts'
import type { Demo } from '../../src/demo/demo.ts'
import { start, type RunningServer } from '../../src/process/start.ts'
import type { UploadGrant } from '../../src/storage/storage.ts'
import { keyFile } from '../../src/secrets/secret-key.ts'
import { TestClient } from '../support/client.ts'
import { Installation } from '../support/installation.ts'
import { announce, pdf } from '../support/documents.ts'
import { refused } from '../support/expect.ts'
import { putBy } from '../support/files.ts'
import { newFolderInMemory } from '../support/memory.ts'
import { runProgram, type Program } from '../support/process.ts'
import { unique } from '../support/server.ts'
import { together } from '../support/together.ts'
import { notBefore, until } from '../support/wait.ts'

describe('npm start', () => {
  // Only its owner may enter this folder, and its name has a space: both are difficult for the database, if root starts
  // it.
  const home = newFolderInMemory('rollcall start ')
  chmodSync(home, 0o700)
  /** The data of the first start. Each later story has a copy of it. */
  const made = new Installation(join(home, 'first start'))
  /** What its database said of itself while it ran. */
  let postmasterFile = ''
  after(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }))

  type Story = (here: Installation) => Promise<void>

  /** Servers of an installation that run in this process, for what is not said by how a program begins and ends. */
  const inProcess = new Map<Installation, RunningServer[]>()
  const startHere = async (here: Installation, env: Record<string, string> = {}): Promise<RunningServer> => {
    const config = loadConfig({ PORT: '0', DATA_DIR: here.dir, LOG_LEVEL: 'silent', ...env })
    const running = await start(config)
    inProcess.set(here, [...(inProcess.get(here) ?? []), running])
    return running
  }

  /** Stories about later starts. Their databases do not wait for the disk, because the machine does not crash here. */
  const later = (stories: Record<string, Story>) => {
    const settings = 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n'
    const inCopy = (story: Story) => async () => {
      const here = new Installation(join(home, unique('later start')))
      await promisify(execFile)('cp', ['-a', made.dir, here.dir])
      appendFileSync(join(here.dir, 'postgres', 'postgresql.auto.conf'), settings)
      try {
        await story(here)
      } finally {
        await Promise.all((inProcess.get(here) ?? []).map((running) => running.stop()))
        await here.abandon()
      }
    }
    together(Object.fromEntries(Object.entries(stories).map(([name, story]) => [name, inCopy(story)])))
  }

  const addressOf = (program: Program): string => /listens on (\S+)/.exec(program.stdout)![1]!
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const keyOf = (url: string, secret: string) => new TestClient(url, { kind: 'key', secret })
  describe('on an empty machine', () => {
    let program: Program
    let demo: Demo
    let baseUrl: string
    before(async () => {
      program = await made.start()
      baseUrl = addressOf(program)
      demo = made.readDemo()
    })

    it('makes a company and says how to reach it', async () => {
      expect(demo).to.have.all.keys(
        'base_url',
        'slug',
        'manage_key',
        'me_key',
        'owner',
        'hr',
        'manager',
        'employee',
      )
      expect(demo.base_url)
        .to.equal(baseUrl)
        .and.to.match(/^http:\/\/localhost:[1-9]\d+$/)
      expect(statSync(made.demoFile).mode & 0o777).to.equal(0o600)
      const { manage_key, owner: login } = demo
      for (const text of [
        `${baseUrl}/docs`,
        `${baseUrl}/mcp`,
        manage_key,
        login.email,
        login.password,
        made.demoFile,
      ])
        expect(program.stdout).to.include(text)
      expect(program.stderr).to.equal('')
    })

    it('prints commands that can be pasted: the first one shows people, the others sign the owner in', () => {
      const commands = program.stdout.replaceAll('\\\n', ' ').match(/^ +curl .*$/gm) ?? []
      const [people, signedIn, whoami] = commands.map((one) =>
        JSON.parse(execSync(one, { encoding: 'utf8' })),
      )
      expect(people.data.people).to.have.length(3)
      expect(signedIn).to.have.property('data')
      expect(whoami.data.user.email).to.equal(demo.owner.email)
    })

    it('gives keys and a password that work', async () => {
      const manage = await keyOf(baseUrl, demo.manage_key).call('platform_whoami', {})
      expect(manage).to.deep.include({ roles: ['owner'], audiences: ['manage'] })
      expect(manage.org.slug).to.equal(demo.slug)
      const me = await keyOf(baseUrl, demo.me_key).call('platform_whoami', {})
      expect(me).to.deep.include({ audiences: ['me'], person_id: manage.person_id })
      const signedIn = await new TestClient(baseUrl, { kind: 'none' }).post(
        '/auth/sign_in',
        { organization: demo.slug, ...demo.owner },
        { Origin: baseUrl },
      )
      expect(signedIn.status).to.equal(200)
    })

    it('makes a company that looks like one', async () => {
      const hr = keyOf(baseUrl, demo.manage_key)
      const { people } = await hr.call('org_people_list', {})
      expect(people.length).to.be.within(55, 65)
      const byId = new Map(people.map((person) => [person.id, person]))
      const depth = (person: (typeof people)[number]): number =>
        person.manager ? 1 + depth(byId.get(person.manager.id)!) : 1
      expect(Math.max(...people.map(depth)), 'the reporting line').to.equal(5)
      expect(
        people.filter(({ manager }) => !manager),
        'one person has no manager',
      ).to.have.length(1)
      expect(people.filter(({ status }) => status === 'pre_hire').length).to.be.within(2, 3)
      const starts = people.map(({ start_date }) => start_date).toSorted()
      const years = new Date(starts.at(-1)!).getFullYear() - new Date(starts[0]!).getFullYear()
      expect(years).to.be.at.least(10)
      const jobs = people.map(({ job, next_job }) => (job ?? next_job)!)
      for (const [some, test] of Object.entries({
        'part-timers': jobs.some(({ employment_type, fte }) => employment_type === 'part_time' && fte < 1),
        'a fixed term': jobs.some(
          ({ contract_type, contract_end_date }) => contract_type === 'fixed_term' && contract_end_date,
        ),
        'an intern': jobs.some(({ employment_type }) => employment_type === 'intern'),
        'a contractor': jobs.some(({ employment_type }) => employment_type === 'contractor'),
        probation: jobs.some(({ probation_end_date }) => probation_end_date),
        'a preferred name': people.some(({ preferred_name }) => preferred_name),
      }))
        expect(Boolean(test), some).to.equal(true)
      for (const job of jobs) expect(Boolean(job.location && job.legal_entity), job.title).to.equal(true)

      const units = await hr.call('org_units_list', {})
      expect(units.length).to.be.within(12, 16)
      for (const unit of units) expect(unit.head, unit.name).to.be.an('object')
      const locations = await hr.call('org_locations_list', {})
      expect(new Set(locations.map(({ country }) => country)).size).to.equal(3)
      expect(new Set(locations.map(({ time_zone }) => time_zone)).size).to.equal(3)
      expect(await hr.call('org_legal_entities_list', {})).to.have.length(2)
      const actors = new Set<string>()
      for (const action of [
        'org.people.hire',
        'org.units.set_head',
        'org.pay.add',
        'platform.api_keys.create',
      ]) {
        const { items } = await hr.call('platform_activity_list', { action, limit: 100 })
        expect(items, action).not.to.have.length(0)
        for (const { actor } of items) actors.add(actor.name)
      }
      expect([...actors], 'all of it done by the owner').to.have.length(1)
    })

    it('stops without a trace', async () => {
      const pid = made.databasePid()!
      postmasterFile = readFileSync(join(made.dir, 'postgres', 'postmaster.pid'), 'utf8')
      expect((await program.end('SIGTERM')).code).to.equal(0)
      expect(isAlive(pid), 'the database has stopped').to.equal(false)
      expect(made.databasePid()).to.equal(undefined)
    })
  })

  describe('later', () => {
    later({
      'finds its company again at later starts, wherever it listens then': async (here) => {
        const demo = here.readDemo()
        const second = await here.start()
        expect(second.stdout).to.include(demo.manage_key)
        expect(here.readDemo()).to.deep.equal({ ...demo, base_url: addressOf(second) })
        await keyOf(addressOf(second), demo.manage_key).call('platform_whoami', {})
        await second.end('SIGTERM')

        const SECRET_KEY = readFileSync(keyFile(here.dir), 'utf8').trim()
        const production = await here.start({ NODE_ENV: 'production', SECRET_KEY })
        await production.says(`DATABASE_URL is not set: the database is the embedded one below ${here.dir}`)
        expect(production.stdout, 'no key is shown in production').not.to.include('hrk_')
        expect(addressOf(production), 'an operator sees where it listens').to.match(
          /^http:\/\/127\.0\.0\.1:\d+$/,
        )
        await production.end('SIGTERM')
      },

      'starts a database that was killed with it; goes on with one that it left behind, and stops that in the end':
        async (here) => {
          const both = await here.start()
          const first = here.databasePid()!
          process.kill(first, 'SIGKILL')
          await both.end('SIGKILL')
          const killed = await here.start()
          const pid = here.databasePid()!
          expect(pid).not.to.equal(first)
          await keyOf(addressOf(killed), here.readDemo().manage_key).call('platform_whoami', {})
          await killed.end('SIGKILL')
          expect(isAlive(pid), 'the database survives its server').to.equal(true)
          const next = await here.start()
          expect(here.databasePid()).to.equal(pid)
          await keyOf(addressOf(next), here.readDemo().manage_key).call('platform_whoami', {})
          expect((await next.end('SIGINT')).code).to.equal(0)
          expect(here.databasePid()).to.equal(undefined)
        },

      'ends an upload that it was killed in, at each step, and loses no byte of it': async (here) => {
        const bytes = pdf('killed at each step')
        let program = await here.start()
        const { manage_key, me_key } = here.readDemo()
        let address = addressOf(program)
        const again = async () => {
          await program.end('SIGKILL')
          program = await here.start()
          address = addressOf(program)
        }
        const call = () => keyOf(address, manage_key)
        const { document, upload } = await call().call('documents_upload_start', {
          ...{ subject: { kind: 'company' }, category: 'Policy', file: announce(bytes) },
        })
        await again()
        // It listens elsewhere now.
        const grant = (): UploadGrant => ({
          ...upload!,
          method: 'PUT',
          url: upload!.url.replace(/^https?:..[^/]+/, address),
        })
        const finish = () => call().call('documents_upload_finish', { document_id: document.id })
        const { url, headers } = grant()
        const outgoing = request(url, {
          method: 'PUT',
          headers: { ...headers, 'Content-Length': bytes.length },
        })
        outgoing.on('error', () => undefined)
        outgoing.write(bytes.subarray(0, 100))
        const folder = join(here.dir, 'files', '.unfinished')
        await until('some have come', () => existsSync(folder) && readdirSync(folder).length > 0)
        await again()
        await refused(finish(), 'conflict')
        expect((await putBy(grant(), bytes)).status).to.equal(204)
        await again()
        const finishing = finish().catch(() => undefined)
        await until('it is looked at', () =>
          execSync('ps -eo args').includes('generated/inspection/main.mjs'),
        )
        await program.end('SIGKILL')
        address = (await startHere(here)).address
        await finishing
        expect((await finish()).status).to.equal('ready')
        const link = await keyOf(address, me_key).call('documents_me_download', {
          document_id: document.id,
        })
        expect(Buffer.from(await (await fetch(link.url!)).arrayBuffer()).equals(bytes)).to.equal(true)
      },

      'starts its database again when it dies alone': async (here) => {
        const running = await startHere(here, { METRICS_PORT: '0' })
        const { manage_key } = here.readDemo()
        const pid = here.databasePid()!
        process.kill(pid, 'SIGKILL')
        expect((await fetch(running.metricsUrl!)).status, 'numbers are needed then').to.equal(200)
        // A server process of a connection can live, and answer, a moment longer than the main process.
        await until('there is another one', () => ![pid, undefined].includes(here.databasePid()))
        const key = keyOf(running.address, manage_key)
        await until(
          'it answers again',
          async () => (await key.post('/v1/platform/whoami', {})).status === 200,
        )
        await until('all is well', async () => (await fetch(`${running.address}/readyz`)).status === 200)
        await running.stop()
        expect(here.databasePid()).to.equal(undefined)
      },

      'starts when the process number of its dead database is now that of another program': async (here) => {
        // Not this process: PostgreSQL passes over the number of its own parent.
        const sleeper = spawn('sleep', ['600'])
        try {
          const left = postmasterFile.replaceAll(made.dir, here.dir).replace(/^\d+/, String(sleeper.pid))
          writeFileSync(join(here.dir, 'postgres', 'postmaster.pid'), left)
          const next = await startHere(here)
          await keyOf(next.address, here.readDemo().manage_key).call('platform_whoami', {})
        } finally {
          sleeper.kill()
        }
      },

      'is made once when two processes start at the same time': async () => {
        const dir = join(home, unique('two at once'))
        const two = await Promise.all(
          [1, 2].map(() => runProgram('src/cli/org.ts', ['list'], { DATA_DIR: dir })),
        )
        for (const { code, stderr } of two) expect(code, stderr).to.equal(0)
        expect(readdirSync(dir).sort()).to.deep.equal(['postgres', 'postgres.json', 'postgres.log'])
      },

      'shares its database with the command line and a second process; the last one stops it': async (
        here,
      ) => {
        const list = () => runProgram('src/cli/org.ts', ['list', '--json'], { DATA_DIR: here.dir })
        const alone = await list()
        expect(JSON.parse(alone.stdout), alone.stderr).to.have.length(1)
        expect(here.databasePid()).to.equal(undefined)
        const web = await startHere(here, { ROLE: 'web', HOST: '0.0.0.0' })
        expect(web.address).to.match(/^http:\/\/0\.0\.0\.0:\d+$/)
        expect((await list()).stdout).to.equal(alone.stdout)
        expect((await fetch(`http://127.0.0.1:${web.port}/readyz`)).status).to.equal(200)
        const worker = await here.start({ ROLE: 'worker' })
        expect(worker.stdout).to.include('runs jobs').and.not.include('/docs')
        const pid = here.databasePid()!
        await web.stop()
        expect(isAlive(pid)).to.equal(true)
        expect((await fetch(`${addressOf(worker)}/readyz`)).status).to.equal(200)
        expect((await worker.end('SIGTERM')).code).to.equal(0)
        expect(here.databasePid()).to.equal(undefined)
      },
    })
  })

  describe('when it is told to stop', () => {
    /** A connection that sends any text. */
    const open = async (program: Program): Promise<Socket & { text: () => string }> => {
      const socket = connect(Number(new URL(addressOf(program)).port), '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('error', () => undefined)
      await new Promise((done) => socket.once('connect', done))
      return Object.assign(socket, { text: () => text })
    }
    const get = (path: string, key: string) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`

    later({
      'answers what it was asked before': async (here) => {
        const program = await here.start()
        const { manage_key } = here.readDemo()
        const socket = await open(program)
        const body = JSON.stringify({ name: 'Late', kind: 'team' })
        const head = `POST /v1/org/units.create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${manage_key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
        // The server has got the head of the request, but not yet its body.
        socket.write(`${get('/healthz', manage_key)}`)
        await until('the connection is served', () => socket.text().includes('"ok"'))
        socket.write(head)
        const refused = until('no new connection is taken', () =>
          fetch(`${addressOf(program)}/healthz`).then(
            () => false,
            () => true,
          ),
        )
        program.child.kill('SIGTERM')
        await refused
        socket.write(body)
        await until('it is answered', () => socket.text().includes('"name":"Late"'))
        expect((await program.finished).code).to.equal(0)
      },

      'ends though a client holds its connection and a request never ends': async (here) => {
        const program = await here.start()
        const { manage_key } = here.readDemo()
        const [idle, stuck] = [await open(program), await open(program)]
        idle.write(get('/healthz', manage_key))
        await until('the idle connection is served', () => idle.text().includes('"ok"'))
        stuck.write(
          `POST /v1/org/units.create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${manage_key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
        )
        const pid = here.databasePid()!
        const { code } = await notBefore(3000, () => program.end('SIGTERM'))
        expect(code).to.equal(0)
        expect(isAlive(pid)).to.equal(false)
      },

      'waits for nothing more when it is told twice': async (here) => {
        const program = await here.start()
        const { manage_key } = here.readDemo()
        const stuck = await open(program)
        // Without a credential it is refused at once, and nothing is left to wait for.
        stuck.write(
          `POST /v1/org/units.create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${manage_key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
        )
        await until('the request is being read', () => stuck.bytesWritten > 0)
        program.child.kill('SIGINT')
        await until('it has begun to stop', () =>
          fetch(`${addressOf(program)}/healthz`).then(
            () => false,
            () => true,
          ),
        )
        // Again and again, until it ends: signals that follow immediately count as one.
        const insist = setInterval(() => program.child.kill('SIGINT'), 600)
        const { code } = await program.finished
        clearInterval(insist)
        expect(code).to.equal(1)
        await until('even so the database stops', () => here.databasePid() === undefined)
      },
    })
  })

  describe('when it cannot start', () => {
    let other: Server
    before(async () => {
      other = createServer()
      await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    })
    after(() => void other.close())
    const complaint = async (here: Installation, env: Record<string, string>): Promise<string> => {
      const { code, stdout, stderr } = await runProgram('src/main.ts', [], {
        PORT: '0',
        DATA_DIR: here.dir,
        ...env,
      })
      expect(code, stdout).to.equal(1)
      expect(here.databasePid(), 'no database is left running').to.equal(undefined)
      return stderr
    }
    /** What the program would print: it prints the message of each error of this kind. */
    const refusal = async (here: Installation, env: Record<string, string>): Promise<string> => {
      const thrown = await startHere(here, env).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(thrown).to.be.instanceOf(ConfigError)
      expect(here.databasePid(), 'no database is left running').to.equal(undefined)
      return (thrown as ConfigError).message
    }

    later({
      'names PORT when another program has it': async (here) => {
        const { port } = other.address() as { port: number }
        const text = await complaint(here, { PORT: String(port) })
        expect(text).to.include('PORT').and.to.include(String(port)).and.not.to.include('    at ')
        await startHere(here)
      },

      'names HOST when it is no address of this machine': async (here) => {
        expect(await refusal(here, { HOST: '192.0.2.1' })).to.include('HOST 192.0.2.1')
      },

      'names the variable that is wrong': async (here) => {
        expect(await complaint(here, { ROLE: 'boss' })).to.match(/^ROLE must be/)
        expect(await refusal(here, { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' })).to.match(
          /^DATABASE_URL cannot be used/,
        )
      },
    })
  })
})
