import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { taskNames } from '../generated/tasks.ts'
import { openQueue } from './queue.ts'

const directory = join(resolve(import.meta.dirname, '../..'), 'migrations')
const quiet = new Logger(() => () => undefined)
const migrations: Knex.MigratorConfig = {
  directory,
  loadExtensions: ['.ts'],
  tableName: 'schema_migrations',
}

/** Who migrates a database holds this advisory lock of it. */
export const migrationLock = 7_301_143

/**
 * Brings the database to the newest schema, ours and that of the job queue. Migrations only go forward. Processes that
 * start at the same time wait for each other.
 *
 * @param ownerUrl address with a role that owns the schema and may create roles
 * @throws ConfigError when the database has migrations that this version does not have, of ours or of the queue
 */
export async function migrate(ownerUrl: string): Promise<void> {
  await alone(ownerUrl, async (client) => {
    await refuseUnknown(client)
    await migrateOurs(ownerUrl)
    await runMigrations({ connectionString: ownerUrl, logger: quiet }).catch(explainQueue)
    await openQueue(client, taskNames)
    await refuseTemporaryTables(client)
  })
}

/** A newer version has been here, or one of another branch: its tables are not those that this version knows. */
async function refuseUnknown(client: pg.ClientBase): Promise<void> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('schema_migrations') is not null`)
  if (tables.length === 0) return
  const known = readdirSync(directory).filter((file) => file.endsWith('.ts'))
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations where name <> all ($1) order by name',
    [known],
  )
  const [first, ...others] = rows.map(({ name }) => name)
  if (first === undefined) return
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const which = known.every((name) => name < first) ? 'a newer version' : 'another version'
  throw new ConfigError(
    `The database was changed by ${which} of Rollcall: it has the migration ${first}${more}, which this one lacks. Start that version. There is no way back but to restore a backup from before.`,
  )
}

/** Errors of PostgreSQL have a code. What has none is what graphile-worker says about its tables. */
function explainQueue(error: Error & { code?: string }): never {
  if (error.code !== undefined) throw error
  throw new ConfigError(`The tables of the job queue cannot be used: ${error.message}`, { cause: error })
}

/**
 * Nobody but the owner may make temporary tables: on a connection that is used again, one with the name of ours would
 * get the rows of other organizations. It is not a migration, because the right belongs to the database, and a database
 * that is copied or restored does not have it from the first one.
 */
async function refuseTemporaryTables(owner: pg.ClientBase): Promise<void> {
  await owner.query(
    `do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`,
  )
}

/**
 * Runs `work` while no other process does. The lock is that of the connection: PostgreSQL frees it when the connection
 * ends, even if this process is killed.
 */
async function alone(ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, keepAlive: true })
  const lost = new Promise<never>((_, reject) => client.on('error', reject))
  lost.catch(() => undefined)
  await client.connect()
  try {
    // Deadlines that the role has are meant for queries and not for this.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    // Without its connection it is no longer alone.
    await Promise.race([work(client), lost])
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function migrateOurs(ownerUrl: string): Promise<void> {
  // Errors are thrown. Without this, knex would also print them.
  const log = { warn() {}, error() {}, deprecate() {}, debug() {} }
  const db = knex({ client: 'pg', connection: ownerUrl, pool: { min: 0, max: 2 }, log })
  try {
    // knex has a lock of its own, a row that stays locked when its process is killed. Nobody can hold it now.
    await db.migrate.forceFreeMigrationsLock(migrations)
    await db.migrate.latest(migrations)
  } finally {
    await db.destroy()
  }
}
