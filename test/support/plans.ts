import pg from 'pg'
import type { Db } from '../../src/db/transaction.ts'
import { planLikeService } from './planning.ts'
import type { TestServer } from './server.ts'

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

interface Statement {
  sql: string
  bindings: readonly unknown[]
}

/** How many rows all steps of the plans of a query read and pass on, in total. */
export async function rowsOfPlans(...asked: Parameters<typeof plansOf>): Promise<number> {
  return (await plansOf(...asked)).reduce((sum, plan) => sum + rowsOf(plan), 0)
}

/** The plans of the statements of a query, after they were carried out. What they wrote is taken back. */
export async function plansOf(
  server: TestServer,
  orgId: string,
  query: (db: Db) => Promise<unknown>,
): Promise<Plan[]> {
  const statements = await statementsOf(server, orgId, query)
  const client = await server.db.connect()
  try {
    await client.query('begin')
    await planLikeService(client)
    const plans: Plan[] = []
    for (const [index, { sql, bindings }] of statements.entries()) {
      await client.query(`prepare asked_${index} as ${sql}`)
      const values = bindings.map(literalOf).join(', ')
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) execute asked_${index}${values && `(${values})`}`,
      )
      plans.push(rows[0]!['QUERY PLAN'][0].Plan)
    }
    return plans
  } finally {
    client.release(true)
  }
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
}

/** How many rows all steps of a plan read and pass on. */
export function rowsOf(plan: Plan): number {
  const each = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Join Filter'] as const
  const own = each.reduce((sum, name) => sum + (plan[name] ?? 0), 0) * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), own)
}

/** The statements that a query sends, which are not carried out: it finds nothing. */
async function statementsOf(
  server: TestServer,
  orgId: string,
  query: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const found: Statement[] = []
  const add = (statement: Statement) => {
    found.push(statement)
    return Promise.resolve([])
  }
  const db: Db = {
    orgId,
    vault: server.running.runtime.vault,
    query: (sql, bindings = []) => add({ sql, bindings }),
    run: (builder) => add(builder.toSQL().toNative()),
    async *runInBatches(builder) {
      await add(builder.toSQL().toNative())
      yield []
    },
  }
  await query(db)
  return found
}
