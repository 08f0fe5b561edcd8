import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hashSecret } from '../src/secrets/credentials.ts'
import { startEmbedded, type EmbeddedDatabase } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { dropSlowIndexes, fill, type Shape } from './data.ts'
import { Keeper } from './keeper.ts'
import { startArguments, startProgram, type Program } from './program.ts'

/** So many keys that none reaches its limit of 300 requests per minute. */
const manyKeys = 10_000
const typical = { units: 50, people: 10 }

/** A database, our server and the hand-written one. */
export interface Site {
  /** Secrets of the keys of the typical organizations, of 50 units each. */
  keys: string[]
  /** Secrets of the keys of the largest organization, if there is one. */
  largeKeys: string[]
  /** Secrets of the keys of the organization of 1,000 people, if there is one. */
  mediumKeys: string[]
  ours: Program
  limit: Program
  /** A connection with the owner's login. */
  db: pg.Client
  /** Where the servers connect. */
  appUrl: string
  /** Starts another server of ours. */
  another: () => Promise<Program>
}

/** The sites on which the rows run. Each is made when the first row asks for it. */
export class World {
  readonly #dir = mkdtempSync(join(tmpdir(), 'rollcall-bench-'))
  readonly #keeper = new Keeper()
  readonly #programs: Program[] = []
  readonly #clients: pg.Client[] = []
  /** Ends programs that are still being started. */
  readonly #abort = new AbortController()
  #stopping: Promise<void> | undefined
  #starting: Promise<EmbeddedDatabase> | undefined
  /** The same, when it has the schema. */
  #database: Promise<EmbeddedDatabase> | undefined
  #one: Promise<Site> | undefined
  #few: Promise<Site> | undefined
  #many: Promise<Site> | undefined
  #neighbors: Promise<Site> | undefined
  #huge: Promise<Site> | undefined

  constructor() {
    this.#keeper.folder(this.#dir)
  }

  /** A database of one organization. */
  one(): Promise<Site> {
    return (this.#one ??= this.#site('one', { ...typical, organizations: 1, keys: manyKeys }))
  }

  /** A database of 100 organizations like that one. */
  few(): Promise<Site> {
    return (this.#few ??= this.#site('few', { ...typical, organizations: 100, keys: manyKeys }))
  }

  /** A database of 10,000 organizations like that one, and one of 10,000 people in 100 units. */
  many(): Promise<Site> {
    return (this.#many ??= this.#site(
      'many',
      { ...typical, organizations: 10_000, keys: manyKeys },
      { organizations: 1, units: 100, people: 10_000, keys: manyKeys },
    ))
  }

  /** A database of ten organizations like that one, and one of 5,000 people. */
  neighbors(): Promise<Site> {
    return (this.#neighbors ??= this.#site(
      'neighbors',
      { ...typical, organizations: 10, keys: manyKeys },
      { organizations: 1, units: 100, people: 5000, keys: 100 },
    ))
  }

  /**
   * A database of 1,000 organizations like that one, one of 100,000 people with four job rows each, and one of 1,000
   * people with as many. In both, a unit has 100 people and a manager 50.
   */
  huge(): Promise<Site> {
    const long = { organizations: 1, jobs: 4, reports: 50, keys: manyKeys }
    return (this.#huge ??= this.#site(
      'huge',
      { ...typical, organizations: 1000, keys: 1000 },
      { ...long, units: 1000, people: 100_000 },
      { ...long, units: 10, people: 1000 },
    ))
  }

  /** A database of ten organizations like that one, and one of a single person, into which a script loads the others. */
  empty(): Promise<Site> {
    return this.#site(
      'empty',
      { ...typical, organizations: 10, keys: manyKeys },
      { organizations: 1, units: 1, people: 1, keys: 100 },
    )
  }

  async #site(name: string, shape: Shape, large?: Shape, medium?: Shape): Promise<Site> {
    const database = await (this.#database ??= this.#startDatabase())
    const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
    const db = new pg.Client({ connectionString: at(database.url) })
    await admin(database.url, `create database ${name} template rollcall`)
    await db.connect()
    this.#clients.push(db)
    const makeIndexes = await dropSlowIndexes(db)
    const keys = await fill(db, shape)
    const largeKeys = large ? await fill(db, large) : []
    const mediumKeys = medium ? await fill(db, medium) : []
    await makeIndexes()
    await db.query('vacuum analyze')
    await db.query('checkpoint')
    const env = { DATABASE_URL: at(database.url), DATABASE_APP_URL: at(database.appUrl) }
    const launch = async (...args: string[]) => {
      const program = await startProgram(args, env, {
        signal: this.#abort.signal,
        keeper: this.#keeper,
      })
      this.#programs.push(program)
      return program
    }
    const ours = () => launch(...startArguments())
    return {
      keys,
      largeKeys,
      mediumKeys,
      db,
      appUrl: env.DATABASE_APP_URL,
      ours: await ours(),
      limit: await launch('bench/limits/server.ts'),
      another: ours,
    }
  }

  async #startDatabase(): Promise<EmbeddedDatabase> {
    this.#abort.signal.throwIfAborted()
    // Enough memory for the tables of all worlds, 1.8 GB: the speed of the disk must not be measured.
    this.#starting = startEmbedded(this.#dir, { shared_buffers: '2500MB' })
    const database = await this.#starting
    await migrate(database.url)
    return database
  }

  /** Stops all programs and the database, also while they are being started. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop())
  }

  async #stop(): Promise<void> {
    this.#abort.abort()
    await Promise.allSettled(this.#programs.map((program) => program.stop()))
    await Promise.allSettled(this.#clients.map((client) => client.end()))
    await this.#starting?.then((database) => database.stop()).catch(() => undefined)
    rmSync(this.#dir, { recursive: true, force: true })
    this.#keeper.close()
  }
}

/** Uses every key once, because the first call of a key in each minute also writes when the key was last used. */
export async function touchKeys(db: pg.ClientBase, keys: string[]): Promise<void> {
  await db.query(`select count(*) from unnest($1::bytea[]) as hash, authenticate(hash, 'key', 1)`, [
    keys.map(hashSecret),
  ])
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
  })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
