import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'chai'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { McpClient } from '../support/mcp.ts'
import { Program, runProgram } from '../support/process.ts'
import { TestClient } from '../support/client.ts'

const root = resolve(import.meta.dirname, '../..')

/** A copy of this tree as `npm prune --omit=dev --omit=optional` leaves it. */
function copyForProduction(): string {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-production-'))
  for (const one of ['src', 'openapi', 'migrations', 'codegen', 'package.json'])
    cpSync(join(root, one), join(dir, one), { recursive: true, verbatimSymlinks: true })
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>
  }
  for (const [folder, { dev, optional }] of Object.entries(packages)) {
    // Packages inside of another package come with it.
    if (dev || optional || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(folder)) continue
    mkdirSync(dirname(join(dir, folder)), { recursive: true })
    symlinkSync(join(root, folder), join(dir, folder))
  }
  return dir
}

describe('with the packages of production only', () => {
  let dir: string
  let database: TestDatabase
  before(async () => {
    dir = copyForProduction()
    database = await createDatabase()
  })
  after(async () => {
    await database?.drop()
    rmSync(dir, { recursive: true, force: true })
  })
  const codegen = (...args: string[]) => runProgram(join(dir, 'codegen/main.ts'), args, {})

  it('codegen has nothing to do, and says nothing', async () => {
    for (const args of [[], ['--generated']])
      expect(await codegen(...args)).to.deep.equal({ code: 0, stdout: '', stderr: '' })
  })

  it('the server starts, and answers calls, assistants and readers of the reference', async () => {
    const program = new Program(join(dir, 'src/main.ts'), [], {
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: join(dir, 'var'),
      SECRET_KEY: '0'.repeat(64),
      DATABASE_URL: database.url,
      DATABASE_APP_URL: database.appUrl,
    })
    await program.says('listens on')
    await program.says('BASE_URL is not set: links in mails and invites lead to http://localhost:')
    await program.says(`SMTP_URL is not set: mails are files in ${join(dir, 'var/mail')}`)
    expect(program.stdout).not.to.include('DATABASE_URL is not set')
    const [url = ''] = /http:\/\/localhost:\d+/.exec(program.stdout) ?? []
    const { status } = await fetch(`${url}/healthz`)
    expect(status).to.equal(200)
    const page = await fetch(`${url}/docs/org/units.create`, { headers: { 'Accept-Encoding': 'br' } })
    expect(page.headers.get('content-encoding')).to.equal('br')
    expect(await page.text())
      .to.include('<h1>Create a unit</h1>')
      .and.to.include(`${url}/v1/org/units.create`)
    const client = await (await fetch(`${url}/client.tgz`)).arrayBuffer()
    expect(Buffer.from(client).equals(readFileSync(join(root, 'src/generated/client.tgz')))).to.equal(true)
    const anyone = new TestClient(url, { kind: 'none' })
    expect((await anyone.raw('/v1/openapi.json')).body).to.have.property('openapi')
    expect((await anyone.post('/v1/platform/whoami', {})).status).to.equal(401)
    expect((await new McpClient(anyone).request('tools/list')).status).to.equal(401)
    expect((await program.end('SIGTERM')).code).to.equal(0)
  })

  it('codegen says what to run when the contract has changed', async () => {
    const file = join(dir, 'openapi/openapi.yaml')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, `${before}\n# changed\n`)
    const { code, stderr } = await codegen()
    writeFileSync(file, before)
    expect(code).to.equal(1)
    expect(stderr).to.match(/^src\/generated is missing or does not fit the contract/)
    expect(stderr).to.include('is not installed').and.include('npm ci').and.include('npm prune --omit=dev')
    expect(stderr).not.to.include('    at ')
  })
})
