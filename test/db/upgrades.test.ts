import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { start, type RunningServer } from '../../src/process/start.ts'
import { TestClient } from '../support/client.ts'
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
  const server = useServer()
  const names = ['real', 'careful', 'careless'].map((kind) => `test_upgrades_${process.pid}_${kind}`)
  let upgraded: Upgraded[]
  let url: string
  let db: pg.Pool
  let running: RunningServer | undefined

  const open = async (name: string) => {
    await server.db.query(`create database ${name} template template0`)
    const address = Object.assign(new URL(server.database.url), { pathname: `/${name}` }).href
    const pool = new pg.Pool({ connectionString: address, max: 2 })
    pool.on('error', () => undefined)
    return { address, pool }
  }
  before(async () => {
    const { address, pool } = await open(names[0]!)
    url = address
    db = pool
    upgraded = await storeInEachRevision(db, url, secretKey)
    await migrate(url)
  })
  after(async () => {
    await running?.stop()
    await db.end()
    for (const name of names) await server.db.query(`drop database if exists ${name} with (force)`)
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

  /** What the next migration will be held to, tried with some that nobody publishes. */
  describe('by the next migration', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-upgrades-'))
    after(() => rmSync(folder, { recursive: true, force: true }))

    const upgradeBy = async (name: string, sql: string) => {
      const migrations = join(folder, name)
      cpSync('migrations', migrations, { recursive: true })
      const number = String(migrationsOf(migrations).length + 1).padStart(4, '0')
      const text = `export const up = (knex) => knex.raw(${JSON.stringify(sql)})\nexport const down = up\n`
      writeFileSync(join(migrations, `${number}_next.ts`), text)
      const { address, pool } = await open(names.find((one) => one.endsWith(name))!)
      try {
        const stored = await storeInEachRevision(pool, address, secretKey, migrations)
        return { stored, lost: await lostOrChanged(pool, stored) }
      } finally {
        await pool.end()
      }
    }

    it('may add a column, which then needs a value for the revisions to come', async () => {
      const sql = `alter table people add column nickname text; update people set nickname = preferred_name`
      const { stored, lost } = await upgradeBy('careful', sql)
      expect(lost).to.deep.equal([])
      expect(stored.map(({ untried }) => untried)).to.deep.equal([
        ...upgraded.map(() => []),
        ['people.nickname'],
      ])
    })

    it('is refused when it loses a row or changes one', async () => {
      const sql = `delete from mails; update people set preferred_name = null`
      const { lost } = await upgradeBy('careless', sql)
      const tables = lost.map((one) => one.split(' ')[0])
      expect(tables).to.deep.equal(upgraded.flatMap(() => ['people', 'mails']))
    })
  })
})
