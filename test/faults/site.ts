import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startArguments, startProgram, type Program } from '../../bench/program.ts'
import { migrate } from '../../src/db/migrate.ts'
import { startEmbedded, type EmbeddedDatabase } from '../../src/embedded-postgres/start.ts'
import { createCompany } from '../support/company.ts'
import { newFolderInMemory } from '../support/memory.ts'
import { Program as Child } from '../support/process.ts'
import { until } from '../support/wait.ts'
import { endpoints, Receivers } from './receivers.ts'

/** A service whose workers and database are killed: processes of their own, a database of its own, ten receivers. */
export class Site {
  readonly receivers = new Receivers()
  readonly workers: Program[] = []
  readonly feedFile: string
  db!: pg.Pool
  /** The endpoints, in the order of their receivers. */
  endpointIds: string[] = []
  orgId = ''
  #key = ''
  readonly #dir = newFolderInMemory('rollcall-faults-')
  #database!: EmbeddedDatabase
  #web!: Program
  #reader: Child | undefined
  #stopping: Promise<void> | undefined

  private constructor() {
    this.feedFile = join(this.#dir, 'feed.jsonl')
  }

  static async start(workers: number): Promise<Site> {
    const site = new Site()
    try {
      await site.#start(workers)
      return site
    } catch (error) {
      await site.stop()
      throw error
    }
  }

  async #start(workers: number): Promise<void> {
    await this.receivers.start()
    // Processes are killed here, and no machine: what was written is in the memory of the machine.
    this.#database = await startEmbedded(this.#dir, { fsync: 'off', full_page_writes: 'off' })
    await migrate(this.#database.url)
    this.db = new pg.Pool({ connectionString: this.#database.url, max: 4 })
    this.db.on('error', () => undefined)
    const [web] = await Promise.all([
      this.#launch('web'),
      ...Array.from({ length: workers }, () => this.startWorker()),
    ])
    this.#web = web
    await this.#subscribe()
  }

  async #subscribe(): Promise<void> {
    const company = await createCompany({ db: this.db, baseUrl: this.#web.url })
    const web = await company.as('owner', 'web')
    // The Origin that the server knows as its own.
    Object.assign(web, { baseUrl: this.#web.url.replace('127.0.0.1', 'localhost') })
    for (let endpoint = 0; endpoint < endpoints; endpoint++) {
      const { id, secret } = await web.call('webhooks_endpoints_create', {
        url: this.receivers.url(endpoint),
        event_types: ['unit.updated'],
      })
      this.endpointIds.push(id)
      this.receivers.setSecret(endpoint, secret!)
    }
    this.orgId = company.id
    this.#key = (await company.as('owner')).headers['Authorization']!.replace('Bearer ', '')
  }

  #launch(role: 'web' | 'worker'): Promise<Program> {
    const env = {
      NODE_ENV: 'test',
      ROLE: role,
      DATABASE_URL: this.#database.url,
      DATABASE_APP_URL: this.#database.appUrl,
      DATA_DIR: this.#dir,
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_PER_MINUTE: '1000000',
      OUTBOUND_TEST_CA_FILE: this.receivers.caFile,
    }
    // A busy machine takes its time. Only a hang is to end.
    return startProgram(startArguments(), env, { withinMs: 5 * 60_000 })
  }

  async startWorker(): Promise<void> {
    this.workers.push(await this.#launch('worker'))
  }

  /** The address for the owner's login. */
  get ownerUrl(): string {
    return this.#database.url
  }

  /**
   * Kills a worker with -9.
   *
   * @throws Error when it has ended by itself before
   */
  async killWorker(): Promise<void> {
    const { child, pid } = this.workers.shift()!
    if (child.exitCode !== null) throw new Error(`the worker ${pid} had ended with ${child.exitCode}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** Those that have ended by themselves: nothing here is a reason to. */
  get ended(): string[] {
    return [this.#web, ...this.workers]
      .filter(({ child }) => child.exitCode !== null)
      .map(({ pid, child }) => `the process ${pid} ended with ${child.exitCode}`)
  }

  startReader(): void {
    this.#reader = new Child('test/faults/reader.ts', [this.#web.url, this.#key, this.feedFile], {})
  }

  async killReader(): Promise<void> {
    await this.#reader?.end('SIGKILL')
  }

  /** Stops PostgreSQL, in order or at once. It is started again by whoever notices. */
  async restartDatabase(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const file = join(this.#dir, 'postgres/postmaster.pid')
    const number = () => Number(readFileSync(file, 'utf8').split('\n')[0])
    const before = number()
    process.kill(before, signal)
    await until('another PostgreSQL answers', async () => {
      const isOther = await Promise.resolve()
        .then(() => number() !== before)
        .catch(() => false)
      return isOther && this.ask('select 1').catch(() => undefined)
    })
  }

  /** Rows that the owner sees. While PostgreSQL starts, it is asked again. */
  async ask(text: string, values: unknown[] = []): Promise<any[]> {
    return until('PostgreSQL answers', () =>
      this.db.query({ text, values }).then(
        ({ rows }) => rows,
        (error: { code?: string }) => {
          // A wrong statement is a mistake of this test. All else is a connection that ended.
          if (error.code && /^(22|23|42)/.test(error.code)) throw error
          return undefined
        },
      ),
    )
  }

  /** Calls an action with a key until it has worked, in the same attempt as far as the service can tell. */
  async call(path: string, input: object): Promise<any> {
    const key = randomUUID()
    return until(path, async () => {
      const response = await fetch(`${this.#web.url}/v1/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.#key}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(input),
      }).catch(() => undefined)
      if (response?.ok) return ((await response.json()) as { data: object }).data
      if (response && response.status < 500 && response.status !== 429)
        throw new Error(`${path}: ${response.status} ${await response.text()}`)
      await sleep(200)
      return undefined
    })
  }

  /** Ids of events as receivers see them, in the order of the feed; those that have no place there yet are last. */
  async eventIds(type: string): Promise<string[]> {
    const rows = await this.ask(
      `select id from events where org_id = $1 and type = $2 order by position nulls last`,
      [this.orgId, type],
    )
    return rows.map(({ id }) => `evt_${id}`)
  }

  /** Stops everything, once. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop())
  }

  async #stop(): Promise<void> {
    await this.#reader?.end('SIGKILL')
    await Promise.all([this.#web, ...this.workers].map((program) => program?.stop()))
    await this.db?.end()
    await this.#database?.stop()
    await this.receivers.stop()
    rmSync(this.#dir, { recursive: true, force: true })
  }
}
