import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { aborted } from 'node:util'
import {
  Logger,
  parseCronItems,
  run,
  type Job as RunJob,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import type { Logger as Log } from 'pino'
import { describe } from '../errors.ts'
import { workers } from '../generated/workers.ts'
import type { Sender } from '../webhooks/sender.ts'
import type { Job, JobTools } from '../jobs/job.ts'
import { holdPoolLock, reapDeadPools, recordedPools } from './pools.ts'
import { checked } from './payload.ts'

export interface Worker {
  /** Rejects when this worker cannot run jobs. */
  check: () => Promise<void>
  /** Takes no more jobs and waits for the running ones until `hurry`. Those that are late are left to other workers. */
  stop: (hurry: AbortSignal) => Promise<void>
}

export interface WorkerOptions extends Pick<JobTools, 'vault' | 'postbox' | 'storage'> {
  ownerUrl: string
  log: Log
  /** Sends webhooks beside the jobs; left out: nobody does, for tests. */
  sender?: Pick<Sender, 'begin' | 'release' | 'stop'>
  concurrency?: number
  /** For tests, which set the time: no job begins by itself then, because cron goes by the real time. Left out: that. */
  clock?: (() => Date) | undefined
  /** Further tasks by name, for tests. */
  tasks?: TaskList
}

const reapMs = 2000
const restartMs = 1000
const momentMs = 300
const jobs: Record<string, Job> = workers
const tasksOf = (tools: JobTools): TaskList =>
  Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, checked(name, job, tools)]))
/** A run that has failed so often is left to the next one. The attempts are seconds apart. */
const maxAttempts = 3

/**
 * Jobs that begin by themselves. One runs at a time of each, and one waits at most: a sweep that takes longer than the time until
 * its next one would otherwise have all turns, and while something is broken the runs of each minute would pile up.
 */
export const cron = Object.entries(jobs).flatMap(([task, job]) =>
  job.cron === null
    ? []
    : {
        task,
        match: job.cron,
        options: { backfillPeriod: 0, queueName: task, jobKey: task, maxAttempts },
      },
)

/**
 * Runs jobs and the cron, holds the lock of its pool, and unlocks the jobs of dead pools. If graphile-worker stops by
 * itself, or this pool is declared dead, a new pool is started.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ownerUrl, log, sender } = options
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 6 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  let stopping = false
  let failed = false
  let current = await begin(pool, options).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const reaper = setInterval(() => {
    reap().catch((error: unknown) =>
      log.warn({ code: codeOf(error) }, 'could not look for dead worker pools'),
    )
  }, reapMs)

  async function reap(): Promise<void> {
    const dead = await reapDeadPools(pool)
    if (dead.length > 0) log.warn({ pools: dead.length }, 'unlocked the jobs of dead worker pools')
    await sender?.release(() => recordedPools(pool))
  }

  async function restart(): Promise<void> {
    failed = true
    log.error('the job worker stopped by itself; starting a new one')
    await current.abandon()
    while (!stopping && failed) {
      await sleep(restartMs, undefined, { ref: false })
      const next = await begin(pool, options).catch((error: unknown) =>
        log.warn({ code: codeOf(error) }, 'could not start the job worker'),
      )
      if (!next) continue
      current = next
      failed = false
    }
    if (stopping) await current.stop(AbortSignal.abort())
    else void current.ended.then(whenEnded)
  }
  const whenEnded = () => void (stopping || restart())
  void current.ended.then(whenEnded)

  return {
    async check() {
      if (failed) throw new Error('the job worker is being restarted')
      await pool.query('select 1')
    },
    async stop(hurry) {
      stopping = true
      clearInterval(reaper)
      await current.stop(hurry, sender?.stop(hurry))
      await Promise.race([pool.end(), aborted(hurry, hurry)])
    },
  }
}

interface RunningPool {
  /** Resolves when the pool has stopped by itself or was declared dead. */
  ended: Promise<void>
  /**
   * @param others what else this worker does: it is recorded until that has ended, too
   */
  stop: (hurry: AbortSignal, others?: Promise<void>) => Promise<void>
  /** Stops what is left of a pool that has ended. It may not have noted the end of jobs, so it stays recorded, as a dead one. */
  abandon: () => Promise<void>
}

async function begin(
  pool: pg.Pool,
  { ownerUrl, log, vault, postbox, storage, sender, ...options }: WorkerOptions,
): Promise<RunningPool> {
  const events = new EventEmitter() as WorkerEvents
  // Only the id: a worker pool has a method `then`, so a promise of the pool would wait for its end.
  const created = new Promise<string>((done) =>
    events.once('pool:create', ({ workerPool }) => done((workerPool as unknown as { id: string }).id)),
  )
  const clock = options.clock ?? (() => new Date())
  const runner = await run({
    pgPool: pool,
    taskList: { ...tasksOf({ clock, vault, postbox, storage }), ...options.tasks },
    parsedCronItems: parseCronItems(options.clock ? [] : cron),
    concurrency: options.concurrency ?? 4,
    pollInterval: 1000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 4000,
    // Without a batch graphile-worker waits for nobody who notes the end of a job: when the database goes away at that
    // moment, a rejection that nobody handles would end this process. With one the pool stops, and another one starts.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    events,
    logger: toLogger(log),
  })
  const lost = Promise.withResolvers<void>()
  const ended = Promise.race([runner.promise.catch(() => undefined), lost.promise])
  const id = await created
  const lock = await holdPoolLock(ownerUrl, id, lost.resolve).catch(async (error: unknown) => {
    await drain(runner, AbortSignal.timeout(1000))
    throw error
  })
  sender?.begin(id)
  let stopping: Promise<void> | undefined
  return {
    ended,
    stop: (hurry, others) =>
      (stopping ??= Promise.all([drain(runner, hurry), others]).then(([drained]) => lock.release(drained))),
    abandon: () => (stopping ??= drain(runner, AbortSignal.abort()).then(() => lock.release(false))),
  }
}

/** Stops the runner. Answers whether all jobs ended before `hurry`. */
async function drain(runner: Runner, hurry: AbortSignal): Promise<boolean> {
  const stopped = runner.stop().catch(() => undefined)
  // If the runner has stopped before, `stop` rejects at once. Its promise tells when it is done.
  const done = Promise.all([stopped, runner.promise.catch(() => undefined)]).then(() => true)
  // Without running jobs it takes only a moment. If it is not waited for, graphile-worker logs many errors.
  const late = aborted(hurry, hurry).then(() => sleep(momentMs, false, { ref: false }))
  return Promise.race([done, late])
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}

/**
 * Repeats errors and warnings of graphile-worker in our log, without the payloads of jobs, and of an error only what may be
 * logged: the text has its message and its stack.
 */
function toLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta = {}) => {
    if (level !== 'error' && level !== 'warning') return
    const { job, error, fatalError = error } = meta as { job?: RunJob; error?: unknown; fatalError?: unknown }
    const cause = describe(fatalError)
    const text = cause ? message.split((fatalError as Error).message || '\n')[0]! : message
    const of = { task: scope.taskIdentifier ?? job?.task_identifier, job: scope.jobId ?? job?.id }
    log.warn({ ...of, ...(cause && { cause }) }, text.slice(0, 500))
  })
}
