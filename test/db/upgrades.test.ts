import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import knex from 'knex'
import pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { start, type RunningServer } from '../../src/process/start.ts'
import { TestClient } from '../support/client.ts'
import { expectGolden } from '../support/golden.ts'
import {
  details,
  insertCompany,
  oldCompany,
  readColumns,
  readRows,
  type OldCompany,
  type Row,
} from '../support/revisions.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { testSecret, useServer } from '../support/server.ts'

/** Tables that got another name: up to this revision, their rows are now in the other one. */
const renamed: Record<string, { until: number; now: string }> = {
  person_details: { until: 13, now: 'person_details_plain' },
}
/** Columns that could have no value in a revision. */
const empty: Record<number, string[]> = { 1: ['memberships.person_id'] }

interface Upgraded {
  revision: number
  company: OldCompany
  /** Table → rows, as the revision stored them. */
  rows: Record<string, Row[]>
  /** Columns of the revision that none of the rows has a value for. */
  untried: string[]
}

/**
 * One database goes through all revisions. In each of them a company is stored as that revision stores it. So in the end
 * it has a company that was upgraded from each revision.
 */
describe('an upgrade', () => {
  const server = useServer()
  const name = `test_upgrades_${process.pid}`
  const files = readdirSync('migrations')
    .filter((file) => file.endsWith('.ts'))
    .sort()
  const upgraded: Upgraded[] = []
  let url: string
  let db: pg.Pool
  let running: RunningServer | undefined

  before(async () => {
    await server.db.query(`create database ${name} template template0`)
    url = Object.assign(new URL(server.database.url), { pathname: `/${name}` }).href
    db = new pg.Pool({ connectionString: url, max: 2 })
    db.on('error', () => undefined)
    const builder = knex({ client: 'pg', connection: url })
    const config = { directory: 'migrations', loadExtensions: ['.ts'], tableName: 'schema_migrations' }
    try {
      for (const revision of files.map((_, index) => index + 1)) {
        await builder.migrate.up(config)
        const company = oldCompany(revision, Buffer.from(testSecret, 'hex'))
        const rows = await insertCompany(db, company)
        upgraded.push({ revision, company, rows, untried: untried(await readColumns(db), rows) })
      }
    } finally {
      await builder.destroy()
    }
    await migrate(url)
  })
  after(async () => {
    await running?.stop()
    await db.end()
    await server.db.query(`drop database ${name} with (force)`)
  })

  it('is tried from every revision, with a value in each of its columns', () => {
    expect(upgraded).to.have.length(files.length).and.to.have.length.at.least(20)
    for (const { revision, untried } of upgraded)
      expect(
        untried,
        `test/support/revisions.ts has no value for these of ${files[revision - 1]}`,
      ).to.deep.equal(empty[revision] ?? [])
  })

  it('keeps all rows, and changes nothing in them', async () => {
    const columns = await readColumns(db)
    for (const { revision, rows } of upgraded)
      for (const [table, before] of Object.entries(rows)) {
        const place = revision <= (renamed[table]?.until ?? 0) ? renamed[table]!.now : table
        const there = columns.get(place)
        if (!there) continue
        const kept = Object.keys(before[0]!).filter((column) => there.includes(column))
        const valuesOf = (row: Row) => Object.fromEntries(kept.map((column) => [column, row[column]]))
        const after = await readRows(db, place, before)
        expect(after.map(valuesOf), `${place} from ${files[revision - 1]}`).to.deep.equal(
          before.map(valuesOf),
        )
      }
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
      for (const { revision, company } of upgraded) {
        const by = (kind: 'key' | 'web') => new TestClient(baseUrl, { kind, secret: company[kind] })
        const key = by('key')
        const { org, person_id } = await key.call('platform_whoami', {})
        expect([org.name, person_id]).to.deep.equal([company.name, revision > 1 ? company.person : null])
        const { people } = await key.call('org_people_list', { q: 'zoe mull' })
        const units = await key.call('org_units_list', { include_archived: true })
        expect([people.length, units.length], company.name).to.deep.equal(revision > 1 ? [1, 2] : [0, 0])
        expect((await key.call('platform_activity_list', {})).items).to.have.length(revision > 1 ? 1 : 0)
        if (revision === 1) continue
        const { person } = company
        await key.call('org_people_timeline', { person_id: person })
        await key.call('org_locations_list', { include_archived: true })
        await key.call('org_legal_entities_list', { include_archived: true })
        const { items } = await by('web').call('org_approvals_list', { status: 'closed' })
        expect(items, company.name).to.have.length(revision >= 16 ? 2 : 0)
        const pay = await by('web').call('org_pay_list', { person_id: person })
        expect(pay.history, company.name).to.have.length(revision >= 15 ? 1 : 0)
        const { personal_email, personal_phone, address, emergency_contacts, ...others } = details
        const one = await by('web').call('org_people_get', { person_id: person })
        expect(one, company.name).to.deep.include({
          ...others,
          contact: { personal_email, personal_phone, address, emergency_contacts },
          custom: revision >= 13 ? { shirt: 'M', diet: 'vegan' } : {},
          iban: revision >= 14 ? 'BE68539007547034' : null,
        })
      }
    })
  })
})

/** The columns that no row has a value for. */
function untried(columns: Map<string, string[]>, rows: Record<string, Row[]>): string[] {
  const moved = Object.values(renamed).map(({ now }) => now)
  return [...columns].flatMap(([table, names]) =>
    (moved.includes(table) ? [] : names)
      .filter((column) => !rows[table]?.some((row) => row[column] !== null && row[column] !== undefined))
      .map((column) => `${table}.${column}`),
  )
}
