import { join, resolve } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import knex from 'knex'

const directory = join(resolve(import.meta.dirname, '../..'), 'migrations')
const quiet = new Logger(() => () => undefined)

/**
 * Brings the database to the newest schema: ours (Knex, forward only, one lock for all processes that start at the
 * same moment) and the job queue's.
 *
 * @param ownerUrl an address whose role may create roles and owns the schema
 */
export async function migrate(ownerUrl: string): Promise<void> {
  // What goes wrong is thrown; knex would print it, too.
  const log = { warn() {}, error() {}, deprecate() {}, debug() {} }
  const db = knex({ client: 'pg', connection: ownerUrl, pool: { min: 0, max: 2 }, log })
  try {
    await db.migrate.latest({ directory, loadExtensions: ['.ts'], tableName: 'schema_migrations' })
  } finally {
    await db.destroy()
  }
  await runMigrations({ connectionString: ownerUrl, logger: quiet })
}
