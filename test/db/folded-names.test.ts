import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import knex from 'knex'
import pg from 'pg'
import { migrate } from '../../src/db/migrate.ts'
import { nameKey } from '../../src/domain/folding.ts'
import { personSearchText, searchText, type SearchablePerson } from '../../src/domain/search.ts'
import type { TestDatabase } from '../support/cluster.ts'
import { startPostgres16 } from '../support/postgres-16.ts'

const before0007 = '0006_one_organization_at_a_time.ts'
const org = randomUUIDv7()

/** All characters that a name can have, in texts of 80. Each has a number, because some have nothing visible. */
const texts: string[] = Array.from({ length: Math.ceil(0x110000 / 80) }, (_, n) =>
  Array.from({ length: 80 }, (_, k) => n * 80 + k)
    .filter((code) => code > 32 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /[^\p{Cn}\p{Co}\p{Cc}]/u.test(character))
    .join('')
    .normalize('NFC')
    .trim(),
)
  .filter(Boolean)
  .map((text, n) => `${n} ${text}`)

describe('a database from before names had keys', () => {
  let database: TestDatabase
  let db: pg.Client

  before(async () => {
    database = await startPostgres16()
    await migrateTo(before0007)
    db = new pg.Client({ connectionString: database.url })
    await db.connect()
    await store()
    await migrate(database.url)
  })
  after(async () => {
    await db.end()
    await database.drop()
  })

  it('gets the keys that the service makes, whatever the name', async () => {
    for (const table of ['locations', 'legal_entities', 'units']) {
      const { rows } = await db.query<{ name: string; name_key: string }>(
        `select name, name_key from ${table} where not name ~ '^Sales'`,
      )
      expect(rows, table).to.have.length(texts.length)
      const wrong = rows.filter(({ name, name_key }) => name_key !== nameKey(name))
      expect(wrong, table).to.deep.equal([])
    }
  })

  it('gets the texts that the search compares, for more rows than are changed at once', async () => {
    const people = await db.query<SearchablePerson & { search_text: string }>('select * from people')
    expect(people.rows).to.have.length(texts.length + 6000)
    expect(people.rows.filter((row) => row.search_text !== personSearchText(row))).to.deep.equal([])
    const jobs = await db.query<{ title: string; search_text: string }>('select * from job_rows')
    expect(jobs.rows).to.have.length(texts.length)
    expect(jobs.rows.filter((row) => row.search_text !== searchText(row.title))).to.deep.equal([])
  })

  it('keeps names that are the same now: the key belongs to the active record, and to the oldest of several', async () => {
    for (const table of ['locations', 'legal_entities', 'units']) {
      const { rows } = await db.query<{ id: string; name: string; name_key: string }>(
        `select id, name, name_key from ${table} where name ~ '^Sales' order by length(name)`,
      )
      expect(rows.map(({ name }) => name)).to.deep.equal(['Sales Team', 'Sales  Team', 'Sales   Team'])
      const [newer, older, archived] = rows
      expect(older!.name_key).to.equal('sales team')
      for (const other of [newer, archived]) expect(other!.name_key).to.equal(`sales team\n${other!.id}`)
    }
  })

  /** Rows as the service wrote them then. */
  async function store(): Promise<void> {
    const insert = (text: string, values: unknown[] = []) => db.query(text, [org, ...values])
    // The owner of the database sees no rows without this role.
    await db.query('begin; set local role rollcall_system')
    await insert(`insert into organizations (org_id, slug, name, country) values ($1, 'old', 'Old', 'DE')`)
    await insert(`insert into units (org_id, id, name, kind) values ($1, $1, $2, 'company')`, [texts[0]])
    for (const [table, more, value, all] of [
      ['locations', 'country', `'DE'`, texts],
      ['legal_entities', 'country', `'DE'`, texts],
      ['units', 'kind, parent_id', `'team', $1::uuid`, texts.slice(1)],
    ] as const) {
      await insert(
        `insert into ${table} (org_id, id, name, ${more}) select $1, gen_random_uuid(), name, ${value} from unnest($2::text[]) name`,
        [all],
      )
      await insert(
        `insert into ${table} (org_id, id, name, created_at, archived_at, ${more})
         select $1, gen_random_uuid(), name, at, archived, ${value}
           from (values ('Sales Team', timestamptz '2022-01-01', null::timestamptz), ('Sales  Team', '2021-01-01', null),
                        ('Sales   Team', '2020-01-01', '2020-02-01')) as taken (name, at, archived)`,
      )
    }
    await insert(
      `insert into people (org_id, id, given_name, family_name, preferred_name, work_email)
       select $1, md5(n::text)::uuid, 'Ágnes', text, case when n % 2 = 0 then 'Ági' end,
              n || (array['@old.example', '@Old.XN--BCHER-KVA.example', '@xn--a.example'])[1 + n % 3]
         from unnest($2::text[] || array_fill('Kiss'::text, '{6000}')) with ordinality as t (text, n)`,
      [texts],
    )
    await insert(
      `insert into employments (org_id, id, person_id, start_date) select org_id, id, id, '2020-01-01' from people where org_id = $1`,
    )
    await insert(
      `insert into job_rows (org_id, id, person_id, employment_id, valid_from, title, employment_type, fte, reason, contract_type)
       select $1, md5(n::text)::uuid, md5(n::text)::uuid, md5(n::text)::uuid, '2020-01-01', text, 'full_time', 1, 'hire', 'permanent'
         from unnest($2::text[]) with ordinality as t (text, n)`,
      [texts],
    )
    await db.query('commit')
  }

  async function migrateTo(last: string): Promise<void> {
    const builder = knex({ client: 'pg', connection: database.url })
    const config = { directory: 'migrations', loadExtensions: ['.ts'], tableName: 'schema_migrations' }
    try {
      for (let done = ''; done !== last;) {
        const [, [file]] = (await builder.migrate.up(config)) as [number, string[]]
        done = file!.split('/').at(-1)!
      }
    } finally {
      await builder.destroy()
    }
  }
})
