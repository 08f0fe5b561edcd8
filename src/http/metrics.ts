import type pg from 'pg'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  registry: Registry
  observe: (action: string, via: string, code: string, seconds: number) => void
}

/**
 * The numbers for operators: requests by action and outcome, their latency, the pool, jobs, workers, and the process itself.
 *
 * @param count asked each time they are read
 */
export function createMetrics(
  pool: pg.Pool,
  count: { jobs: () => Promise<{ waiting: number; failed: number }>; workers: () => Promise<number> },
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'rollcall_' })
  const requests = new Counter({
    name: 'rollcall_requests_total',
    help: 'Requests by action, way in and outcome.',
    labelNames: ['action', 'via', 'code'],
    registers,
  })
  const latency = new Histogram({
    name: 'rollcall_request_seconds',
    help: 'Time to answer, by action.',
    labelNames: ['action'],
    registers,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  new Gauge({
    name: 'rollcall_pool_connections',
    help: 'Database connections by state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'rollcall_jobs',
    help: 'Jobs by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      // While the database cannot be reached, this number is missing. All others are then needed most.
      const { waiting, failed } = await count.jobs().catch(() => ({ waiting: NaN, failed: NaN }))
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'failed' }, failed)
    },
  })
  new Gauge({
    name: 'rollcall_workers',
    help: 'Worker pools that live, of all processes on this database.',
    registers,
    async collect() {
      this.set(await count.workers().catch(() => NaN))
    },
  })
  // To find the counter of some labels costs more than to count, so counters are kept. Labels are few: actions × codes.
  const timeOf = kept((action: string) => latency.labels({ action }))
  const countersOf = kept((action: string) =>
    kept((via: string) => kept((code: string) => requests.labels({ action, via, code }))),
  )
  return {
    registry,
    observe(action, via, code, seconds) {
      countersOf(action)(via)(code).inc()
      timeOf(action).observe(seconds)
    },
  }
}

/** `find`, called once for each word. */
function kept<T>(find: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    let found = known.get(word)
    if (found === undefined) known.set(word, (found = find(word)))
    return found
  }
}
