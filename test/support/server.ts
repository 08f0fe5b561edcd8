import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import pino from 'pino'
import { RefusedCredentials } from '../../src/auth/refused-credentials.ts'
import { loadConfig } from '../../src/config.ts'
import { start, type RunningServer } from '../../src/process/start.ts'
import { TestClient } from './client.ts'
import { createDatabase, type TestDatabase } from './cluster.ts'
import { createCompany, type Company, type CompanyOptions } from './company.ts'
import { allowMoreTime } from './deadlines.ts'
import { endings } from './endings.ts'
import { noteEvents } from './events.ts'
import { mentionProblems } from './mentions.ts'

allowMoreTime()

export interface TestServer {
  readonly baseUrl: string
  readonly running: RunningServer
  /** Its DATA_DIR, unless the settings name one. Without a mail server, mails are written there. */
  readonly dataDir: string
  /** Connections with the owner's login, which see everything: for factories, and for checks that the API cannot do. */
  readonly db: pg.Pool
  readonly database: TestDatabase
  /** The time of the server, until the end of the test; undefined: the real time. */
  now: Date | undefined
  /** Log lines since the `describe` began, for tests that look for what must not be there. */
  readonly logLines: string[]
  company: (options?: CompanyOptions) => Promise<Company>
  /** A caller without a credential. */
  anonymous: () => TestClient
}

/** The SECRET_KEY of the servers of tests. */
export const testSecret = '0'.repeat(64)

/** The server that tests share, unless they need another one. The first of them starts it. */
const shared = newServer()
let sharing: Promise<void> | undefined

/**
 * A real server on a real database, for the tests of one `describe`. Without settings it is the shared server, because
 * to start one takes longer than most tests; so each test creates its own companies and looks only at those. With
 * settings, even `{}`, it is a new server on a new database, which stops after the last test. This is for tests that
 * need the settings, or that look at whole tables, at numbers of the process, or at jobs.
 *
 * The counts of refused credentials and of failed sign-ins are reset before each test.
 *
 * @param settings environment variables
 * @param makeDatabase creates the database; left out: in the PostgreSQL of this run
 */
export function useServer(
  settings?: Record<string, string>,
  makeDatabase: () => Promise<TestDatabase> = createDatabase,
): TestServer {
  const server = settings ? newServer() : shared
  before(async function () {
    await (settings ? launch(server, settings, makeDatabase) : (sharing ??= launchShared()))
    server.logLines.length = 0
  })
  beforeEach(() => forgetAttempts(server))
  afterEach(() => void (server.now = undefined))
  after(async () => {
    if (settings) await shutDown(server)
  })
  return server
}

/** Starts the shared server, which is stopped at the end of the run. */
function launchShared(): Promise<void> {
  endings.push(() => shutDown(shared))
  return launch(shared, {}, createDatabase)
}

function newServer(): TestServer {
  const server = { now: undefined, logLines: [] as string[] } as unknown as TestServer
  server.company = (options) => createCompany(server, options)
  server.anonymous = () => new TestClient(server.baseUrl, { kind: 'none' })
  return server
}

async function launch(
  server: { -readonly [K in keyof TestServer]: TestServer[K] },
  settings: Record<string, string>,
  makeDatabase: () => Promise<TestDatabase>,
): Promise<void> {
  server.database = await makeDatabase()
  server.dataDir = mkdtempSync(join(tmpdir(), 'rollcall-data-'))
  server.db = new pg.Pool({ connectionString: server.database.url, max: 4 })
  server.db.on('error', () => undefined)
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    ROLE: 'web',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
    SECRET_KEY: testSecret,
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.database.url,
    DATABASE_APP_URL: server.database.appUrl,
    ...settings,
  })
  const log = pino(
    { level: config.logLevel, base: null },
    { write: (line: string) => void server.logLines.push(line) },
  )
  server.running = await start(config, { log, clock: () => server.now ?? new Date() })
  server.running.runtime.waiting.longestMs = 200
  server.baseUrl = `http://localhost:${server.running.port}`
  if (settings['BASE_URL'] === undefined) server.running.runtime.baseUrl = server.baseUrl
}

/** Checks the events and the stored answers that were written, and stops everything. After a failed start, it stops what was started. */
async function shutDown(server: TestServer): Promise<void> {
  try {
    if (server.running) {
      await noteEvents(server.db)
      expect(await mentionProblems(server.db)).to.deep.equal([])
    }
  } finally {
    // No test waits for anything then, and no proxy is there.
    if (server.running) server.running.lastCallsMs = 0
    await server.running?.stop()
    await server.db?.end()
    await server.database?.drop()
    if (server.dataDir) rmSync(server.dataDir, { recursive: true, force: true })
  }
}

/** Forgets all refused credentials and failed sign-ins, in the database and in the process. */
export async function forgetAttempts({ db, running }: TestServer): Promise<void> {
  running.runtime.refusals = new RefusedCredentials()
  await db.query('delete from attempt_windows')
}

/** A name that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${randomUUIDv7().slice(-12)}`
}
