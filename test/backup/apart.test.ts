import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import type pg from 'pg'
import { backUp } from '../../src/backup/backup.ts'
import { checkFile } from '../../src/backup/reader.ts'
import { openFiles, restore } from '../../src/backup/restore.ts'
import { knownMigrations } from '../../src/db/migrate.ts'
import { Vault } from '../../src/secrets/personal.ts'
import { createEmptyDatabase, withDb } from '../support/backups.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { untilBlocked } from '../support/race.ts'
import { insertCompany, oldCompany } from '../support/revisions.ts'
import { testSecret } from '../support/server.ts'

const secretKey = Buffer.from(testSecret, 'hex')
const vault = new Vault({ current: secretKey })
const company = oldCompany(knownMigrations().length, secretKey)
/** The other organization of the same rows, in which nobody works. */
const other = String(company.rows['organizations']![1]!['org_id'])

/** A backup is two files. What opens private details is in the second one. */
describe('a backup and its keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-apart-'))
  const settings = { secretKey, previousSecretKey: undefined, dataDir: folder }
  const databases: TestDatabase[] = []
  let live: TestDatabase
  /** Files of a folder of their own, and what a backup from before has put there. */
  let files: { data: string; keys: string }

  const emptyPlace = async () => {
    databases.push(await createEmptyDatabase(live))
    return databases.at(-1)!.url
  }
  before(async () => {
    databases.push((live = await createDatabase()))
    await withDb(live.url, (db) => insertCompany(db, company))
  })
  beforeEach(async () => {
    const own = mkdtempSync(join(folder, 'own-'))
    files = { data: join(own, 'a.backup'), keys: join(own, 'a.keys') }
    await backUp(live.url, files)
  })
  after(async () => {
    for (const database of databases.toReversed()) await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Somebody makes a folder of this name while the rows are read, so that no file can get it. */
  const blocked = (asked: { data: string; keys: string }, taken: string): Promise<Error> =>
    withDb(live.url, async (db) => {
      const lock = await db.connect()
      try {
        await lock.query('begin; lock table units in access exclusive mode')
        const ended = backUp(live.url, asked).then(
          () => new Error('it was made'),
          (error: Error) => error,
        )
        await untilBlocked(db, ended)
        rmSync(taken, { force: true })
        mkdirSync(taken)
        await lock.query('rollback')
        return await ended
      } finally {
        lock.release()
      }
    })
  const takenAt = async (path: string, kind: 'data' | 'keys') => (await checkFile(path, kind)).header.taken_at

  it('get their names one after the other: newer keys may stand beside an older backup, never older ones', async () => {
    const [before, later] = [await takenAt(files.data, 'data'), join(files.data, '..', 'later.backup')]
    const error = await blocked({ ...files, data: later }, later)
    expect(error).to.include({ code: 'EISDIR', dest: later })
    expect(readdirSync(join(later, '..')).sort()).to.deep.equal(['a.backup', 'a.keys', 'later.backup'])
    expect(readdirSync(later), 'the folder').to.deep.equal([])
    expect([await takenAt(files.data, 'data'), (await takenAt(files.keys, 'keys')) > before]).to.deep.equal([
      before,
      true,
    ])
    const source = await openFiles({ ...files, withoutKeys: false }, settings)
    expect(await restore(await emptyPlace(), source)).to.include({ unreadable: 0 })
  })

  it('stay as they were when the keys cannot get their name', async () => {
    const bytes = readFileSync(files.data)
    const error = await blocked(files, files.keys)
    expect(error).to.include({ code: 'EISDIR', dest: files.keys })
    expect(readFileSync(files.data).equals(bytes)).to.equal(true)
    expect(readdirSync(join(files.keys, '..')).sort()).to.deep.equal(['a.backup', 'a.keys'])
    rmdirSync(files.keys)
  })

  /** Somebody hired after the backup: a person and their key. */
  const hire = async (db: pg.Pool, orgId: string, personId: string) => {
    const name = `p${personId.slice(-8)}`
    await db.query(
      `insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text)
       values ($1, $2, $3, $3, $3 || '@new.example', $3 || '@new.example', '')`,
      [orgId, personId, name],
    )
    const { wrapped } = vault.create({ orgId, personId })
    await db.query('insert into person_keys values ($1, $2, $3, $4)', [
      orgId,
      personId,
      wrapped.key_id,
      wrapped.wrapped_key,
    ])
  }

  it('are restored without the keys of all who came later, in each organization', async () => {
    const later = Array.from({ length: 3 }, () => randomUUIDv7())
    const today = join(folder, 'today.keys')
    await withDb(live.url, async (db) => {
      for (const orgId of [company.id, other]) for (const one of later) await hire(db, orgId, one)
      await backUp(live.url, { keys: today })
    })
    const url = await emptyPlace()
    const source = await openFiles({ ...files, keys: today, withoutKeys: false }, settings)
    expect(source.keys!.header.keys).to.deep.equal({ [vault.keyIds[0]!]: 7 })
    expect(await restore(url, source)).to.include({ unreadable: 0 })
    await withDb(url, async (db) => {
      const { rows } = await db.query('select org_id, person_id from person_keys')
      expect(rows).to.deep.equal([{ org_id: company.id, person_id: company.person }])
    })
  })
})
