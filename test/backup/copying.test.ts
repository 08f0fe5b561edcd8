import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import type pg from 'pg'
import { backUp } from '../../src/backup/backup.ts'
import { sealBytes, sealOf } from '../../src/backup/format.ts'
import { findForeignKeys } from '../../src/backup/indexes.ts'
import { openFiles, restore } from '../../src/backup/restore.ts'
import { findTables } from '../../src/backup/tables.ts'
import { knownMigrations, migrateOurs } from '../../src/db/migrate.ts'
import { readMark, setMark } from '../../src/db/restoring.ts'
import { createEmptyDatabase, digestsOf, withDb } from '../support/backups.ts'
import { connected, createDatabase, type TestDatabase } from '../support/cluster.ts'
import { expectGolden } from '../support/golden.ts'
import { insertCompany, oldCompany } from '../support/revisions.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { testSecret } from '../support/server.ts'

/** Tables come side by side, each in its own transaction, while no foreign key holds them together. */
describe('the rows of a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-copying-'))
  const at = (name: string) => join(folder, name)
  const [data, keys] = [at('a.backup'), at('a.keys')]
  const secretKey = Buffer.from(testSecret, 'hex')
  const company = oldCompany(knownMigrations().length, secretKey)
  let live: TestDatabase
  let place: TestDatabase

  before(async () => {
    live = await createDatabase()
    await withDb(live.url, (db) => insertCompany(db, company))
    await backUp(live.url, { data, keys })
  })
  beforeEach(async () => (place = await createEmptyDatabase(live)))
  afterEach(() => place?.drop())
  after(async () => {
    await live?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (file: string) =>
    openFiles(
      { data: file, keys, withoutKeys: false },
      { secretKey, previousSecretKey: undefined, dataDir: folder },
    )

  /** A file of which the rows of a table are other ones, with a checksum that is right. */
  function rewrite(table: string, change: (rows: string[]) => string[]): string {
    const whole = readFileSync(data)
    const text = zstdDecompressSync(whole.subarray(0, whole.length - sealBytes)).toString()
    const before = `{"table":"${table}",`
    const begin = text.indexOf('\n', text.indexOf(before)) + 1
    const end = text.indexOf('\\.\n', begin)
    const rows = text.slice(begin, end).trimEnd().split('\n')
    const changed = change(rows)
    const counts = [rows, changed].map(({ length }) => `"${table}":${length}`)
    const bytes = zstdCompressSync(
      text.slice(0, begin) +
        changed.map((row) => `${row}\n`).join('') +
        text.slice(end).replace(counts[0]!, counts[1]!),
    )
    writeFileSync(at('changed'), Buffer.concat([bytes, sealOf(createHash('sha256').update(bytes).digest())]))
    return at('changed')
  }

  /** The tables, and whether they hide rows from their owner, with their foreign keys. */
  async function schemaOf(client: pg.ClientBase) {
    const tables = await findTables(client)
    const names = tables.map(({ name }) => name)
    return { tables, foreignKeys: await findForeignKeys(client, names) }
  }

  async function expectNothing(): Promise<void> {
    const mark = await connected(place.url, readMark)
    expect(mark).to.deep.include({ copied: false, foreignKeys: [] })
    const whole = await connected(live.url, schemaOf)
    expect(await connected(place.url, schemaOf)).to.deep.equal(whole)
    for (const [table, digest] of Object.entries(await digestsOf(place.url, [company.id])))
      expect(digest, table).to.equal('0 ')
  }

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('It was restored.'),
      (error: Error) => error.message,
    )

  it('are in no table when those of one cannot come', async () => {
    const twice = await open(rewrite('users', (rows) => [rows[0]!, ...rows]))
    expect(await failure(restore(place.url, twice))).to.match(/duplicate key .*users_pkey/)
    await expectNothing()
  })

  it('are in no table when one of them refers to nothing', async () => {
    const apart = await open(rewrite('units', () => []))
    expect(await failure(restore(place.url, apart))).to.match(/violates foreign key constraint/)
    await expectNothing()
  })

  it('come after those of another backup whose restore failed', async () => {
    const apart = await open(rewrite('units', () => []))
    await failure(restore(place.url, apart))
    await restore(place.url, await open(data))
    const same = await digestsOf(live.url, [company.id])
    expect(await digestsOf(place.url, [company.id])).to.deep.equal(same)
  })

  it('come again, and with them each foreign key, after a restore was stopped while it copied', async () => {
    await migrateOurs(place.url)
    await connected(place.url, async (client) => {
      const { foreignKeys } = await schemaOf(client)
      expect(foreignKeys).to.have.length.above(50)
      for (const { drop } of foreignKeys) await client.query(drop)
      await withDb(place.url, (db) => insertCompany(db, oldCompany(knownMigrations().length, secretKey)))
      const mark = { backup: 'another', copied: false, foreignKeys: foreignKeys.map(({ make }) => make) }
      await setMark(client, mark)
    })
    await restore(place.url, await open(data))
    const same = await digestsOf(live.url, [company.id])
    expect(await digestsOf(place.url, [company.id])).to.deep.equal(same)
    await withDb(place.url, async (db) => expectGolden('schema.sql', await dumpSchema(db)))
  })

  it('stop coming when another restore has begun meanwhile, whose lock was free', async () => {
    await failure(restore(place.url, await open(rewrite('units', () => []))))
    // As if it began while a table is copied that comes before others.
    await withDb(place.url, (db) =>
      db.query(`
        create function begin_another() returns trigger language plpgsql as
          $$ begin update unfinished_restore set backup = 'another' where foreign_keys <> '{}'; return null; end $$;
        create trigger begin_another after truncate on activity execute function begin_another()`),
    )
    expect(await failure(restore(place.url, await open(data)))).to.match(/Another restore .* has begun/)
  })
})
