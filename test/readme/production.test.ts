import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { mostMegabytes } from '../../src/app/pages/documents/add.ts'
import { megabyte } from '../../src/domain/documents.ts'
import { startEmbedded, type EmbeddedDatabase } from '../../src/embedded-postgres/start.ts'
import { newFolderInMemory } from '../support/memory.ts'
import { Program, runProgram } from '../support/process.ts'
import { readReadme } from '../support/readmes.ts'

const { blocks, text } = readReadme('docs/production.md')
const block = (info: string): string => blocks.find((one) => one.info === info)!.text
/** The words of a command of `npm run org --` on a page. */
const commandsIn = (page: string): string[][] =>
  [...page.matchAll(/^npm run org -- (.*)$/gm)].map(([, line]) =>
    [...line!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!),
  )

/** docs/production.md and docs/backups.md, followed on a PostgreSQL of their own. */
describe('the way to production', () => {
  let dir: string
  let postgres: EmbeddedDatabase
  let settings: Record<string, string>
  const programs: Program[] = []

  before(async () => {
    dir = newFolderInMemory('rollcall-production-')
    mkdirSync(join(dir, 'postgres'))
    postgres = await startEmbedded(join(dir, 'postgres'))
    const client = new pg.Client({
      connectionString: Object.assign(new URL(postgres.url), { pathname: '/postgres' }).href,
    })
    await client.connect()
    client.on('error', () => undefined)
    // What the embedded one makes for itself.
    for (const own of ['database rollcall', 'role rollcall_login', 'role rollcall_app'])
      await client.query(`drop ${own}`)
    // `create database` wants to be a message of its own.
    for (const statement of block('sql database')
      .split(/;\n/)
      .filter((one) => one.trim() !== ''))
      await client.query(statement)
    await client.end()
    const login = (username: string, password: string) =>
      Object.assign(new URL(postgres.url), { pathname: '/rollcall', username, password }).href
    mkdirSync(join(dir, 'secrets'))
    const secret = (name: string, value: string): string => {
      writeFileSync(join(dir, 'secrets', name), `${value}\n`)
      return join(dir, 'secrets', name)
    }
    settings = {
      NODE_ENV: 'production',
      PORT: '0',
      BASE_URL: 'https://people.example.com',
      TRUST_PROXY: 'true',
      DATA_DIR: join(dir, 'data'),
      SECRET_KEY_FILE: secret('secret_key', '0'.repeat(64)),
      DATABASE_URL_FILE: secret('database_url', login('rollcall_owner', 'one-password')),
      DATABASE_APP_URL_FILE: secret('database_app_url', login('rollcall_app', 'another-password')),
    }
  })
  after(async () => {
    await Promise.all(programs.map((program) => program.end('SIGTERM')))
    await postgres?.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  const org = async (args: string[], env: Record<string, string> = settings) => {
    const { code, stdout, stderr } = await runProgram('src/cli/org.ts', args, env)
    expect(code, stderr).to.equal(0)
    return stdout
  }

  it('leads to two web processes and a worker, on logins that are no superusers', async () => {
    for (const ROLE of ['web', 'web', 'worker']) {
      const program = new Program('src/main.ts', [], { ...settings, ROLE })
      programs.push(program)
      await program.says('listens on')
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(program.stdout)!
      const answer = await fetch(`${address}/readyz`)
      const own = ROLE === 'web' ? { workers: 'ok' } : { worker: 'ok' }
      expect([answer.status, await answer.json()]).to.deep.equal([
        200,
        { status: 'ok', database: 'ok', ...own },
      ])
    }
  })

  it('makes the first organization', async () => {
    const [create] = commandsIn(text)
    expect(await org(create!)).to.include('https://people.example.com/acme-gmbh')
  })

  it('leads back from a backup, as the drill does it', async () => {
    const inHere = (words: string[]) => words.map((word) => word.replace(/^\/backups/, join(dir, 'backups')))
    mkdirSync(join(dir, 'backups'))
    const commands = commandsIn(readReadme('docs/backups.md').text)
    const [backup] = commands
    await org(inHere(backup!))
    const drill = readReadme('docs/backups.md').text.split('## The drill')[1]!
    const { DATABASE_URL_FILE: _, DATABASE_APP_URL_FILE: __, ...rest } = settings
    const env = { ...rest, DATA_DIR: join(dir, 'drill') }
    let said = ''
    for (const words of commandsIn(drill)) said = await org(inHere(words), env)
    expect(said).to.include('acme-gmbh')
  })

  it('runs all processes as one user: systemd makes one for each unit that names none, and gives it their folder', () => {
    const unit = block('ini unit').split('\n')
    expect(unit).to.include('DynamicUser=yes').and.include('StateDirectory=rollcall')
    expect(unit).to.include('User=rollcall')
  })

  it('has proxies that close their idle connections before Rollcall does, and ask the processes that are started', () => {
    const [nginx, caddy] = [block('nginx site'), block('caddy site')]
    const [, ports = ''] = /^systemctl enable --now (.*)$/m.exec(text)!
    const started = [...ports.matchAll(/@(\d+)/g)].map(([, port]) => port)
    for (const sample of [nginx, caddy]) {
      const [, seconds] = /keepalive(?:_timeout)? (\d+)s/.exec(sample)!
      expect(Number(seconds)).to.be.lessThan(3)
      expect([...sample.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)).to.deep.equal(started)
    }
    expect(nginx).to.include('X-Forwarded-For $remote_addr;')
  })

  it('has proxies that take the largest form and the largest file', () => {
    const units: Record<string, number> = { m: 1024 ** 2, MiB: 1024 ** 2, MB: 1000 ** 2 }
    const sizes = (sample: string) =>
      [...sample.matchAll(/(?:client_max_body_size|max_size) (\d+)(m|MiB|MB)\b/g)].map(
        ([, count, unit]) => Number(count) * units[unit!]!,
      )
    for (const sample of [block('nginx site'), block('caddy site')]) {
      const [ofCalls, ofFiles] = sizes(sample)
      expect(ofCalls).to.be.at.least((mostMegabytes + 1) * megabyte)
      expect(ofFiles).to.be.at.least(500 * megabyte)
    }
  })

  it('has a site that nginx takes, where there is one', () => {
    if (spawnSync('nginx', ['-v']).error) return
    const place = mkdtempSync(join(tmpdir(), 'rollcall-nginx-'))
    const [key, certificate] = [join(place, 'privkey.pem'), join(place, 'fullchain.pem')]
    spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=x',
      '-keyout',
      key,
      '-out',
      certificate,
    ])
    const site = block('nginx site').replaceAll('/etc/rollcall/tls', place)
    const file = join(place, 'nginx.conf')
    writeFileSync(file, `pid ${place}/pid; error_log ${place}/log; events {} http {\n${site}\n}`)
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' })
    rmSync(place, { recursive: true, force: true })
    expect(status, stderr).to.equal(0)
  })
})
