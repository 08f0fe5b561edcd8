import { EventEmitter } from 'node:events'
import {
  Logger,
  makeWorkerUtils,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import type { Logger as Log } from 'pino'
import { holdPoolLock, reapDeadPools, type PoolLock } from './pools.ts'
import { task as sweepExpired } from './sweep_expired.ts'

export interface Worker {
  /** Rejects when this worker does not work. */
  check: () => Promise<void>
  /** Lets running jobs end, then stops. */
  stop: () => Promise<void>
}

export interface WorkerOptions {
  ownerUrl: string
  log: Log
  concurrency?: number
  /** Further tasks by name; tests bring their own. */
  tasks?: TaskList
}

const reapMs = 2000
const tasks: TaskList = { sweep_expired: sweepExpired }
const cron = [{ task: 'sweep_expired', match: '*/10 * * * *', options: { backfillPeriod: 0 } }]

/** Runs jobs and the cron, holds this pool's lock, and frees the jobs of pools that died. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ownerUrl, log } = options
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 6 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const utils = await makeWorkerUtils({ pgPool: pool, logger: toLogger(log) })
  const events = new EventEmitter() as WorkerEvents
  // The id alone: a worker pool is thenable, and a promise of it would wait for its end.
  const created = new Promise<string>((done) =>
    events.once('pool:create', ({ workerPool }) => done((workerPool as unknown as { id: string }).id)),
  )
  const runner = await run({
    pgPool: pool,
    taskList: { ...tasks, ...options.tasks },
    parsedCronItems: parseCronItems(cron),
    concurrency: options.concurrency ?? 4,
    pollInterval: 1000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 5000,
    events,
    logger: toLogger(log),
  })
  let failure: Error | undefined
  const lock: PoolLock = await holdPoolLock(ownerUrl, await created, () => {
    failure = new Error('the lock of this worker pool was lost')
    void runner.stop().catch(() => undefined)
  })
  const unlock = (poolIds: string[]) => utils.forceUnlockWorkers(poolIds)
  const reaper = setInterval(() => {
    reapDeadPools(pool, unlock).then(
      (dead) => dead.length > 0 && log.warn({ pools: dead.length }, 'unlocked the jobs of dead worker pools'),
      (error: unknown) =>
        log.warn({ code: (error as { code?: string }).code }, 'could not look for dead worker pools'),
    )
  }, reapMs)
  runner.promise.catch((error: unknown) => (failure ??= error as Error))
  return {
    async check() {
      if (failure) throw failure
      await pool.query('select 1')
    },
    async stop() {
      clearInterval(reaper)
      await runner.stop().catch(() => undefined)
      await lock.release()
      await utils.release()
      await pool.end()
    },
  }
}

/** graphile-worker's log, of which only trouble is ours to repeat; payloads stay out. */
function toLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    if (level === 'error' || level === 'warning')
      log.warn({ task: scope.taskIdentifier, job: scope.jobId }, message.slice(0, 500))
  })
}
