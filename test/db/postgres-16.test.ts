import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createOrganization } from '../../src/operator/organizations.ts'
import { org, withDb } from '../support/backups.ts'
import { browserOf, signIn } from '../support/browser.ts'
import { TestClient } from '../support/client.ts'
import { expectGolden } from '../support/golden.ts'
import { McpClient } from '../support/mcp.ts'
import { startPostgres16 } from '../support/postgres-16.ts'
import { runProgram, type Finished } from '../support/process.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

/** The oldest supported PostgreSQL, and a login that is no superuser: what an operator may give us. */
describe('on PostgreSQL 16, with a plain role that owns its database', () => {
  /** What was seen before the start, while the server had no role of ours: roles belong to all its databases. */
  let refused: Finished
  let made: Finished
  let settings: object[]
  let emptyUrl: string
  const server = useServer({ ROLE: 'all', TRUST_PROXY: 'true' }, async () => {
    const database = await startPostgres16()
    emptyUrl = database.emptyUrl
    const env = { DATABASE_URL: database.weakUrl, DATA_DIR: tmpdir(), PORT: '0' }
    refused = await runProgram('src/main.ts', [], env)
    made = await org(database.url, tmpdir(), ['roles', '--json'])
    settings = await settingsOfRoles(database.url)
    return database
  })
  let owner: TestClient

  before(async () => {
    const password = 'a mechanic of 1886'
    const {
      slug,
      owner: { email },
    } = await createOrganization(server.running.ownerPool, {
      name: 'Oldtimers',
      slug: 'oldtimers',
      country: 'DE',
      timeZone: 'Europe/Berlin',
      owner: { name: 'Olga Owner', email: 'olga@oldtimers.example', password },
    })
    owner = browserOf(server, await signIn(server, { organization: slug, email, password }))
  })

  it('has no roles at first, and a login that may not make them is told so in one line', () => {
    expect([refused.code, refused.stdout]).to.deep.equal([1, ''])
    expect(refused.stderr).to.equal(
      'DATABASE_URL cannot be used: this server lacks rollcall_app, rollcall_system, rollcall_jobs, and its user may not create roles. ' +
        'Use one that may, or let an administrator say: create role rollcall_app; create role rollcall_system; create role rollcall_jobs; ' +
        'grant rollcall_app, rollcall_system, rollcall_jobs to weak;\n',
    )
  })

  it('gets the roles without a schema, as the migrations make them', async () => {
    expect([made.code, made.stderr]).to.deep.equal([0, ''])
    expect(JSON.parse(made.stdout)).to.deep.equal({
      made: ['rollcall_app', 'rollcall_system', 'rollcall_jobs'],
    })
    expect(settings).to.have.length(3)
    expect(await settingsOfRoles(server.database.url)).to.deep.equal(settings)
  })

  it('is really PostgreSQL 16, and the schema is the same', async () => {
    const { rows } = await server.db.query<{ version: string; super: boolean }>(
      `select current_setting('server_version') as version, rolsuper as super from pg_roles where rolname = current_user`,
    )
    expect(rows[0]!.version).to.match(/^16\./)
    expect(rows[0]!.super).to.equal(false)
    expectGolden('schema.sql', await dumpSchema(server.db))
  })

  it('sets an organization up, hires and lists, over REST and MCP', async () => {
    await owner.call('org_setup_init', { owner_title: 'Founder' })
    const { id: unit_id } = await owner.call('org_units_create', { name: 'Garage', kind: 'team' })
    await owner.call('org_people_hire', {
      given_name: 'Ada',
      family_name: 'Lovelace',
      work_email: 'ada@oldtimers.example',
      title: 'Mechanic',
      start_date: '2024-03-01',
      unit_id: unit_id!,
    })
    const { people } = await owner.call('org_people_list', { unit_id: unit_id! })
    expect(people.map(({ name }) => name)).to.deep.equal(['Ada Lovelace'])
    const { secret } = await owner.call('platform_api_keys_create', { name: 'mcp', audience: 'manage' })
    const mcp = new McpClient(new TestClient(server.baseUrl, { kind: 'key', secret: secret! }))
    const { answer } = await mcp.call('org_people_list', { unit_id })
    expect(answer.data.people).to.have.length(1)
  })

  it('is backed up and restored by that role', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-backup-'))
    const [file, keys] = [join(folder, 'a.backup'), join(folder, 'a.keys')]
    for (const [url, args] of [
      [server.database.url, ['backup', file, '--keys', keys]],
      [emptyUrl, ['restore', file, '--keys', keys]],
    ] as const)
      expect(await org(url, folder, [...args])).to.include({ code: 0, stderr: '' })
    rmSync(folder, { recursive: true })
    await withDb(emptyUrl, async (db) => {
      expectGolden('schema.sql', await dumpSchema(db))
      const people = `select string_agg(work_email, ' ' order by work_email) as all from people`
      expect((await db.query(people)).rows).to.deep.equal((await server.db.query(people)).rows)
    })
  })

  it('runs jobs', async () => {
    await server.db.query(`select graphile_worker.add_job('sweep_expired')`)
    await until('the job is done', async () => {
      const { rows } = await server.db.query(
        `select 1 from graphile_worker.jobs where task_identifier = 'sweep_expired'`,
      )
      return rows.length === 0
    })
  })
})

/** The roles of ours, whether the login can become them, and their settings. */
async function settingsOfRoles(url: string): Promise<object[]> {
  const { rows } = await withDb(url, (db) =>
    db.query<object>(
      `select r.rolname, pg_has_role(current_user, r.oid, 'SET') as usable, r.rolcanlogin, r.rolsuper, r.rolbypassrls,
              array(select unnest(s.setconfig) from pg_db_role_setting s where s.setrole = r.oid order by 1) as settings
         from pg_roles r where r.rolname like 'rollcall\\_%' order by 1`,
    ),
  )
  return rows
}
