import { ConfigError, type Config } from '../config.ts'
import { startEmbedded } from './embedded.ts'
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
      throw explain(error)
    })
    return { ownerUrl: databaseUrl, appUrl: databaseAppUrl ?? databaseUrl, close: async () => undefined }
  }
  const embedded = await startEmbedded(dataDir)
  try {
    await migrate(embedded.url)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return { ownerUrl: embedded.url, appUrl: embedded.appUrl, close: embedded.stop }
}

/** Says what is wrong with DATABASE_URL, without showing its password. */
function explain(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'its host is unknown',
    ETIMEDOUT: 'it does not answer',
    '28P01': 'it refuses the user or the password',
    '28000': 'it refuses the user',
    '3D000': 'it has no such database',
    '42501': 'its user may not create the schema; use one that may create roles and extensions',
  }
  const reason = reasons[code]
  return reason ? new ConfigError(`DATABASE_URL cannot be used: ${reason}.`, { cause: error }) : error
}
