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

  it('are written without SECRET_KEY, also in production', async () => {
    const settings = { NODE_ENV: 'production', SECRET_KEY: '', BASE_URL: 'https://people.example.com' }
    const { code, stdout, stderr } = await org(live.url, folder, ['backup', '--keys', at('p.keys')], settings)
    expect([code, stderr]).to.deep.equal([0, ''])
    expect(stdout).to.include('The SECRET_KEY of the server is not in it').and.to.not.include('secret.key')
  })

  it('and a backup say in plain words what is wrong with a place, and where it went', async () => {
    for (const [path, words] of [
      [join(folder, 'none', 'b'), 'does not exist'],
      [folder, 'is no whole backup'],
    ] as const) {
      const { code, stderr } = await org(live.url, folder, ['backup', path])
      expect([code, stderr.includes(words)], stderr).to.deep.equal([1, true])
    }
    const other = await createEmptyDatabase(live)
    try {
      await withDb(live.url, (db) => db.query(`update mails set status = 'pending', ended_at = null`))
      await backUp(live.url, { data, keys: at('b.keys'), replace: true })
      const { rows } = await withDb(live.url, (db) => db.query('select 1 from mails'))
      const { stdout, stderr } = await org(other.url, folder, ['restore', data, '--keys', at('b.keys')])
      expect(stderr).to.equal('')
      const { pathname, host, password } = new URL(other.url)
      expect(stdout).to.include(`restored into the database ${pathname.slice(1)} on ${host}: `)
      if (password) expect(stdout).to.not.include(password)
      expect(stdout).to.include(`${rows.length} mail`)
    } finally {
      await other.drop()
    }
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
