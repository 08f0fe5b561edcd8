import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { backUp } from '../../src/backup/backup.ts'
import { formVersion, type Header } from '../../src/backup/format.ts'
import { checkFile } from '../../src/backup/reader.ts'
import { openFiles, restore } from '../../src/backup/restore.ts'
import { writeFile } from '../../src/backup/writer.ts'
import { ConfigError } from '../../src/config/error.ts'
import { knownMigrations, migrate, migrateOurs } from '../../src/db/migrate.ts'
import { setMark } from '../../src/db/restoring.ts'
import { OperatorError } from '../../src/operator/errors.ts'
import { createEmptyDatabase, digestsOf, org, withDb } from '../support/backups.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { expectGolden } from '../support/golden.ts'
import { Program, runProgram } from '../support/process.ts'
import { insertCompany, oldCompany } from '../support/revisions.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { testSecret } from '../support/server.ts'
import { until } from '../support/wait.ts'

const secretKey = Buffer.from(testSecret, 'hex')
const newest = knownMigrations().length

describe('backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-backups-'))
  const at = (name: string) => join(folder, name)
  const [data, keys] = [at('a.backup'), at('a.keys')]
  const settings = { secretKey, previousSecretKey: undefined, dataDir: folder }
  const company = oldCompany(newest, secretKey)
  let live: TestDatabase
  /** An empty database, where a test needs one. */
  let place: TestDatabase | undefined

  before(async () => {
    live = await createDatabase()
    await withDb(live.url, (db) => insertCompany(db, company))
    await backUp(live.url, { data, keys })
  })
  after(async () => {
    await live?.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const emptyPlace = async () => (place = await createEmptyDatabase(live)).url
  afterEach(async () => {
    await place?.drop()
    place = undefined
  })

  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof OperatorError || error instanceof ConfigError))
      throw error ?? new Error('no refusal')
    expect(error.message).to.not.include('\n')
    return error.message
  }
  const open = (files: { data?: string; keys?: string; withoutKeys?: boolean }, other = {}) =>
    openFiles({ data, withoutKeys: false, ...files }, { ...settings, ...other })
  const isEmpty = async (url: string) =>
    (
      await withDb(url, (db) =>
        db.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace`),
      )
    ).rows.length === 0

  it('are refused when a byte was changed, or the end is missing', async () => {
    const whole = readFileSync(data)
    const changed = at('changed')
    const places = Array.from({ length: 60 }, (_, n) => Math.floor(((whole.length - 1) * n) / 59))
    for (const place of places) {
      const bytes = Buffer.from(whole)
      bytes[place]! ^= 1
      writeFileSync(changed, bytes)
      expect(await refusal(open({ data: changed, keys })), `byte ${place}`).to.match(/checksum|no backup/)
    }
    for (const length of [0, 1, 39, 40, 41, whole.length >> 1, whole.length - 41, whole.length - 1]) {
      writeFileSync(changed, whole.subarray(0, length))
      expect(await refusal(open({ data: changed, keys })), `${length} bytes`).to.match(/checksum|no backup/)
    }
    writeFileSync(changed, Buffer.concat([whole, Buffer.of(0)]))
    expect(await refusal(open({ data: changed, keys }))).to.include('no backup')
  })

  it('are refused in each other’s place, and so is any other file', async () => {
    const url = await emptyPlace()
    expect(await refusal(open({ data: keys, keys }))).to.include('has the keys of persons')
    expect(await refusal(open({ keys: data }))).to.include('has no keys of persons')
    expect(await refusal(open({ data: 'package.json' }))).to.include('is no backup')
    const { code, stdout, stderr } = await org(url, folder, ['restore', at('nowhere'), '--keys', keys])
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.match(
      /^The backup was not restored: .*nowhere does not exist, or its folder does not\.\n$/,
    )
    expect(await isEmpty(url)).to.equal(true)
  })

  it('are refused without their keys, with older ones, and with another SECRET_KEY', async () => {
    const words = await refusal(open({}))
    expect(words).to.include('private details of 1 person ').and.to.include('--without-keys')
    const later = at('later.backup')
    await backUp(live.url, { data: later })
    expect(await refusal(open({ data: later, keys })))
      .to.include('before the backup')
      .and.to.include('--without-keys')
    await open({ data: later, keys, withoutKeys: true })
    expect(await refusal(open({ keys }, { secretKey: Buffer.alloc(32, 1) }))).to.include(
      'is not the key of this backup: 1 key in ',
    )
    expect(await refusal(open({ keys }, { secretKey: undefined }))).to.match(
      /^SECRET_KEY is not set, and there is no/,
    )
    expect(existsSync(at('secret.key')), 'and none is made').to.equal(false)
    await open({ keys }, { secretKey: Buffer.alloc(32, 1), previousSecretKey: secretKey })
  })

  it('of a newer version are refused', async () => {
    const { header } = await checkFile(data, 'data')
    const write = async (changes: Partial<Header>) => {
      const { finish } = await writeFile(at('newer'), { ...header, ...changes }, async function* () {})
      await finish()
      return refusal(open({ data: at('newer'), keys }))
    }
    expect(await write({ migrations: [...header.migrations, '0999_leave.ts'] })).to.match(
      /is of a newer version .* 0999_leave\.ts/,
    )
    expect(await write({ version: formVersion + 1 })).to.include('newer version')
  })

  it('are refused when a table is missing', async () => {
    const { header } = await checkFile(data, 'data')
    const { finish } = await writeFile(at('hollow'), header, async function* () {})
    await finish()
    const source = await open({ data: at('hollow'), keys })
    expect(await refusal(restore(await emptyPlace(), source))).to.match(/lacks the tables .*organizations/)
  })

  it('are restored where nothing is, and nowhere else', async () => {
    const url = await emptyPlace()
    const source = await open({ keys })
    expect(await refusal(restore(live.url, source))).to.match(
      /an empty database, and this one has tables, such as \w+/,
    )
    await withDb(url, (db) => db.query('create schema other; create view other.one as select 1'))
    expect(await refusal(restore(url, source))).to.include('such as other.one')
  })

  it('of an earlier version are brought to the newest, and their database stays as it is', async () => {
    const url = await emptyPlace()
    const early = await createEmptyDatabase(live)
    // Nobody can have it, and it lacks what later migrations make.
    const revision = newest - 3
    const old = oldCompany(revision, secretKey)
    await migrateOurs(early.url, knownMigrations().slice(0, revision))
    await withDb(early.url, (db) => insertCompany(db, old))
    const files = { data: at('old.backup'), keys: at('old.keys') }
    await backUp(early.url, files)
    const done = await withDb(early.url, (db) => db.query('select name from schema_migrations'))
    expect(done.rows).to.have.length(revision)
    await early.drop()
    const { rows, unreadable } = await restore(url, await open(files))
    expect([rows! > 40, unreadable]).to.deep.equal([true, 0])
    await withDb(url, async (db) => {
      expectGolden('schema.sql', await dumpSchema(db))
      const { rows: people } = await db.query('select given_name from people where id = $1', [old.person])
      expect(people).to.deep.equal([{ given_name: 'Zoë' }])
    })
  })

  it('that are restored with the keys of today have no details of whose key is gone', async () => {
    const url = await emptyPlace()
    await withDb(live.url, (db) => db.query('begin; delete from person_keys; commit'))
    const today = at('today.keys')
    await backUp(live.url, { keys: today })
    expect(await refusal(open({ keys: today })))
      .to.include('today.keys has 0 keys')
      .and.to.include('when 1 person had one')
      .and.to.include('--without-keys')
    const { unreadable } = await restore(url, await open({ keys: today, withoutKeys: true }))
    expect(unreadable).to.equal(1)
    for (const [table, digest] of Object.entries(await digestsOf(url, [company.id])))
      if (['person_details', 'person_keys'].includes(table)) expect(digest, table).to.equal('0 ')
      else if (table === 'people') expect(digest).to.match(/^3 /)
  })

  it('are restored again after a restore was killed; until then nothing is served', async () => {
    const url = await emptyPlace()
    const args = ['restore', data, '--keys', keys]
    const env = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: testSecret, PORT: '0' }
    const killed = new Program('src/cli/org.ts', args, env)
    await until('it has begun', () =>
      withDb(url, (db) =>
        db.query('select 1 from unfinished_restore').then(
          ({ rows }) => rows.length === 1,
          () => false,
        ),
      ),
    )
    await killed.end('SIGKILL')
    const words = /^A backup was being restored into this database, .* Run the same .* again/
    expect(await refusal(migrate(url))).to.match(words)
    const started = await runProgram('src/main.ts', [], env)
    expect([started.code, started.stdout]).to.deep.equal([1, ''])
    expect(started.stderr)
      .to.match(words)
      .and.to.match(/^.*\n$/)
    expect(await refusal(backUp(url, { data: at('half') }))).to.match(words)

    const source = await open({ keys })
    expect(await restore(url, source)).to.include({ unreadable: 0 })
    const { rows: pages } = await withDb(url, (db) =>
      db.query(
        `select relpages > 0 as some, relallvisible = relpages as frozen from pg_class where oid = 'people'::regclass`,
      ),
    )
    expect(pages, 'no vacuum writes the rows again').to.deep.equal([{ some: true, frozen: true }])
    expect(await refusal(restore(url, source))).to.include('this one has tables')
    // As one is that was stopped after the rows were there.
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await setMark(client, { backup: 'another', copied: true, foreignKeys: [] })
    expect(await refusal(restore(url, source))).to.include('of another backup')
    const backup = `${source.data.sha256} ${source.keys!.sha256}`
    await setMark(client, { backup, copied: true, foreignKeys: [] })
    await client.end()
    expect(await refusal(migrate(url))).to.match(words)
    expect((await restore(url, source)).rows).to.equal(undefined)
    await migrate(url)
  })

  it('take their name when they are whole: one that is killed or fails leaves the one from before', async () => {
    const own = mkdtempSync(at('own-'))
    const file = join(own, 'b.backup')
    cpSync(data, file)
    const lock = new pg.Client({ connectionString: live.url })
    await lock.connect()
    const backingUp = async (): Promise<Program> => {
      await lock.query('begin; lock table units in access exclusive mode')
      const env = { DATABASE_URL: live.url, DATA_DIR: folder }
      const program = new Program('src/cli/org.ts', ['backup', file], env)
      await until('it waits for the table', async () => {
        const { rows } = await lock.query(
          `select 1 from pg_locks where relation = 'units'::regclass and not granted`,
        )
        return rows.length === 1
      })
      return program
    }
    const killed = await backingUp()
    const files = readdirSync(own)
    expect(files).to.have.length(2)
    await killed.end('SIGKILL')
    await lock.query('rollback')
    expect(readFileSync(file).equals(readFileSync(data))).to.equal(true)

    const failing = await backingUp()
    await lock.query(
      `select pg_terminate_backend(pid) from pg_locks where relation = 'units'::regclass and not granted`,
    )
    const { code, stdout, stderr } = await failing.finished
    await lock.query('rollback')
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.match(/^No backup was made: .*\n$/)
    expect(readdirSync(own), 'what the killed one left is gone, too').to.deep.equal([basename(file)])
    expect(readFileSync(file).equals(readFileSync(data))).to.equal(true)
    await lock.end()

    await backUp(live.url, { data: file })
    expect(readFileSync(file).equals(readFileSync(data))).to.equal(false)
    expect(await refusal(backUp(live.url, { keys: file }))).to.include('no whole backup of this kind')
    writeFileSync(join(own, 'letter'), 'Dear Ada')
    expect(await refusal(backUp(live.url, { data: join(own, 'letter') }))).to.include('letter exists')
    expect(await refusal(backUp(live.url, { data: file, keys: file }))).to.include('a file of their own')
  })

  it('of nothing are not made', async () => {
    const url = await emptyPlace()
    expect(await refusal(backUp(url, { data: at('nothing') }))).to.include('the database is empty')
    const { code, stderr } = await org('', mkdtempSync(at('none-')), ['backup', at('none')])
    expect(code).to.equal(1)
    expect(stderr).to.match(/^DATABASE_URL is not set, and there is no database below DATA_DIR .*\n$/)
    expect(readdirSync(folder).filter((name) => name.startsWith('nothing') || name === 'none')).to.deep.equal(
      [],
    )
  })
})
