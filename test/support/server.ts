import { randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { loadConfig } from '../../src/config.ts'
import { start, type RunningServer } from '../../src/process/start.ts'
import { TestClient } from './client.ts'
import { createDatabase, type TestDatabase } from './cluster.ts'
import { createCompany, type Company, type CompanyOptions } from './company.ts'

export interface TestServer {
  readonly baseUrl: string
  readonly running: RunningServer
  /** The owner's connection: sees everything, for factories and for looking behind the API. */
  readonly db: pg.Pool
  readonly database: TestDatabase
  /** The time the server has; set it to travel. Undefined: the real time. */
  now: Date | undefined
  /** Log lines, for tests that look for what must not be there. */
  readonly logLines: string[]
  company: (options?: CompanyOptions) => Promise<Company>
  /** A caller without a credential. */
  anonymous: () => TestClient
}

/**
 * A real server on a database of its own for the tests of one `describe`; started before the first and stopped after
 * the last.
 *
 * @param makeDatabase where its database is; a fresh one of the run's own PostgreSQL when left out
 */
export function useServer(
  env: Record<string, string> = {},
  makeDatabase: () => Promise<TestDatabase> = createDatabase,
): TestServer {
  const server = { now: undefined, logLines: [] as string[] } as unknown as {
    -readonly [K in keyof TestServer]: TestServer[K]
  }
  before(async function () {
    this.timeout(60_000)
    server.database = await makeDatabase()
    server.db = new pg.Pool({ connectionString: server.database.url, max: 4 })
    server.db.on('error', () => undefined)
    const config = loadConfig({
      NODE_ENV: 'test',
      PORT: '0',
      ROLE: 'web',
      SECRET_KEY: '0'.repeat(64),
      LOG_LEVEL: 'info',
      DATABASE_URL: server.database.url,
      DATABASE_APP_URL: server.database.appUrl,
      ...server.database.env,
      ...env,
    })
    const log = pino(
      { level: config.logLevel, base: null },
      { write: (line: string) => void server.logLines.push(line) },
    )
    server.running = await start(config, { log, clock: () => server.now ?? new Date() })
    server.baseUrl = `http://localhost:${server.running.port}`
    if (env['BASE_URL'] === undefined) server.running.runtime.baseUrl = server.baseUrl
  })
  after(async () => {
    await server.running?.stop()
    await server.db?.end()
    await server.database?.drop()
  })
  server.company = (options) => createCompany(server, options)
  server.anonymous = () => new TestClient(server.baseUrl, { kind: 'none' })
  return server
}

/** A name that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${randomUUIDv7().slice(-12)}`
}
