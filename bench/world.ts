import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hashSecret } from '../src/secrets/credentials.ts'
import { startEmbedded, type EmbeddedDatabase } from '../src/embedded-postgres/start.ts'
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
  /** The DATA_DIR of the servers. */
  dataDir: string
  /** Starts another server of ours. */
  another: () => Promise<Program>
  /** Starts any program on this database. It ends with the world. */
  launch: (args: string[], env?: Record<string, string>) => Promise<Program>
  /** A folder for files of the world. */
  folder: string
}

/** What is in a database, and where it is. */
type Filled = Omit<Site, 'ours' | 'limit' | 'another' | 'dataDir' | 'launch' | 'folder'> & { url: string }

type Name = 'one' | 'few' | 'many' | 'neighbors' | 'huge' | 'empty'

/** In the huge one, a unit has 100 people and a manager 50. */
const long = { organizations: 1, jobs: 4, reports: 50, keys: manyKeys }

const shapes: Record<Name, { small: Shape; large?: Shape; medium?: Shape }> = {
  /** One organization. */
  one: { small: { ...typical, organizations: 1, keys: manyKeys } },
  /** 100 organizations like that one. */
  few: { small: { ...typical, organizations: 100, keys: manyKeys } },
  /** 10,000 organizations like that one, and one of 10,000 people in 100 units. */
  many: {
    small: { ...typical, organizations: 10_000, keys: manyKeys },
    large: { organizations: 1, units: 100, people: 10_000, keys: manyKeys },
  },
  /** Ten organizations like that one, and one of 5,000 people. */
  neighbors: {
    small: { ...typical, organizations: 10, keys: manyKeys },
    large: { organizations: 1, units: 100, people: 5000, keys: 100 },
  },
  /** 1,000 organizations like that one, one of 100,000 people with four job rows each, and one of 1,000 with as many. */
  huge: {
    small: { ...typical, organizations: 1000, keys: 1000 },
    large: { ...long, units: 1000, people: 100_000 },
    medium: { ...long, units: 10, people: 1000 },
  },
  /** Ten organizations like that one, and one of a single person, into which a script loads the others. */
  empty: {
    small: { ...typical, organizations: 10, keys: manyKeys },
    large: { organizations: 1, units: 1, people: 1, keys: 100 },
  },
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
  readonly #filled = new Map<Name, Promise<Filled>>()
  readonly #sites = new Map<Name, Promise<Site>>()
  /** Databases are made one after the other, and then filled at the same time. */
  #made: Promise<unknown> = Promise.resolve()

  constructor() {
    this.#keeper.folder(this.#dir)
  }

  /** Each site has a database and servers of its own. It is made when the first row asks for it. */
  readonly one = (): Promise<Site> => this.#site('one')
  readonly few = (): Promise<Site> => this.#site('few')
  readonly many = (): Promise<Site> => this.#site('many')
  readonly neighbors = (): Promise<Site> => this.#site('neighbors')
  readonly huge = (): Promise<Site> => this.#site('huge')
  readonly empty = (): Promise<Site> => this.#site('empty')

  /** Fills the databases of all rows. To fill one keeps one core busy: so the two largest ones are filled together. */
  async prepare(): Promise<void> {
    await Promise.all([this.#fill('many'), this.#fill('huge')])
    await Promise.all((['one', 'few', 'neighbors'] as const).map((name) => this.#fill(name)))
  }

  #site(name: Name): Promise<Site> {
    return at(this.#sites, name, async () => this.#serve(await this.#fill(name)))
  }

  #fill(name: Name): Promise<Filled> {
    return at(this.#filled, name, async () => {
      const database = await (this.#database ??= this.#startDatabase())
      const addressOf = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
      const making = this.#made.then(() => admin(database.url, `create database ${name} template rollcall`))
      await (this.#made = making)
      const url = addressOf(database.url)
      const db = new pg.Client({ connectionString: url })
      await db.connect()
      this.#clients.push(db)
      const { small, large, medium } = shapes[name]
      // For the indexes.
      await db.query(`set maintenance_work_mem = '512MB'`)
      const makeIndexes = await dropSlowIndexes(db)
      const keys = await fill(db, small)
      const largeKeys = large ? await fill(db, large) : []
      const mediumKeys = medium ? await fill(db, medium) : []
      await makeIndexes()
      await db.query('vacuum analyze')
      await db.query('checkpoint')
      return { keys, largeKeys, mediumKeys, db, url, appUrl: addressOf(database.appUrl) }
    })
  }

  async #serve({ url, ...filled }: Filled): Promise<Site> {
    const dataDir = join(this.#dir, 'data')
    const env = { DATABASE_URL: url, DATABASE_APP_URL: filled.appUrl, DATA_DIR: dataDir }
    const launch: Site['launch'] = async (args, more) => {
      const program = await startProgram(
        args,
        { ...env, ...more },
        {
          signal: this.#abort.signal,
          keeper: this.#keeper,
        },
      )
      this.#programs.push(program)
      return program
    }
    const another = () => launch(startArguments())
    const [ours, limit] = await Promise.all([another(), launch(['bench/limits/server.ts'])])
    return { ...filled, dataDir, ours, limit, another, launch, folder: this.#dir }
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

/** The value of a key, made once. */
function at<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let found = map.get(key)
  if (found === undefined) map.set(key, (found = make()))
  return found
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
