import { expect } from 'chai'
import { ConfigError } from '../../src/config/error.ts'
import { migrate } from '../../src/db/migrate.ts'
import { isTooOld } from '../../src/db/version.ts'
import { withDb } from '../support/backups.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'

/** What psql leaves when it loads a dump on a server that lacks the roles, or when a dump has no owners and rights. */
describe('a database that lacks', () => {
  let database: TestDatabase
  before(async () => void (database = await createDatabase()))
  after(() => database.drop())

  const faults: [what: string, statements: string[], undo: string, words: string][] = [
    [
      'policies',
      ['drop policy of_organization on mails', 'drop policy of_system on mails'],
      `create policy of_system on mails to rollcall_system using (true)`,
      'the row-level policies of mails',
    ],
    [
      'row-level security for its owner',
      ['alter table units no force row level security'],
      'alter table units force row level security',
      'the row-level policies of units',
    ],
    [
      'owners',
      ['alter function authenticate owner to current_user'],
      'alter function authenticate owner to rollcall_system',
      'the owners of its functions',
    ],
    [
      'grants',
      ['revoke select on organizations from rollcall_app'],
      'grant select on organizations to rollcall_app',
      'the rights of rollcall_app',
    ],
  ]
  for (const [what, statements, undo, words] of faults)
    it(`${what} is refused at the start, in one line`, async () => {
      for (const statement of statements) await withDb(database.url, (db) => db.query(statement))
      const error = await migrate(database.url).catch((thrown: unknown) => thrown)
      await withDb(database.url, (db) => db.query(undo))
      expect(error).to.be.instanceOf(ConfigError)
      expect((error as Error).message)
        .to.match(/^The database lacks .* npm run org -- roles\.$/)
        .and.to.include(words)
      await migrate(database.url)
    })
})

describe('PostgreSQL', () => {
  it('is refused before 16, and taken from then on', () => {
    expect([90624, 150018, 159999].map(isTooOld)).to.deep.equal([true, true, true])
    expect([160000, 160014, 180004].map(isTooOld)).to.deep.equal([false, false, false])
  })
})
