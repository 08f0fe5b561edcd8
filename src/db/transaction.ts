import { channel } from 'node:diagnostics_channel'
import { setImmediate } from 'node:timers/promises'
import knex, { type Knex } from 'knex'
import type pg from 'pg'
import { ClientGone, unavailable } from '../errors.ts'
import type { Vault } from '../secrets/personal.ts'
import { begin, beginnings, requireUuid } from './begin.ts'
import { cancelQuery, cutConnection, processIdOf, sendTogether } from './connection.ts'
import { declareCursor } from './cursor.ts'
import { deadlines } from './deadlines.ts'
import { isLost, translate } from './errors.ts'
import { given, type Asking, type TransactionOptions, type Turn } from './options.ts'
import { inTurn } from './list-throttle.ts'
import { wasKept, type Lost, type Proof } from './outcome.ts'
import { forgetOldest, noteUse, statementName } from './statements.ts'
import { serviceTexts } from '../texts/requests.ts'

/** Builds SQL; it has no connection. Run the result with `db.run`. */
export const sql: Knex = knex({ client: 'pg' })

/** SQL and its values, as a Knex builder gives them. */
export interface Composed {
  toSQL: () => { toNative: () => { sql: string; bindings: readonly unknown[] } }
}

/**
 * The transaction of one organization, and the only way to the database for a handler. It sees no other organization.
 * What it writes is kept only if the whole call succeeds.
 */
export interface Db extends Asking {
  /** Runs the SQL of a Knex builder, or of `named`. */
  run: <Row>(builder: Composed) => Promise<Row[]>
  /**
   * Like `run`, but hands out the rows in batches. While one is worked on, the database sends the next one, after the
   * queries that the caller sends at once.
   */
  runInBatches: <Row>(builder: Composed) => AsyncGenerator<Row[]>
  /** Opens and seals what is private of people. Reading it throws when the transaction was begun without one. */
  readonly vault: Vault
  /**
   * A row that only this transaction writes; set by the query that writes it. If the connection breaks before the
   * commit is answered, the row tells whether the transaction was committed.
   */
  proof?: Proof | undefined
}

/** The database, as a handler gets it. */
export interface CallDb extends Db {
  /**
   * The last statements of a read: all that `work` sends at once. The commit goes with them, and no statement can follow.
   * In a write it changes nothing, because the activity is still to be written.
   */
  last: <T>(work: () => Promise<T>) => Promise<T>
}

/** Milliseconds that it may take after that to find out whether a commit was kept. */
const resolveMs = { least: 500, most: 3000 }

/**
 * Runs `work` in a transaction of one organization; an error rolls it back. The connection is taken at the first query,
 * and `begin` is sent together with that. A read does not wait for its `commit`.
 *
 * @throws ApiError 503 when there is no connection; ClientGone when the client left; database errors as of `translate`
 */
export async function withOrganization<T>(
  pool: pg.Pool,
  orgId: string,
  options: TransactionOptions,
  work: (db: CallDb) => Promise<T>,
): Promise<T> {
  const transaction = new Transaction(pool, orgId, options)
  const result = await transaction.asked(work(transaction)).catch(async (error: unknown) => {
    await transaction.end('rollback')
    throw transaction.isCancelled(error) ? new ClientGone(error) : translate(error)
  })
  const ended = transaction.end(options.dryRun ? 'rollback' : 'commit')
  if (options.mode !== 'read') await ended
  else ended.catch(() => undefined)
  return result
}

/** Publishes each statement when `query` is called: then its caller is still on the stack, where tests can see it. */
const statements = channel('rollcall:statement')

/** Few enough that they are gone before the garbage collector copies them. */
const rowsPerBatch = 250

/** Statements with more characters are not kept prepared. */
const longestPrepared = 6000

/** A handler went on after a query had failed. */
const rolledBack = new Error('the transaction had failed before its commit')

class Transaction implements CallDb {
  readonly orgId: string
  proof: Proof | undefined
  readonly #pool: pg.Pool
  readonly #options: TransactionOptions
  #client: Promise<pg.PoolClient> | undefined
  #cancelling: Promise<unknown> | undefined
  #turn: Turn | undefined
  #first: Promise<void> | undefined
  #cut: NodeJS.Timeout | undefined
  readonly #startedAt = performance.now()
  #signal: AbortSignal | undefined
  #onAbort: (() => void) | undefined
  #ending: Promise<void> | undefined
  #failure: unknown
  #cursors = 0

  constructor(pool: pg.Pool, orgId: string, options: TransactionOptions) {
    requireUuid(orgId)
    this.orgId = orgId
    this.#pool = pool
    this.#options = options
  }

  get vault(): Vault {
    return given(this.#options.vault)
  }

  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.#send(text, values, false)
  }

  async #send<Row>(text: string, values: unknown[], composed: boolean): Promise<Row[]> {
    // Of several queries at once, one may start after another one has failed. By then the connection is another call's.
    if (this.#ending) throw new Error('the transaction has ended')
    if (statements.hasSubscribers) statements.publish(text)
    return this.#over(await (this.#client ??= this.#begin()), text, values, composed)
  }

  async #over<Row>(
    client: pg.PoolClient,
    text: string,
    values: unknown[],
    composed: boolean,
  ): Promise<Row[]> {
    // A long text is a list of many rows, which is another text for each number of rows: it is not worth keeping.
    const name = text.length > longestPrepared ? undefined : statementName(text)
    if (composed && name !== undefined) noteUse(client, name)
    sendTogether(client)
    const { rows } = await client
      .query({ ...(name !== undefined && { name }), text, values })
      .catch(this.#explain)
    return rows as Row[]
  }

  /**
   * The error of all statements after one has failed. PostgreSQL refuses those with 25P02, and of statements that were
   * sent together a later one can reject first. So all of them fail with the error of the first one.
   */
  readonly #explain = (error: unknown): never => {
    this.#noteFailure(error)
    throw this.#failure
  }

  readonly #noteFailure = (error: unknown): void => {
    this.#failure ??= error
  }

  async run<Row>(builder: Composed): Promise<Row[]> {
    const { sql: text, bindings } = builder.toSQL().toNative()
    return this.#send<Row>(text, [...bindings], true)
  }

  async *runInBatches<Row>(builder: Composed): AsyncGenerator<Row[]> {
    const { sql: text, bindings } = builder.toSQL().toNative()
    if (statements.hasSubscribers) statements.publish(text)
    const cursor = `cursor_${++this.#cursors}`
    if (this.#ending) throw new Error('the transaction has ended')
    const client = await (this.#client ??= this.#begin())
    declareCursor(client, cursor, text, bindings).catch(this.#explain)
    const fetch = async () => {
      // The caller may have had enough. By then the connection is another call's.
      if (this.#ending) throw new Error('the transaction has ended')
      const { rows } = await client.query(`fetch ${rowsPerBatch} from ${cursor}`).catch(this.#explain)
      return rows as Row[]
    }
    for (let coming = fetch(); ;) {
      const rows = await coming
      const isLast = rows.length < rowsPerBatch
      if (!isLast) {
        coming = setImmediate().then(() => this.#paced(fetch))
        // Nobody may be waiting for it when it fails.
        coming.catch(() => undefined)
      }
      yield rows
      if (isLast) return
    }
  }

  last<T>(work: () => Promise<T>): Promise<T> {
    const result = work()
    if (this.#options.mode === 'read') this.end('commit').catch(() => undefined)
    return result
  }

  /** A list that has taken long is not held up any more: it must be read before its deadline. */
  #paced<Row>(fetch: () => Promise<Row[]>): Promise<Row[]> {
    return this.#leftMs() < deadlines.transactionMs / 2 ? fetch() : inTurn(this.orgId, fetch)
  }

  async #begin(): Promise<pg.PoolClient> {
    const { gone, mode, turn } = this.#options
    const signal = (this.#signal = gone?.signal())
    if (signal?.aborted) throw new ClientGone()
    this.#turn = await turn?.(signal)
    const client = await this.#pool.connect().catch((error: unknown) => {
      this.#turn?.end()
      throw unavailable(serviceTexts.busyOrNoDatabase(), error)
    })
    this.#cut = setTimeout(cutConnection, this.#leftMs(), client)
    if (gone) {
      this.#onAbort = () => {
        this.#cancelling = cancelQuery(gone.control, client)
      }
      signal?.addEventListener('abort', this.#onAbort, { once: true })
    }
    begin(client, this.orgId, beginnings[mode], this.#noteFailure)
    this.#askFirst(client)
    return client
  }

  /** Sends the first question at once: the others wait for the connection until it is sent. */
  #askFirst(client: pg.PoolClient): void {
    const query = <Row>(text: string, values: unknown[] = []) => this.#over<Row>(client, text, values, false)
    this.#first = this.#turn?.first?.({ orgId: this.orgId, query })
    this.#first?.catch(() => undefined)
  }

  /** Passes on what the work answers; or the failure of the first question, which nothing of the work may hide. */
  asked = <T>(work: Promise<T>): Promise<T> => work.finally(() => this.#first)

  /** Milliseconds until the call has taken too long. */
  #leftMs(): number {
    return Math.max(0, deadlines.transactionMs - (performance.now() - this.#startedAt))
  }

  /** Tells whether the query was cancelled because the client left. (After a deadline, the code is 57014, too.) */
  isCancelled(error: unknown): boolean {
    return this.#signal?.aborted === true && (error as { code?: string }).code === '57014'
  }

  /** Once, whoever asks. It fails if a commit is not kept; of a read there is nothing to keep. */
  end(how: 'commit' | 'rollback'): Promise<void> {
    return (this.#ending ??= this.#end(how))
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    if (!client) return
    const kept = how === 'commit' && this.#options.mode !== 'read'
    const by = kept ? await this.#identify(client) : undefined
    const failure = await client.query(how).then(
      ({ command }) => (how === 'commit' && command !== 'COMMIT' ? rolledBack : undefined),
      (error: Error) => error,
    )
    if (this.#onAbort) this.#signal?.removeEventListener('abort', this.#onAbort)
    // A cancel that is under way must reach this query, not the next one on this connection.
    await this.#cancelling
    clearTimeout(this.#cut)
    forgetOldest(client)
    client.release(failure === rolledBack ? undefined : failure)
    this.#turn?.end()
    if (failure && kept)
      await this.#resolveCommit(failure, by && { orgId: this.orgId, processId: processIdOf(client), by })
  }

  /**
   * Finds the trace to look for if the commit gets lost. The transaction number is the second choice: it takes a round
   * trip.
   */
  async #identify(client: pg.PoolClient): Promise<Lost['by'] | undefined> {
    if (this.proof) return this.proof
    const found = await client
      .query<{ xid: string }>('select pg_current_xact_id()::text as xid')
      .catch(() => undefined)
    return found?.rows[0]
  }

  /**
   * After a failed commit: returns if the transaction was committed in spite of it, and throws if not or if unknown.
   */
  async #resolveCommit(failure: Error, lost: Lost | undefined): Promise<void> {
    if (failure === rolledBack || !isLost(failure)) throw translate(failure)
    const forMs = Math.min(resolveMs.most, this.#leftMs() + resolveMs.least)
    const kept = lost && (await wasKept(this.#pool, lost, forMs))
    if (kept === true) return
    throw kept === false
      ? unavailable(serviceTexts.connectionBroke(), failure)
      : unavailable(serviceTexts.perhapsKept(), failure)
  }
}
