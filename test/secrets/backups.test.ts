import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { ConfigError } from '../../src/config/error.ts'
import { rotateSecret } from '../../src/operator/person-keys.ts'
import { start } from '../../src/process/start.ts'
import { UnreadableDetails, Vault } from '../../src/secrets/personal.ts'
import { TestClient } from '../support/client.ts'
import { copyDatabase, createDatabase, type TestDatabase } from '../support/cluster.ts'
import { createCompany } from '../support/company.ts'

const oldSecret = randomBytes(32)
const newSecret = randomBytes(32)

interface KeyRow {
  org_id: string
  person_id: string
  key_id: string
  wrapped_key: Buffer
}

/**
 * Somebody's key was destroyed. The backups from before have their details. docs/backups.md says how backups are made and
 * restored; these are the two ways of it. A backup is a copy of all files of the database.
 */
describe("destroying a person's key", () => {
  let live: TestDatabase
  let backup: TestDatabase
  let organization: string
  let session: string
  let [erased, kept] = ['', '']

  before(async () => {
    live = await createDatabase()
    const people = await withServer(live, { SECRET_KEY: oldSecret.toString('hex') }, async (baseUrl, db) => {
      const company = await createCompany({ baseUrl, db })
      const web = await company.as('owner', 'web')
      organization = company.id
      session = (web.credential as { secret: string }).secret
      const ids = [(await company.person()).id, (await company.person()).id]
      await web.call('org_fields_create', { label: 'Secret', type: 'text', tier: 'private' })
      for (const person_id of ids)
        await web.call('org_people_update_profile', {
          person_id,
          tax_id: 'canary',
          birthday: '1990-01-01',
          custom: { secret: 'canary too' },
        })
      return ids
    })
    ;[erased, kept] = people as [string, string]
    backup = await copyDatabase(live)
    await withDb(live, (db) => db.query('delete from person_keys where person_id = $1', [erased]))
  })
  after(async () => {
    await backup?.drop()
    await live?.drop()
  })

  it('changes nothing about a backup that has the key: that is why keys are backed up apart', async () => {
    const restored = await copyDatabase(backup)
    const env = { SECRET_KEY: oldSecret.toString('hex') }
    expect(await seen(restored, env, erased)).to.deep.equal([200, 'canary', 'canary too'])
    await restored.drop()
  })

  it('makes their details unreadable in a backup that is restored with the keys of today', async () => {
    const restored = await restore(await keysOf(live))
    const env = { SECRET_KEY: oldSecret.toString('hex') }
    expect(await seen(restored, env, kept)).to.deep.equal([200, 'canary', 'canary too'])
    expect(await seen(restored, env, erased)).to.deep.equal([500, undefined, undefined])

    // Nor does any key that is left open anything of theirs.
    await withDb(restored, async (db) => {
      const vault = new Vault({ current: oldSecret })
      const { rows: details } = await db.query('select * from person_details where person_id = $1', [erased])
      const { rows: values } = await db.query('select * from custom_values where person_id = $1', [erased])
      const { rows: keys } = await db.query<KeyRow>('select * from person_keys')
      const stranger = { orgId: organization, personId: erased }
      for (const key of keys) {
        const opened = vault.open({ orgId: key.org_id, personId: key.person_id }, key)
        expect(() => opened.open('tax_id', details[0].tax_id)).to.throw(UnreadableDetails)
        expect(() => opened.open(`custom.${values[0].field_id}`, values[0].sealed)).to.throw(
          UnreadableDetails,
        )
        expect(() => vault.open(stranger, key)).to.throw(UnreadableDetails)
      }
      for (const table of ['person_details', 'custom_values']) {
        const { rows: texts } = await db.query(`select string_agg(t::text, '') as text from ${table} t`)
        expect(texts[0].text, table).to.include('\\x01')
        for (const spelling of ['canary', Buffer.from('canary').toString('hex')])
          expect(texts[0].text, table).to.not.include(spelling)
      }
    })
    await restored.drop()
  })

  it('makes them unreadable in a backup that has their key, when SECRET_KEY was replaced and the old one is gone', async () => {
    await withDb(live, (db) => rotateSecret(db, new Vault({ current: newSecret, previous: oldSecret })))
    const env = { SECRET_KEY: newSecret.toString('hex') }
    const whole = await copyDatabase(backup)
    const error = await seen(whole, env, erased).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ConfigError)
    await whole.drop()
    const restored = await restore(await keysOf(live))
    expect(await seen(restored, env, kept), 'with the keys of today').to.deep.equal([
      200,
      'canary',
      'canary too',
    ])
    expect(await seen(restored, env, erased)).to.deep.equal([500, undefined, undefined])
    await restored.drop()
  })

  /** The backup as a database, with other rows in the table of keys. */
  async function restore(keys: KeyRow[]): Promise<TestDatabase> {
    const restored = await copyDatabase(backup)
    await withDb(restored, async (db) => {
      await db.query('delete from person_keys')
      for (const { org_id, person_id, key_id, wrapped_key } of keys)
        await db.query('insert into person_keys values ($1, $2, $3, $4)', [
          org_id,
          person_id,
          key_id,
          wrapped_key,
        ])
    })
    return restored
  }

  /** What a server on this database answers the owner, who asks for a person: the status and what is private. */
  function seen(database: TestDatabase, env: Record<string, string>, person_id: string) {
    return withServer(database, env, async (baseUrl) => {
      const web = new TestClient(baseUrl, { kind: 'web', secret: session })
      const { status, body } = await web.post('/v1/org/people.get', { person_id })
      return [status, body.data?.tax_id, body.data?.custom.secret]
    })
  }
})

async function withDb<T>({ url }: TestDatabase, work: (db: pg.Pool) => Promise<T>): Promise<T> {
  const db = new pg.Pool({ connectionString: url, max: 2 })
  // `end` does not wait until the connections are closed, and `copyDatabase` ends those that are left.
  db.on('error', () => undefined)
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

async function keysOf(database: TestDatabase): Promise<KeyRow[]> {
  return (await withDb(database, (db) => db.query<KeyRow>('select * from person_keys'))).rows
}

/** Runs `work` with a server on this database, and stops the server. */
function withServer<T>(
  database: TestDatabase,
  env: Record<string, string>,
  work: (baseUrl: string, db: pg.Pool) => Promise<T>,
): Promise<T> {
  return withDb(database, async (db) => {
    const running = await start(
      loadConfig({
        NODE_ENV: 'test',
        PORT: '0',
        ROLE: 'web',
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.url,
        DATABASE_APP_URL: database.appUrl,
        ...env,
      }),
    )
    try {
      return await work(`http://localhost:${running.port}`, db)
    } finally {
      await running.stop()
    }
  })
}
