import { randomUUIDv7 } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import knex from 'knex'
import pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { asSystem, ofOrganization } from '../../src/db/system.ts'
import { migrate } from '../../src/db/migrate.ts'
import { start } from '../../src/process/start.ts'
import { loadDetails } from '../../src/queries/org/person-details.ts'
import { Vault } from '../../src/secrets/personal.ts'
import { testSecret, useServer } from '../support/server.ts'

const organizations = [randomUUIDv7(), randomUUIDv7()]
const people = 700

describe('a database from before private details were encrypted', () => {
  const server = useServer()
  const name = `test_plain_${process.pid}`
  let url: string
  let db: pg.Pool

  before(async () => {
    await server.db.query(`create database ${name} template template0`)
    url = Object.assign(new URL(server.database.url), { pathname: `/${name}` }).href
    db = new pg.Pool({ connectionString: url, max: 2 })
    db.on('error', () => undefined)
    await migrateTo(
      readdirSync('migrations')
        .filter((file) => file < '0014')
        .at(-1)!,
    )
    for (const org of organizations) await store(org)
    await migrate(url)
  })
  after(async () => {
    await db.end()
    await server.db.query(`drop database ${name} with (force)`)
  })

  it('keeps them where the application cannot read them, until a server starts', async () => {
    const { rows } = await db.query(
      `select count(*)::int as people, has_table_privilege('rollcall_app', 'person_details_plain', 'select') as readable
         from person_details_plain`,
    )
    expect(rows).to.deep.equal([{ people: 2 * people, readable: false }])
    expect((await db.query('select 1 from person_details')).rows).to.have.length(0)
  })

  it('marks private custom fields, for the job that encrypts their values', async () => {
    const { rows } = await db.query(
      `select f.key, bool_and(f.rewriting) as marked, bool_or(f.rewriting) as any_marked
         from custom_fields f group by f.key order by f.key`,
    )
    expect(rows).to.deep.equal([
      { key: 'desk', marked: false, any_marked: false },
      { key: 'note', marked: true, any_marked: true },
      { key: 'papers', marked: false, any_marked: false },
    ])
  })

  it('has them encrypted by the first of two servers that start at once, and no copy left', async () => {
    const config = loadConfig({
      NODE_ENV: 'test',
      PORT: '0',
      ROLE: 'web',
      LOG_LEVEL: 'silent',
      SECRET_KEY: testSecret,
      DATABASE_URL: url,
    })
    const running = await Promise.all([start(config), start(config)])
    await Promise.all(running.map((one) => one.stop()))
    const { rows } = await db.query(`select to_regclass('person_details_plain') as plain`)
    expect(rows).to.deep.equal([{ plain: null }])
    const vault = new Vault({ current: Buffer.from(testSecret, 'hex') })
    for (const org of organizations) {
      const details = await asSystemOn(async (client) => {
        const all = await client.query<{ id: string }>('select id from people where org_id = $1', [org])
        return loadDetails(
          ofOrganization(client, org),
          vault,
          all.rows.map(({ id }) => id),
        )
      })
      expect(details.size).to.equal(people)
      const [one] = details.values()
      expect(one).to.deep.equal({
        personal_email: 'ada@home.example',
        personal_phone: '+442079460018',
        address: {
          line1: 'Row 1',
          line2: null,
          city: 'London',
          region: null,
          postal_code: null,
          country: 'GB',
        },
        emergency_contacts: [{ name: 'Annabella', relationship: null, phone: null, email: null }],
        birthday: '1815-12-10',
        gender: 'female',
        nationality: null,
        tax_id: null,
        social_security_number: null,
        iban: null,
      })
    }
  })

  async function asSystemOn<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await db.connect()
    try {
      return await asSystem(client, () => work(client))
    } finally {
      client.release()
    }
  }

  async function store(org: string): Promise<void> {
    await asSystemOn(async (client) => {
      await client.query(
        `insert into organizations (org_id, slug, name, country) values ($1, $2, 'Old', 'DE')`,
        [org, org],
      )
      await client.query(
        `insert into custom_fields (org_id, id, key, label, type, tier, position, file)
         values ($1, gen_random_uuid(), 'note', 'Note', 'text', 'private', 0, null),
                ($1, gen_random_uuid(), 'desk', 'Desk', 'text', 'job', 1, null),
                ($1, gen_random_uuid(), 'papers', 'Papers', 'file', 'private', 2, '{}')`,
        [org],
      )
      await client.query(
        `insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text)
         select $1, gen_random_uuid(), 'Ada', 'Lovelace', n || '@old.example', n || '@old.example', 'ada'
           from generate_series(1, $2) n`,
        [org, people],
      )
      await client.query(
        `insert into person_details
           (org_id, person_id, personal_email, personal_phone, address, emergency_contacts, birthday, gender)
         select $1, p.id, 'ada@home.example', '+442079460018', $2, $3, '1815-12-10', 'female'
           from people p where p.org_id = $1`,
        [
          org,
          JSON.stringify({
            line1: 'Row 1',
            line2: null,
            city: 'London',
            region: null,
            postal_code: null,
            country: 'GB',
          }),
          JSON.stringify([{ name: 'Annabella', relationship: null, phone: null, email: null }]),
        ],
      )
    })
  }

  async function migrateTo(last: string): Promise<void> {
    const builder = knex({ client: 'pg', connection: url })
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
