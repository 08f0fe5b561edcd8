import pg from 'pg'
import type { PlanCacheMode } from '../config.ts'

/**
 * Deadlines that every connection has, in milliseconds. Migrations say them once more as settings of the roles, for a
 * cluster's connections between its nodes.
 */
export const deadlines = { statementMs: 5000, lockMs: 2000, idleInTransactionMs: 10_000, poolWaitMs: 2000 }

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoInstant)

/**
 * A pool whose connections have become `role`, with our deadlines and types: days stay strings, instants are ISO 8601
 * in UTC with milliseconds, numbers are numbers. Queries are pipelined: what is sent without awaiting shares a
 * round trip.
 *
 * @param planCacheMode what PostgreSQL does with prepared statements. Every query goes through an index that begins with
 *   org_id, so one plan suits all organizations; PostgreSQL's own choice plans some queries at each call, which can take
 *   longer than to run them. A cluster has to know the organization when it plans.
 */
export function createPool(
  url: string,
  role: string,
  size: number,
  planCacheMode: PlanCacheMode = 'force_generic_plan',
): pg.Pool {
  const settings = {
    role,
    statement_timeout: deadlines.statementMs,
    lock_timeout: deadlines.lockMs,
    idle_in_transaction_session_timeout: deadlines.idleInTransactionMs,
    timezone: 'UTC',
    // Short queries: compiling one costs more than it saves.
    jit: 'off',
    plan_cache_mode: planCacheMode,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: deadlines.poolWaitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: types as pg.CustomTypesConfig,
    pipeline: true,
  })
  // An idle connection that breaks is replaced by the pool; a checked-out one must not crash the process (pg #3083).
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** `2026-11-21 09:00:00.123456+00` → `2026-11-21T09:00:00.123Z`, without a Date in between. */
function isoInstant(text: string): string {
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+')) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}
