import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { ConfigError } from '../config/error.ts'
import { NotConnected } from './connect.ts'
import { NotIsolated } from './isolation.ts'
import { migrate } from './migrate.ts'

export interface OpenDatabase {
  /** The address for the owner's login: for migrations, jobs and the operator. */
  ownerUrl: string
  /** The address for the application's login. */
  appUrl: string
  /** Ends the use of the database. An embedded one stops if no other process uses it. */
  close: () => Promise<void>
}

/**
 * The configured database, or the embedded one, with the newest schema.
 *
 * @throws ConfigError when DATABASE_URL cannot be used
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, databaseAppUrl, dataDir } = config
  if (databaseUrl) {
    await migrate(databaseUrl).catch((error: unknown) => {
      throw explain(error, 'DATABASE_URL')
    })
    return { ownerUrl: databaseUrl, appUrl: databaseAppUrl ?? databaseUrl, close: async () => undefined }
  }
  const { startEmbedded } = await embeddedPostgres()
  const embedded = await startEmbedded(dataDir)
  try {
    await migrate(embedded.url)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return { ownerUrl: embedded.url, appUrl: embedded.appUrl, close: embedded.stop }
}

/**
 * Does `work` with the configured database as it is, with no new schema.
 *
 * @param options.make whether an embedded database may be made where there is none
 * @throws ConfigError when DATABASE_URL cannot be used, or there is no embedded database
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  { make }: { make: boolean },
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl)
    return work(databaseUrl).catch((error: unknown) => {
      throw explain(error, 'DATABASE_URL')
    })
  const { hasEmbedded, startEmbedded } = await embeddedPostgres()
  if (!make && !hasEmbedded(dataDir))
    throw new ConfigError(`DATABASE_URL is not set, and there is no database below DATA_DIR (${dataDir}).`)
  const embedded = await startEmbedded(dataDir)
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/**
 * The embedded PostgreSQL. A server may be packed without it.
 *
 * @throws ConfigError when it is not here
 */
const embeddedPostgres = () =>
  import('../embedded-postgres/start.ts').catch((cause: unknown) => {
    if ((cause as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new ConfigError('This server was packed without PostgreSQL. Set DATABASE_URL.', { cause })
  })

/**
 * Makes connections of the application, so that a login that must not be used stops the start and not every call.
 *
 * @param owner connections with the owner's login
 * @throws ConfigError when there is none, when it does not prove that it sees one organization at a time, or when it leads to
 *   another database
 */
export async function checkApplicationLogin(
  pool: pg.Pool,
  owner: pg.Pool,
  { databaseUrl, databaseAppUrl }: Config,
): Promise<void> {
  const name = databaseAppUrl ? 'DATABASE_APP_URL' : databaseUrl ? 'DATABASE_URL' : 'The embedded PostgreSQL'
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw explain(error instanceof NotIsolated ? error : new NotConnected(error), name, applicationReasons)
    })
  const client = await connect()
  try {
    if (!databaseAppUrl) return
    // By a second one a pooler is found out that has one for both.
    const second = await connect()
    second.release()
    if (await leadsTo(client, owner)) return
  } finally {
    client.release()
  }
  throw new ConfigError(
    `${name} cannot be used: it leads to another database than DATABASE_URL. Both must name the same one.`,
  )
}

/**
 * Tells whether a connection of the application leads to the owner's database: what one has locked there, the other cannot lock.
 * A copy of it has the same name and the same rows, and a standby, too; neither has its locks.
 */
async function leadsTo(application: pg.ClientBase, owner: pg.Pool): Promise<boolean> {
  const key = [randomInt(2 ** 31), randomInt(2 ** 31)]
  const client = await owner.connect()
  try {
    await client.query('select pg_advisory_lock($1::int, $2::int)', key)
    const { rows } = await application.query<{ is_free: boolean }>(
      'select pg_try_advisory_xact_lock($1::int, $2::int) as is_free',
      key,
    )
    return !rows[0]!.is_free
  } finally {
    // Its locks end with it.
    client.release(true)
  }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there.',
  ENOTFOUND: 'its host is unknown.',
  EAI_AGAIN: 'its host is unknown, or the server of names does not answer.',
  ETIMEDOUT: 'it does not answer.',
  '08P01':
    'what listens there does not take the setting "options" of a connection. Connect without the pooler.',
  '25006':
    'it can only be read. A standby can: name the primary. Or the user or the database has default_transaction_read_only: switch that off.',
  '28P01': 'it refuses the user or the password.',
  '3D000': 'it has no such database.',
  '42501': 'its user may not create the schema; use one that may create roles and extensions.',
  '42P07': 'it has tables of another program. Make a database for Rollcall alone.',
  '53100': 'its disk is full.',
  '53300':
    'it takes no more connections. Each process holds DATABASE_POOL_SIZE and up to 12 more: raise max_connections, or the limit of the user or of the database.',
  '57P03': 'it is starting or stopping. Try again.',
}

const applicationReasons = {
  ...reasons,
  '42501': 'its user may not become rollcall_app. Grant that role to it.',
}

/** Says what is wrong with a setting, without showing its password. */
function explain(error: unknown, setting: string, known: Record<string, string> = reasons): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  const reason =
    error instanceof NotIsolated
      ? error.reason
      : (known[code] ?? (error instanceof NotConnected ? `no connection is made. (${message})` : undefined))
  return reason ? new ConfigError(`${setting} cannot be used: ${reason}`, { cause: error }) : error
}
