import { join, resolve } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import knex from 'knex'

const directory = join(resolve(import.meta.dirname, '../..'), 'migrations')
const quiet = new Logger(() => () => undefined)

/**
 * Brings the database to the newest schema, ours and that of the job queue. Migrations only go forward. Processes that
 * start at the same time wait for each other.
 *
 * @param ownerUrl address with a role that owns the schema and may create roles
 */
export async function migrate(ownerUrl: string): Promise<void> {
  // Errors are thrown. Without this, knex would also print them.
  const log = { warn() {}, error() {}, deprecate() {}, debug() {} }
  const db = knex({ client: 'pg', connection: ownerUrl, pool: { min: 0, max: 2 }, log })
  try {
    await db.migrate.latest({ directory, loadExtensions: ['.ts'], tableName: 'schema_migrations' })
  } finally {
    await db.destroy()
  }
  await runMigrations({ connectionString: ownerUrl, logger: quiet })
}
