import { statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { Program } from '../support/process.ts'
import { clientPackage, useProject } from '../support/project.ts'
import { unique, useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

interface Received {
  headers: IncomingHttpHeaders
  text: string
}

describe('rollcall listen', () => {
  const server = useServer({})
  before(() => void (server.running.runtime.waiting.longestMs = Infinity))
  const project = useProject((one) => one.install(clientPackage))
  let receiver: Server
  let received: Received[]
  let answer: (response: ServerResponse) => void

  beforeEach(() => {
    received = []
    answer = (response) => void response.writeHead(204).end()
    receiver = createServer((request, response) => {
      void Array.fromAsync(request as AsyncIterable<Buffer>).then((chunks) => {
        received.push({ headers: request.headers, text: Buffer.concat(chunks).toString() })
        answer(response)
      })
    })
  })
  afterEach(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const open = async (port = 0): Promise<number> => {
    await once(receiver.listen(port, '127.0.0.1'), 'listening')
    return (receiver.address() as AddressInfo).port
  }

  async function scene() {
    const company = await server.company()
    const owner = await company.as('owner')
    const { secret } = owner.credential as { secret: string }
    const env = { ROLLCALL_KEY: secret, XDG_CONFIG_HOME: join(project.current.dir, 'config') }
    return {
      create: () => owner.call('org_units_create', { name: unique('Unit'), kind: 'team' }),
      rename: (unit_id: string) => owner.call('org_units_update', { unit_id, name: unique('Unit') }),
      start: (port: number, ...args: string[]) =>
        new Program(
          join(project.current.dir, 'node_modules/.bin/rollcall'),
          ['listen', '--forward-to', `http://localhost:${port}/hooks`, '--server', server.baseUrl, ...args],
          env,
        ),
    }
  }
  const secretIn = ({ stdout }: Program): string => /whsec_\S+/.exec(stdout)![0]
  const typesOf = (all: Received[]): string[] =>
    all.map(({ text }) => (JSON.parse(text) as { type: string }).type)

  it('is a command of the package', async () => {
    const { code, stdout } = await project.current.run('npx', ['--offline', 'rollcall', 'listen', '--help'])
    expect(code).to.equal(0)
    expect(stdout).to.match(/^rollcall listen --forward-to/)
  })

  it('forwards what happens from now on, signed with a secret that lasts, and goes on where it ended', async () => {
    const { create, start } = await scene()
    await create()
    const port = await open()
    const first = start(port)
    await first.says('Ctrl-C ends it')
    const unit = await create()
    await first.says('unit.created')
    const ended = await first.end('SIGINT')
    expect([ended.code, ended.stderr]).to.deep.equal([0, ''])
    expect(ended.stdout).to.match(/^\S+Z {2}unit\.created {2}evt_\S+ {2}204$/m)
    const [request] = received
    expect(received).to.have.length(1)
    const event = new Webhook(secretIn(first)).verify(
      request!.text,
      request!.headers as Record<string, string>,
    )
    expect(event).to.have.nested.property('data.unit.id', unit.id)
    expect(event).to.have.all.keys('id', 'type', 'timestamp', 'version', 'organization_id', 'test', 'data')
    expect(request!.headers).to.include({
      'content-type': 'application/json',
      'webhook-id': (event as { id: string }).id,
    })

    const file = join(project.current.dir, 'config/rollcall/listen-secret')
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    expect(project.current.read('config/rollcall/listen-secret').trim()).to.equal(secretIn(first))
    const [, after] = /--after (\S+)/.exec(ended.stdout)!
    const missed = await create()
    const second = start(port, '--after', after!)
    await second.says('unit.created')
    expect(secretIn(second)).to.equal(secretIn(first))
    await second.end('SIGINT')
    expect(received).to.have.length(2)
    expect(received[1]!.text).to.include(missed.id)
  })

  it('waits for a receiver that is not there yet, and forwards only the types asked for', async () => {
    const { create, rename, start } = await scene()
    const port = await open()
    receiver.close()
    const program = start(port, '--types', 'unit.updated')
    await program.says('Ctrl-C ends it')
    const { id } = await create()
    await rename(id)
    await program.says('Nobody listens')
    await rename(id)
    await open(port)
    await until('both are there', () => received.length === 2)
    expect(typesOf(received)).to.deep.equal(['unit.updated', 'unit.updated'])
    const { stdout } = await program.end('SIGTERM')
    expect(stdout.match(/Nobody listens/g)).to.have.length(1)
  })

  it('ends while it waits for a receiver, and the event is not done', async () => {
    const { create, start } = await scene()
    const port = await open()
    receiver.close()
    const program = start(port)
    await program.says('Ctrl-C ends it')
    const { id } = await create()
    await program.says('Nobody listens')
    const { code, stdout } = await program.end('SIGINT')
    expect(code).to.equal(0)
    await open(port)
    const next = start(port, '--after', /--after (\S+)/.exec(stdout)![1]!)
    await next.says('unit.created')
    await next.end('SIGINT')
    expect(received[0]!.text).to.include(id)
  })

  it('tells how each was answered, and goes on after one that the receiver cannot take', async () => {
    const { create, start } = await scene()
    const program = start(await open())
    await program.says('Ctrl-C ends it')
    const answers: (typeof answer)[] = [
      (response) => void response.writeHead(500).end('no'),
      (response) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
      (response) => void response.destroy(),
      (response) => void response.writeHead(200).end('thanks'),
    ]
    for (const [index, one] of answers.entries()) {
      answer = one
      await create()
      await until('it was told', () => program.stdout.match(/unit\.created/g)?.length === index + 1)
    }
    const { stdout } = await program.end('SIGINT')
    const outcomes = [...stdout.matchAll(/evt_\S+ {2}(.*)$/gm)].map(([, outcome]) => outcome)
    expect(outcomes).to.deep.equal(['500', '302', 'other side closed', '200'])
  })

  it('says what it needs, and what the service refuses', async () => {
    const { start } = await scene()
    const bin = join(project.current.dir, 'node_modules/.bin/rollcall')
    const wrong: [args: string[], env: Record<string, string>, says: RegExp][] = [
      [['listen', '--forward-to', 'http://localhost:1'], {}, /^ROLLCALL_KEY is not set/],
      [['listen'], { ROLLCALL_KEY: 'hrk_x' }, /^--forward-to is missing/],
      [
        ['listen', '--forward-to', 'localhost:4000'],
        { ROLLCALL_KEY: 'hrk_x' },
        /^--forward-to is an address/,
      ],
      [['listen', '--froward'], { ROLLCALL_KEY: 'hrk_x' }, /^Unknown option/],
    ]
    for (const [args, env, says] of wrong) {
      const { code, stderr } = await new Program(bin, args, env).finished
      expect(code).to.equal(2)
      expect(stderr).to.match(says)
    }
    const { code, stderr } = await start(1, '--types', 'unit.sold').finished
    expect(code).to.equal(1)
    expect(stderr)
      .to.match(/^types\[0\]: No event has this type/)
      .and.not.include('    at ')
  })

  it('keeps no secret that is none', async () => {
    const { start } = await scene()
    project.current.write('config/rollcall/listen-secret', 'abc')
    const { code, stderr } = await start(1).finished
    expect(code).to.equal(1)
    expect(stderr).to.include('holds no secret. Remove it')
  })
})
