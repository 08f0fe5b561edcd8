import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { start, type RunningServer } from '../../src/process/start.ts'
import { TestClient } from '../support/client.ts'
import { createEmptyDatabase, distributeInCluster } from '../support/cluster.ts'
import { changingFunctions, clusterProblems, tooEarlyReferences } from '../support/cluster-rules.ts'
import { expectGolden } from '../support/golden.ts'
import { details, firstRevision } from '../support/revisions.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { testSecret, useServer } from '../support/server.ts'
import { lostOrChanged, migrationsOf, storeInEachRevision, type Upgraded } from '../support/upgrades.ts'

const secretKey = Buffer.from(testSecret, 'hex')

/**
 * One database goes through all revisions, from that of a first installation on. In each of them a company is stored as
 * that revision stores it. So in the end it has a company that was upgraded from each revision.
 */
describe('an upgrade', () => {
  // Whose start has made the roles.
  useServer()
  const opened: (() => Promise<void>)[] = []
  let upgraded: Upgraded[]
  let url: string
  let db: pg.Pool
  let running: RunningServer | undefined

  const open = async () => {
    const database = await createEmptyDatabase()
    const pool = new pg.Pool({ connectionString: database.url, max: 2 })
    pool.on('error', () => undefined)
    opened.push(async () => {
      await pool.end()
      await database.drop()
    })
    return { address: database.url, pool }
  }
  before(async () => {
    const { address, pool } = await open()
    url = address
    db = pool
    upgraded = await storeInEachRevision(db, url, secretKey)
    await migrate(url)
  })
  after(async () => {
    await running?.stop()
    for (const close of opened) await close()
  })

  it('is tried from every revision, with a value in each of its columns', () => {
    const files = migrationsOf('migrations')
    expect(upgraded.map(({ migration }) => migration)).to.deep.equal(
      files.slice(files.indexOf(firstRevision)),
    )
    for (const { migration, untried } of upgraded)
      expect(untried, `test/support/revisions.ts has no value for these of ${migration}`).to.deep.equal([])
  })

  it('keeps all rows, and changes nothing in them', async () => {
    expect(await lostOrChanged(db, upgraded)).to.deep.equal([])
  })

  describe('leaves a database', () => {
    before(async () => {
      const settings = { NODE_ENV: 'test', PORT: '0', ROLE: 'web', LOG_LEVEL: 'error' }
      running = await start(loadConfig({ ...settings, SECRET_KEY: testSecret, DATABASE_URL: url }))
    })

    it('that has the schema of a new one, when a server has started', async () => {
      expectGolden('schema.sql', await dumpSchema(db))
    })

    it('whose companies can be used, whatever revision they are from', async () => {
      const baseUrl = `http://localhost:${running!.port}`
      for (const { company } of upgraded) {
        const by = (kind: 'key' | 'web') => new TestClient(baseUrl, { kind, secret: company[kind] })
        const key = by('key')
        const { org, person_id } = await key.call('platform_whoami', {})
        expect([org.name, person_id]).to.deep.equal([company.name, company.person])
        const { people } = await key.call('org_people_list', { q: 'zoe mull' })
        const units = await key.call('org_units_list', { include_archived: true })
        expect([people.length, units.length], company.name).to.deep.equal([1, 2])
        expect((await key.call('platform_activity_list', {})).items).to.have.length(1)
        const { person } = company
        await key.call('org_people_timeline', { person_id: person })
        await key.call('org_locations_list', { include_archived: true })
        await key.call('org_legal_entities_list', { include_archived: true })
        const { items } = await by('web').call('org_approvals_list', { status: 'closed' })
        expect(items, company.name).to.have.length(2)
        const pay = await by('web').call('org_pay_list', { person_id: person })
        expect(pay.history, company.name).to.have.length(1)
        const { personal_email, personal_phone, address, emergency_contacts, ...others } = details
        const one = await by('web').call('org_people_get', { person_id: person })
        expect(one, company.name).to.deep.include({
          ...others,
          contact: { personal_email, personal_phone, address, emergency_contacts },
          custom: { shirt: 'M', diet: 'vegan' },
          iban: 'BE68539007547034',
        })
      }
    })
  })

  it('sends nothing that tables of a cluster refuse', async () => {
    const changing = await changingFunctions(db)
    for (const { migration, messages } of upgraded.filter((one) => one.migration > firstRevision))
      expect(
        [
          ...messages.flatMap((message) => clusterProblems(message, changing)),
          ...tooEarlyReferences(messages),
        ],
        `${migration} breaks a rule of migrations/README.md`,
      ).to.deep.equal([])
  })

  /** What the next migration will be held to, tried with some that nobody publishes. */
  describe('by the next migration', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-upgrades-'))
    after(() => rmSync(folder, { recursive: true, force: true }))

    const upgradeBy = async (name: string, ...each: string[][]) => {
      const migrations = join(folder, name)
      cpSync('migrations', migrations, { recursive: true })
      for (const messages of each) {
        const number = String(migrationsOf(migrations).length + 1).padStart(4, '0')
        const text = `export const up = async (knex) => { for (const one of ${JSON.stringify(messages)}) await knex.raw(one) }
          export const down = up\n`
        writeFileSync(join(migrations, `${number}_next.ts`), text)
      }
      const { address, pool } = await open()
      const stored = await storeInEachRevision(pool, address, secretKey, migrations)
      await distributeInCluster(address)
      return { stored, lost: await lostOrChanged(pool, stored), pool }
    }

    /** One of each kind that is allowed. In a cluster they run on sharded tables. */
    const careful = [
      `create table desks (
         org_id uuid not null references organizations (org_id),
         id     uuid not null,
         name   text not null,
         primary key (org_id, id)
       )`,
      `create unique index desks_name on desks (org_id, name)`,
      `select protect_table('desks', 'editable')`,
      `alter table people add column nickname text`,
      `update people set nickname = preferred_name`,
      `update people set nickname = given_name where nickname is null`,
      `alter table people alter column nickname set default '-'`,
      `alter table people alter column nickname set not null`,
      `alter table people add constraint people_nickname check (nickname <> '')`,
      `alter table units add column desk_id uuid`,
      `insert into desks (org_id, id, name) select u.org_id, u.id, u.name from units u where u.parent_id is null`,
      `create index people_by_nickname on people (org_id, nickname)`,
      `grant update (name) on desks to rollcall_app`,
      `create function count_desks(p_org uuid) returns bigint
       language plpgsql stable security definer set search_path = public, pg_temp as $$
       begin return (select count(*) from desks d where d.org_id = p_org); end $$`,
      `grant create on schema public to rollcall_system`,
      `alter function count_desks owner to rollcall_system`,
      `revoke create on schema public from rollcall_system`,
      `drop index people_erased`,
    ]

    /** A table that is sharded refers only to others that are, and a new one is when its migration is done. */
    const afterwards = [
      'alter table units add constraint units_desk foreign key (org_id, desk_id) references desks (org_id, id)',
    ]

    it('may do much, and a new column then needs a value for the revisions to come', async () => {
      const { stored, lost, pool } = await upgradeBy('careful', careful, afterwards)
      expect(lost).to.deep.equal([])
      expect([...new Set(stored.flatMap(({ untried }) => untried))]).to.have.members([
        'units.desk_id',
        ...['org_id', 'id', 'name'].map((column) => `desks.${column}`),
      ])
      const changing = await changingFunctions(pool)
      const sent = stored.slice(-2).map(({ messages }) => messages)
      expect(sent).to.deep.equal([careful, afterwards])
      expect(sent.flatMap(tooEarlyReferences)).to.deep.equal([])
      for (const message of sent.flat()) expect(clusterProblems(message, changing), message).to.deep.equal([])
      for (const { company } of upgraded) {
        const { rows } = await pool.query('select count_desks($1)::int as count', [company.id])
        expect(rows, company.name).to.deep.equal([{ count: 1 }])
      }
    })

    it('is refused when it loses a row or changes one', async () => {
      const { lost } = await upgradeBy('careless', [
        'delete from mails',
        'update people set preferred_name = null',
      ])
      const tables = lost.map((one) => one.split(' ')[0])
      expect(tables).to.deep.equal(upgraded.flatMap(() => ['people', 'mails']))
    })
  })
})
