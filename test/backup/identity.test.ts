import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { backUp } from '../../src/backup/backup.ts'
import { openFiles, restore } from '../../src/backup/restore.ts'
import { knownMigrations } from '../../src/db/migrate.ts'
import { OperatorError } from '../../src/operator/errors.ts'
import { createEmptyDatabase, org, withDb } from '../support/backups.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { insertCompany, oldCompany } from '../support/revisions.ts'
import { testSecret } from '../support/server.ts'

const secretKey = Buffer.from(testSecret, 'hex')

/** Two databases whose operators use the same names of files: the second one is restored from the first. */
describe('the keys of persons', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-identity-'))
  const at = (name: string) => join(folder, name)
  const [data, keys, others] = [at('a.backup'), at('a.keys'), at('others.keys')]
  let live: TestDatabase
  let copy: TestDatabase

  before(async () => {
    live = await createDatabase()
    copy = await createEmptyDatabase(live)
    await withDb(live.url, (db) => insertCompany(db, oldCompany(knownMigrations().length, secretKey)))
    await backUp(live.url, { data, keys })
    const turn = `update person_keys set person_id = reverse(replace(person_id::text, '-', ''))::uuid`
    await withDb(live.url, (db) => db.query(turn))
    await backUp(live.url, { keys: others })
    await withDb(live.url, (db) => db.query(turn))
  })
  after(async () => {
    await copy?.drop()
    await live?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (path: string, withoutKeys = false) =>
    openFiles({ data, keys: path, withoutKeys }, { secretKey, previousSecretKey: undefined, dataDir: folder })
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof OperatorError)) throw error ?? new Error('no refusal')
    return error.message
  }

  it('of other people restore nothing, unless their loss is accepted', async () => {
    const source = await open(others)
    expect(await refusal(restore(copy.url, source)))
      .to.include('Nothing was restored')
      .and.to.include('private details of 1 person whose key is missing')
      .and.to.include('--without-keys')
    const { rows } = await withDb(copy.url, (db) => db.query('select 1 from person_details'))
    expect(rows).to.have.length(0)
    expect(await restore(copy.url, await open(keys))).to.include({ unreadable: 0 })
  })

  it('are not replaced by those of another database, such as one that was restored', async () => {
    const before = readFileSync(keys)
    for (const args of [
      [data, '--keys', at('new.keys')],
      [at('new.backup'), '--keys', keys],
    ]) {
      const { code, stderr } = await org(copy.url, folder, ['backup', ...args])
      expect(code).to.equal(1)
      expect(stderr).to.match(
        /^\S+a\.(backup|keys) is of another database, as of .* with 1 key of people.*--replace/,
      )
    }
    expect(readFileSync(keys).equals(before)).to.equal(true)
    await backUp(live.url, { keys })
    expect(readFileSync(keys).equals(before)).to.equal(false)
    await backUp(copy.url, { keys, replace: true })
    expect(await refusal(backUp(live.url, { keys }))).to.include('is of another database')
  })

  it('that are fewer than before are told of', async () => {
    await withDb(copy.url, (db) => db.query('delete from person_keys'))
    const { code, stdout } = await org(copy.url, folder, ['backup', '--keys', keys])
    expect(code).to.equal(0)
    expect(stdout)
      .to.include('the keys of 0 people')
      .and.to.match(/fewer .* 0 keys of people now, .* 1 key of people on/)
  })
})
