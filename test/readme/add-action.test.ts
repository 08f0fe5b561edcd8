import { expect } from 'chai'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { Scratch } from '../support/scratch.ts'

/** "Add an action" as the README has it: in a copy of the tree, scaffold one, fill in its handler, and call it. */
describe('adding an action', () => {
  let copy: Scratch
  let database: TestDatabase

  before(async function () {
    this.timeout(30_000)
    database = await createDatabase()
    copy = new Scratch()
  })

  after(async () => {
    await database.drop()
    copy.remove()
  })

  it('takes one command, one line in the handler, and no other file', async function () {
    this.timeout(60_000)
    const started = performance.now()
    await copy.npm('run', 'new', '--', 'org/greetings/get', '--class', 'read', '--me')
    const file = 'src/actions/org/greetings/get.ts'
    const handler = copy.read(file)
    expect(handler).to.include("action('org_greetings_get'")
    const result = JSON.parse(copy.read('openapi/published/openapi.json')).paths['/v1/org/greetings.get'].post
      .responses['200'].content['application/json'].example.data as unknown
    copy.write(
      file,
      handler.replace(/^ {4}throw .*$/m, `    void [ctx, input]\n    return ${JSON.stringify(result)}`),
    )
    await copy.typecheck()
    const answer = await copy.script(callIt, database)
    expect(answer).to.deep.equal({ status: 200, body: { data: result }, tool: true })
    console.log(
      `      from the command to the answer, type check included: ${((performance.now() - started) / 1000).toFixed(1)} s`,
    )
  })
})

/** Starts the copy's server and calls the new action as a member with a key. */
const callIt = `
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
