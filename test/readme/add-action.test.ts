import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'

const run = promisify(execFile)

/** "Add an action" as the README has it: in a copy of the tree, scaffold one, fill in its handler, and call it. */
describe('adding an action', () => {
  let copy: string
  let database: TestDatabase

  before(async function () {
    this.timeout(30_000)
    database = await createDatabase()
    copy = mkdtempSync(join(tmpdir(), 'rollcall-copy-'))
    for (const part of ['openapi', 'codegen', 'src', 'migrations', 'package.json', 'tsconfig.json'])
      cpSync(part, join(copy, part), { recursive: true })
    for (const part of ['test/support', 'test/actions']) cpSync(part, join(copy, part), { recursive: true })
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  })

  after(async () => {
    await database.drop()
    rmSync(copy, { recursive: true, force: true })
  })

  it('takes one command, one line in the handler, and no other file', async function () {
    this.timeout(60_000)
    const started = performance.now()
    await run('npm', ['run', 'new', '--', 'org/greetings/get', '--class', 'read', '--me'], { cwd: copy })
    const file = join(copy, 'src/actions/org/greetings/get.ts')
    const handler = readFileSync(file, 'utf8')
    expect(handler).to.include("action('org_greetings_get'")
    const result = JSON.parse(readFileSync(join(copy, 'openapi/published/openapi.json'), 'utf8')).paths[
      '/v1/org/greetings.get'
    ].post.responses['200'].content['application/json'].example.data as unknown
    writeFileSync(
      file,
      handler.replace(/^ {4}throw .*$/m, `    void [ctx, input]\n    return ${JSON.stringify(result)}`),
    )

    execFileSync(
      process.execPath,
      [resolve('node_modules/typescript/bin/tsc'), '--noEmit', '-p', copy, '--types', 'node,mocha'],
      { cwd: copy, stdio: 'pipe' },
    )
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', callIt], {
      cwd: copy,
      env: { ...process.env, URL_OWNER: database.url, URL_APP: database.appUrl },
    })
    expect(JSON.parse(stdout)).to.deep.equal({ status: 200, body: { data: result }, tool: true })
    console.log(
      `      from the command to the answer, type check included: ${((performance.now() - started) / 1000).toFixed(1)} s`,
    )
  })
})

/** Starts the copy's server and calls the new action as a member with a key. */
const callIt = `
  import { pathToFileURL } from 'node:url'
  const at = (file) => import(pathToFileURL(process.cwd() + '/' + file).href)
  const { loadConfig } = await at('src/config.ts')
  const { start } = await at('src/process/start.ts')
  const { createCompany } = await at('test/support/company.ts')
  const { default: pg } = await import('pg')
  const config = loadConfig({ NODE_ENV: 'test', PORT: '0', ROLE: 'web', LOG_LEVEL: 'silent', SECRET_KEY: '0'.repeat(64),
    DATABASE_URL: process.env.URL_OWNER, DATABASE_APP_URL: process.env.URL_APP })
  const server = await start(config)
  const db = new pg.Pool({ connectionString: process.env.URL_OWNER, max: 2 })
  const baseUrl = 'http://localhost:' + server.port
  const company = await createCompany({ db, baseUrl }, {})
  const { credential } = await company.as('member')
  const headers = { Authorization: 'Bearer ' + credential.secret, 'Content-Type': 'application/json' }
  const response = await fetch(baseUrl + '/v1/org/greetings.get', { method: 'POST', headers, body: '{}' })
  const tools = await fetch(baseUrl + '/mcp', { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) })
  const { result } = await tools.json()
  console.log(JSON.stringify({ status: response.status, body: await response.json(),
    tool: result.tools.some(({ name }) => name === 'org_greetings_get') }))
  await db.end()
  await server.stop()
`
