import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { transform } from 'esbuild'
import { Program } from '../support/process.ts'
import { clientPackage, useProject } from '../support/project.ts'
import { readReadme } from '../support/readmes.ts'
import { unique, useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

const blocks = [...readReadme('README.md').blocks, ...readReadme('docs/integrators.md').blocks]
const blockWith = (info: string, words: string): string =>
  blocks.find((block) => block.info === info && block.text.includes(words))!.text

/** The receiver, the command and the readers that the documents show. Receivers in other languages: `npm run clients`. */
describe('webhooks and the feed in the documents', () => {
  const server = useServer({})
  before(() => void (server.running.runtime.waiting.longestMs = Infinity))
  const project = useProject((one) => one.install(clientPackage))
  const programs: Program[] = []
  after(() => Promise.all(programs.map((program) => program.end('SIGTERM'))))

  /** Starts a program of a document. That it compiles is what `typescript.test.ts` looks at. */
  async function start(
    name: string,
    code: string,
    args: string[],
    env: Record<string, string>,
  ): Promise<Program> {
    const { code: script } = await transform(code.replaceAll('http://localhost:3000', server.baseUrl), {
      loader: 'ts',
    })
    project.current.write(`${name}.js`, script)
    const program = new Program(join(project.current.dir, `${name}.js`), args, env)
    programs.push(program)
    return program
  }

  async function scene() {
    const owner = await (await server.company()).as('owner')
    const { secret } = owner.credential as { secret: string }
    return {
      key: secret,
      owner,
      create: (name: string) => owner.call('org_units_create', { name, kind: 'team' }),
    }
  }

  async function freePort(): Promise<number> {
    const probe = createServer().listen(0)
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    await once(probe.close(), 'close')
    return port
  }

  it('reach the receiver of the README by its command, and Ctrl-C ends that', async () => {
    const { key, owner } = await scene()
    const port = String(await freePort())
    const command = blockWith('sh listen', 'rollcall listen')
      .replace('hrk_…', key)
      .replace('http://localhost:3000', server.baseUrl)
      .replace('4000', port)
    const env = { ...process.env, XDG_CONFIG_HOME: join(project.current.dir, 'config') }
    // A group of its own: Ctrl-C reaches every process of a group.
    const shell = spawn('bash', ['-c', command], { cwd: project.current.dir, env, detached: true })
    const ended = once(shell, 'close')
    let printed = ''
    shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    shell.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    try {
      const secret = await until('the secret is printed', () => /whsec_\S+/.exec(printed)?.[0])
      const code = blockWith('ts', 'verifyWebhook').replace('4000', port)
      const receiver = await start('receiver', code, [], { SECRET: secret })
      await until('it has begun', () => printed.includes('Ctrl-C ends it'))
      await owner.call('org_people_hire', {
        given_name: 'Ada',
        family_name: 'Berg',
        work_email: 'ada@example.com',
        title: 'Engineer',
        start_date: '2026-06-01',
      })
      await receiver.says('Ada Berg starts on 2026-06-01')
      await until('it tells that', () => /person\.hired {2}evt_\S+ {2}204/.test(printed))
      const forged = await fetch(`http://localhost:${port}`, { method: 'POST', body: '{}' })
      expect(forged.status).to.equal(400)
    } finally {
      process.kill(-shell.pid!, 'SIGINT')
      await ended
    }
    expect(printed).to.include('To go on from here: --after f')
  })

  it('are caught up with by a reader that was down', async () => {
    const { key, create } = await scene()
    const code = blockWith('ts', "'cursor'").replaceAll(
      `'cursor'`,
      JSON.stringify(join(project.current.dir, 'cursor')),
    )
    const done: string[] = []
    for (const names of [['Ada', 'Bea'], ['Carl']]) {
      for (const name of names) await create(name)
      const reader = await start('reader', code, [], { ROLLCALL_KEY: key })
      await until('it has done them', () => reader.stdout.match(/^doing .*\n/gm)?.length === names.length)
      done.push(...(await reader.end('SIGTERM')).stdout.match(/evt_\S+/g)!)
    }
    expect(new Set(done).size).to.equal(3)
  })

  it('are found by a receiver that missed some, and come after a copy that was made from a place taken before', async () => {
    const { key, create, owner } = await scene()
    await create('Ada')
    const { person } = await owner.call('org_people_hire', {
      given_name: 'Ada',
      family_name: 'Berg',
      work_email: 'ada@example.com',
      title: 'Engineer',
      start_date: '2026-06-01',
    })
    const missed = await start('missed', blockWith('ts', "'missed'"), [], { ROLLCALL_KEY: key })
    await missed.says('missed unit.created evt_')
    const copy = await start('copy', blockWith('ts', "'copied'"), [], { ROLLCALL_KEY: key })
    await until('it reads on', async () => {
      await create(unique('Bea'))
      return copy.stdout.includes('doing unit.created evt_')
    })
    const { stdout } = await copy.end('SIGTERM')
    expect(stdout.match(/^.*/)![0]).to.equal(`copied ${person.id}`)
    expect(stdout).not.to.include('person.hired')
  })

  it('are written line by line, and go on after the last one', async () => {
    const { key, create } = await scene()
    const code = blockWith('ts', 'process.argv[2]')
    await create('Ada')
    const first = await start('log', code, [], { ROLLCALL_KEY: key })
    await first.says('\n')
    const { cursor } = JSON.parse((await first.end('SIGTERM')).stdout) as { cursor: string }
    await create('Bea')
    const second = await start('log', code, [cursor], { ROLLCALL_KEY: key })
    await second.says('\n')
    const { stdout } = await second.end('SIGTERM')
    expect(JSON.parse(stdout)).to.have.nested.property('data.unit.name', 'Bea')
  })
})
