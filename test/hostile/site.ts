import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { fill } from '../../bench/data.ts'
import { startArguments, startProgram, type Program } from '../../bench/program.ts'
import { startEmbedded, type EmbeddedDatabase } from '../../src/embedded-postgres/start.ts'
import { migrate } from '../../src/db/migrate.ts'
import { longestWorkOf, watchArguments } from '../support/longest-work.ts'
import { patientArguments } from '../support/deadlines.ts'
import { newFolderInMemory } from '../support/memory.ts'
import { createCompany, type Company, type CompanyOptions } from '../support/company.ts'
import { Probe } from './probe.ts'
import { slowness } from './processor.ts'

/** A server that is attacked: its own processes and its own database, reached only over the loopback address. */
export class Site {
  readonly dir: string
  readonly db: pg.Pool
  readonly #database: EmbeddedDatabase
  readonly #short: boolean
  readonly #programs: Program[] = []
  readonly #probes: Probe[] = []
  #stopping: Promise<void> | undefined
  /** The keys of the large company that nobody has taken. */
  #large: Promise<string[]> | undefined
  /** The server without a proxy: the address of a caller is the one of its connection. */
  plain!: Program
  /** The server behind a proxy: callers choose their addresses by X-Forwarded-For. */
  proxied!: Program
  /** Asks the plain server for /healthz, from another address. */
  probe!: Probe

  private constructor(dir: string, database: EmbeddedDatabase, short: boolean) {
    this.dir = dir
    this.#database = database
    this.#short = short
    this.db = new pg.Pool({ connectionString: database.url, max: 4 })
    this.db.on('error', () => undefined)
  }

  /**
   * @param short nobody's waiting decides, so that somebody else need not ask all the time: an answer now and then tells. The
   * machine may do other things, and transactions have the time of tests.
   */
  static async start(short: boolean): Promise<Site> {
    const dir = newFolderInMemory('rollcall-hostile-')
    // The speed of the disk must not decide.
    const database = await startEmbedded(dir, {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    })
    const site = new Site(dir, database, short)
    try {
      await migrate(database.url)
      site.plain = await site.launch()
      site.proxied = await site.launch({ TRUST_PROXY: 'true' })
      site.probe = new Probe(site.plain.url, short ? { everyMs: 25 } : {})
      site.#probes.push(site.probe)
      return site
    } catch (error) {
      await site.stop()
      throw error
    }
  }

  /** The number of the first process of the database. */
  get postmaster(): number {
    return Number(readFileSync(join(this.dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** Starts another server on the same database. It runs as in production, but for the time of transactions in the short form. */
  async launch(env: Record<string, string> = {}): Promise<Program> {
    const patient = this.#short ? patientArguments : []
    const settings = {
      DATABASE_URL: this.#database.url,
      DATABASE_APP_URL: this.#database.appUrl,
      DATA_DIR: this.dir,
      LOG_LEVEL: 'fatal',
      METRICS_PORT: '0',
      ...env,
    }
    const node = [...watchArguments, ...patient, ...startArguments()]
    const program = await startProgram(node, settings, { withinMs: 5 * 60_000 })
    this.#programs.push(program)
    return program
  }

  /** The longest piece of work of a server while this is done, in milliseconds of the time of a usual processor. */
  async longestWork(work: () => Promise<unknown>, { child } = this.plain): Promise<number> {
    const slow = slowness()
    return (await longestWorkOf(child, work)) / slow
  }

  /** A new company. Its callers call the plain server, unless another one is given. */
  company(options: CompanyOptions = {}, { url } = this.plain): Promise<Company> {
    return createCompany({ db: this.db, baseUrl: url }, options)
  }

  /**
   * Keys of viewers of a company of 5,000 people, which all attacks share: it takes seconds to make.
   *
   * @throws Error when all of its keys are taken
   */
  async largeCompany(keys: number): Promise<string[]> {
    const left = await (this.#large ??= this.#makeLarge())
    if (left.length < keys) throw new Error(`the large company has no ${keys} keys left: make more of them`)
    return left.splice(0, keys)
  }

  async #makeLarge(): Promise<string[]> {
    const client = await this.db.connect()
    try {
      const secrets = await fill(client, { organizations: 1, units: 50, people: 5000, keys: 10 })
      await client.query(`update memberships set role = 'viewer'
                           where org_id = (select org_id from organizations where slug like 'bench-%')`)
      await client.query('vacuum analyze')
      return secrets
    } finally {
      client.release()
    }
  }

  /** Forgets all refused credentials, so that one attack is not refused for what another one did. */
  async forget(): Promise<void> {
    await this.db.query('delete from attempt_windows')
  }

  /** How many rows all tables hold. */
  async rows(): Promise<number> {
    const { rows } = await this.db.query(
      `select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', tablename), false, true, '')))[1]::text::int)::int as n
         from pg_tables where schemaname = 'public'`,
    )
    return rows[0].n
  }

  /** Stops everything, once. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop())
  }

  async #stop(): Promise<void> {
    await Promise.all(this.#probes.map((probe) => probe.stop()))
    await Promise.all(this.#programs.map((program) => program.stop()))
    await this.db.end()
    await this.#database.stop()
    rmSync(this.dir, { recursive: true, force: true })
  }
}

/** The Origin that the server knows as its own. */
export function originOf({ url }: Pick<Program, 'url'>): string {
  return url.replace('127.0.0.1', 'localhost')
}

/** Headers of a call with a key. */
export function withKey(key: string): Record<string, string> {
  return { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
}

/** The key of a caller of a company. */
export function keyOf({ headers }: { headers: Record<string, string> }): string {
  return (headers['Authorization'] ?? '').replace('Bearer ', '')
}
