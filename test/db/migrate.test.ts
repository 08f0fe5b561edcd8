import { tmpdir } from 'node:os'
import { expect } from 'chai'
import pg from 'pg'
import { ConfigError } from '../../src/config/error.ts'
import { migrate, migrationLock } from '../../src/db/migrate.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { expectGolden } from '../support/golden.ts'
import { countBlocked } from '../support/race.ts'
import { runProgram } from '../support/process.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

describe('migrations', () => {
  const server = useServer()
  let count = 0

  /** A new, empty database. */
  const createEmpty = async () => {
    const name = `test_migrations_${process.pid}_${++count}`
    await server.db.query(`create database ${name} template template0`)
    const url = Object.assign(new URL(server.database.url), { pathname: `/${name}` }).href
    const db = new pg.Pool({ connectionString: url, max: 2 })
    db.on('error', () => undefined)
    const drop = async () => {
      await db.end()
      // A connection that is just being closed would tell this process that the database is gone.
      await until('nobody is connected', async () => {
        const sql = 'select 1 from pg_stat_activity where datname = $1'
        return (await server.db.query(sql, [name])).rows.length === 0
      })
      await server.db.query(`drop database ${name} with (force)`)
    }
    return { url, db, drop }
  }

  // Each test leaves it as it was.
  let url: string
  let db: pg.Pool
  let drop: () => Promise<void>
  before(async () => {
    ;({ url, db, drop } = await createEmpty())
    await Promise.all(Array.from({ length: 8 }, () => migrate(url)))
  })
  after(() => drop?.())

  it('run once when eight processes start on an empty database at the same time', async () => {
    const { rows } = await db.query<{ all: number; different: number }>(
      'select count(*)::int as all, count(distinct name)::int as different from schema_migrations',
    )
    expect(rows[0]!.all).to.equal(rows[0]!.different).and.to.be.at.least(6)
    expectGolden('schema.sql', await dumpSchema(db))
  })

  it('are tried again when another database of the server changes the same role at that moment', async () => {
    const { url, db, drop } = await createEmpty()
    await server.db.query('alter role rollcall_system reset jit')
    const other = await server.db.connect()
    try {
      await other.query('begin')
      await other.query('alter role rollcall_system set jit = off')
      const migrated = migrate(url)
      migrated.catch(() => undefined)
      await until('it waits for the role', async () => (await countBlocked(db)) === 1)
      await other.query('commit')
      await migrated
    } finally {
      await other.query('rollback')
      other.release()
      await drop()
    }
  })

  it('leave the application no way around row-level security: no temporary tables, no large objects', async () => {
    for (const role of ['rollcall_app', 'rollcall_jobs']) {
      const { rows } = await db.query<Record<string, boolean>>(
        `select has_database_privilege($1, current_database(), 'temporary') as temporary,
                  has_function_privilege($1, 'lo_create(oid)', 'execute') as lo_create,
                  has_function_privilege($1, 'lo_creat(integer)', 'execute') as lo_creat,
                  has_function_privilege($1, 'lo_from_bytea(oid, bytea)', 'execute') as lo_from_bytea,
                  has_function_privilege($1, 'lo_put(oid, bigint, bytea)', 'execute') as lo_put`,
        [role],
      )
      expect(Object.values(rows[0]!), role).to.deep.equal([false, false, false, false, false])
    }
  })

  it('stop a version that is older than the database, and change nothing', async () => {
    const refusal = async () => {
      const error = await migrate(url).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(ConfigError)
      return (error as Error).message
    }
    await db.query(`insert into schema_migrations (name) values ('0998_leave.ts'), ('0999_vacation.ts')`)
    const before = await dumpSchema(db)
    const words =
      'The database was changed by a newer version of Rollcall: it has the migration 0998_leave.ts and 1 more, which this one lacks. Start that version. There is no way back but to restore a backup from before.'
    expect(await refusal()).to.equal(words)
    for (const program of ['src/main.ts', 'src/cli/org.ts']) {
      const env = { DATABASE_URL: url, PORT: '0', DATA_DIR: tmpdir() }
      const { code, stderr } = await runProgram(program, program.endsWith('org.ts') ? ['list'] : [], env)
      expect([code, stderr], program).to.deep.equal([1, `${words}\n`])
    }
    expect(await dumpSchema(db)).to.equal(before)

    await db.query(`delete from schema_migrations where name like '099%'`)
    await db.query(`insert into schema_migrations (name) values ('0002_of_another_branch.ts')`)
    expect(await refusal()).to.match(
      /^The database was changed by another version .* 0002_of_another_branch\.ts, which/,
    )

    await db.query(`delete from schema_migrations where name like '0002_of%'`)
    await db.query('insert into graphile_worker.migrations (id, breaking) values (99999, true)')
    expect(await refusal()).to.match(/^The tables of the job queue cannot be used: .*99999/)
    // graphile-worker sets it then, for a process that it believes to be its own.
    process.exitCode = undefined
    await db.query('delete from graphile_worker.migrations where id = 99999')
  })

  it('wait for a process that migrates, and go on when that is killed in the middle', async () => {
    // What a killed process leaves: the row that is knex's own lock, and for a while its connection.
    await db.query('update schema_migrations_lock set is_locked = 1')
    const killed = new pg.Client({ connectionString: url })
    killed.on('error', () => undefined)
    await killed.connect()
    const { rows } = await killed.query<{ pid: number }>(
      'select pg_backend_pid() as pid, pg_advisory_lock($1)',
      [migrationLock],
    )
    let isDone = false
    const waiting = migrate(url).then(() => (isDone = true))
    await until('it waits', async () => {
      const { rowCount } = await db.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`,
      )
      return rowCount === 1
    })
    expect(isDone).to.equal(false)
    await db.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    await waiting
    await killed.end().catch(() => undefined)
  })
})
