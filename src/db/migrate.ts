import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { ConfigError } from '../config/error.ts'
import { taskNames } from '../generated/tasks.ts'
import { connectTo } from './connect.ts'
import { distributeNew, refuseUnreadyCluster } from './distribute.ts'
import { openQueue } from './queue.ts'
import { refuseUnfinishedRestore } from './restoring.ts'
import { refuseLostRights } from './rights.ts'
import { prepareRoles } from './roles.ts'
import { types } from './types.ts'
import { refuseOldServer, refuseOtherEncoding } from './version.ts'

const directory = join(resolve(import.meta.dirname, '../..'), 'migrations')
/** Settings of a connection that may wait, and whose statements may take their time. */
const withoutDeadlines = ['statement_timeout', 'lock_timeout', 'idle_session_timeout'].map(
  (name) => `${name}=0`,
)
const quiet = new Logger(() => () => undefined)

/** The names of all migrations of this version, in their order. */
export const knownMigrations = (): string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.ts'))
    .sort()

/** The advisory lock of a database that is held while it is migrated. */
export const migrationLock = 7_301_143

/**
 * Brings the database to the newest schema, ours and that of the job queue, and makes roles that are missing. Migrations
 * only go forward. Processes that start at the same time wait for each other.
 *
 * @param ownerUrl address with a role that owns the schema and may create roles
 * @throws ConfigError when the server is too old or the encoding another one, when the database has migrations that this version does not have, of
 *   ours or of the queue, or when a restore or a dump left it incomplete
 */
export async function migrate(ownerUrl: string): Promise<void> {
  await alone(ownerUrl, async (client) => {
    await refuseUnfinishedRestore(client)
    await bringToNewest(client, ownerUrl)
  })
}

/** Further attempts, when another database of the server is brought to its newest schema at the same moment. */
const mostCollisions = 5

/** Brings the database to the newest schema, for a caller who is `alone` already. */
export async function bringToNewest(client: pg.ClientBase, ownerUrl: string): Promise<void> {
  for (let collisions = 0; ; collisions++)
    try {
      return await tryToBringToNewest(client, ownerUrl)
    } catch (error) {
      if (collisions === mostCollisions || !isCollision(error)) throw error
    }
}

/**
 * Tells whether two transactions changed the same role: roles belong to the server, and in a cluster, whatever names a role
 * writes it on each node. PostgreSQL has no code for it, and keeps nothing of the later one.
 */
const isCollision = (error: unknown) => /tuple concurrently updated$/.test((error as Error).message)

async function tryToBringToNewest(client: pg.ClientBase, ownerUrl: string): Promise<void> {
  await refuseOldServer(client)
  await refuseOtherEncoding(client)
  await refuseUnknown(client)
  await refuseUnreadyCluster(client)
  await prepareRoles(client)
  await refuseLostRights(client)
  const shardNew = async () => void (await distributeNew(client))
  // A process that was killed may have left some.
  if (await distributeNew(client)) await migrateOurs(ownerUrl, knownMigrations(), shardNew)
  else await migrateOurs(ownerUrl)
  await migrateQueue(ownerUrl).catch(explainQueue)
  await openQueue(client, taskNames)
  await refuseTemporaryTables(client)
}

/** The tables of graphile-worker, on a pool of ours: it does not wait for its own to close, and does not listen to it by then. */
async function migrateQueue(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ ...forMigrations(ownerUrl), max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, logger: quiet })
  } finally {
    await pool.end()
  }
}

/** The migrations that the database has had, in their order; none where it is empty. */
export async function doneMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('schema_migrations') is not null`)
  if (tables.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}

/** A newer version has been here, or one of another branch: its tables are not those that this version knows. */
export async function refuseUnknown(client: pg.ClientBase): Promise<void> {
  const unknown = unknownMigrations(await doneMigrations(client))
  if (unknown)
    throw new ConfigError(
      `The database was changed by ${unknown.version} of Rollcall: it has the migration ${unknown.migrations}, which this one lacks. Start that version. There is no way back but to restore a backup from before.`,
    )
}

/** The migrations among these that this version lacks, and which version has them; undefined if it has all. */
export function unknownMigrations(
  names: readonly string[],
): { version: string; migrations: string } | undefined {
  const known = knownMigrations()
  const [first, ...others] = names.filter((name) => !known.includes(name))
  if (first === undefined) return undefined
  return {
    version: known.every((name) => name < first) ? 'a newer version' : 'another version',
    migrations: others.length > 0 ? `${first} and ${others.length} more` : first,
  }
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
 * A connection of the owner's login, which the caller ends. Deadlines that the login has are meant for queries: what is done
 * here takes as long as tables are large.
 *
 * @throws NotConnected
 */
export async function connectAsOwner(ownerUrl: string): Promise<pg.Client> {
  const client = await connectTo(ownerUrl, { types })
  try {
    await client.query(withoutDeadlines.map((setting) => `set ${setting}`).join('; '))
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/**
 * Runs `work` while no other process does. The lock is that of the connection: PostgreSQL frees it when the connection
 * ends, even if this process is killed.
 */
export async function alone<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectAsOwner(ownerUrl)
  const lost = new Promise<never>((_, reject) => client.on('error', reject))
  lost.catch(() => undefined)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    // Without its connection it is no longer alone.
    return await Promise.race([work(client), lost])
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * The connection of migrations. In a cluster each statement asks one shard after the other: side by side, they would
 * meet each other's locks. Elsewhere this is a setting that nobody reads. Deadlines that the role has are meant for queries: a
 * migration takes as long as its tables are large.
 */
export const forMigrations = (ownerUrl: string) => ({
  connectionString: ownerUrl,
  options: ['citus.multi_shard_modify_mode=sequential', ...withoutDeadlines]
    .map((setting) => `-c ${setting}`)
    .join(' '),
})

/**
 * Runs the migrations that the database has not had: all of them in one transaction, or each in its own.
 *
 * @param names which migrations; left out: all
 * @param afterEach what is done when one is committed, before the next one begins
 */
export async function migrateOurs(
  ownerUrl: string,
  names = knownMigrations(),
  afterEach?: () => Promise<void>,
): Promise<void> {
  const migrations: Knex.MigratorConfig = { migrationSource: sourceOf(names), tableName: 'schema_migrations' }
  // Errors are thrown. Without this, knex would also print them.
  const log = { warn() {}, error() {}, deprecate() {}, debug() {} }
  const db = knex({ client: 'pg', connection: forMigrations(ownerUrl), pool: { min: 0, max: 2 }, log })
  try {
    // knex has a lock of its own, a row that stays locked when its process is killed. Nobody can hold it now.
    await db.migrate.forceFreeMigrationsLock(migrations)
    if (afterEach) while (await runNext(db, migrations)) await afterEach()
    else await db.migrate.latest(migrations)
  } finally {
    await db.destroy()
  }
}

/** Tells whether there was one to run. */
async function runNext(db: Knex, migrations: Knex.MigratorConfig): Promise<boolean> {
  const [, names] = (await db.migrate.up(migrations)) as [batch: number, names: string[]]
  return names.length > 0
}

const sourceOf = (names: string[]): Knex.MigrationSource<string> => ({
  getMigrations: () => Promise.resolve(names),
  getMigrationName: (name) => name,
  getMigration: (name) => import(pathToFileURL(join(directory, name)).href) as Promise<Knex.Migration>,
})
