import type pg from 'pg'
import { isRetryable } from '../db/errors.ts'
import { withOrganization, type Db } from '../db/transaction.ts'
import { today } from '../domain/day.ts'
import { enqueueJob } from '../queries/jobs.ts'
import type { KeyUse } from '../queries/platform/idempotency.ts'
import { checkResult, validateInput } from '../validation/validate.ts'
import type { ActionId, Handlers } from '../actions/action.ts'
import type { Action } from '../generated/actions.ts'
import { writeActivity } from './activity.ts'
import type { ActivityEntry, Context } from '../actions/context.ts'
import type { Caller } from '../domain/caller.ts'
import { claimKey, completeKey, parseIdempotencyKey } from './idempotency.ts'
import { knownIds } from './ids.ts'
import { permit } from './permit.ts'

/** What the pipeline needs of the process around it. */
export interface Runtime {
  /** Every action's handler; the composition root brings them in, so that nothing here points up. */
  handlers: Handlers
  pool: pg.Pool
  /** Connections apart from the pool, for what must go through when the pool is full. */
  control: pg.Pool
  clock: () => Date
  /** Hold every answer to the contract: always in tests and development. */
  checkResults: boolean
}

export interface Call {
  action: Action
  caller: Caller
  input: unknown
  dryRun: boolean
  idempotencyKey: string | undefined
  requestId: string
  /** Aborts when the client has gone; asked for only where there is a query to cancel. */
  gone?: () => AbortSignal
}

export interface Outcome {
  /** The answer's JSON text: `{"data": …}`. */
  json: string
  dryRun: boolean
  replayed: boolean
}

const attempts = 3

/** The handler of an action that is known at run time only; its input has been validated. */
interface AnyHandler {
  (ctx: Context, input: unknown): Promise<unknown>
  authorize?: (ctx: Context, input: unknown) => void | Promise<void>
}

/**
 * Everything around an action, in this order, for HTTP and MCP alike: access → validation → transaction → the handler's
 * own access rules → idempotency → handler → activity → result check. (The credential and the rate come before: they
 * need no action.)
 *
 * @throws ApiError whatever goes wrong; nothing of the call is kept then
 */
export async function execute(runtime: Runtime, call: Call): Promise<Outcome> {
  const { action, caller } = call
  const audience = permit(action, caller)
  const input = knownIds(action, validateInput(action.id, call.input))
  const given =
    action.effect === 'read'
      ? undefined
      : parseIdempotencyKey(call.idempotencyKey, caller.via === 'mcp' ? 'idempotency_key' : 'Idempotency-Key')
  const key = call.dryRun ? undefined : given
  const now = runtime.clock()
  const run = (db: Db) =>
    perform({ ...call, input }, key, runtime, {
      action,
      caller,
      audience,
      db,
      now,
      today: today(now, caller.organization.timeZone),
      requestId: call.requestId,
    })
  const options = {
    mode: action.effect === 'read' ? ('read' as const) : ('write' as const),
    dryRun: call.dryRun,
    ...(call.gone && { gone: { signal: call.gone, control: runtime.control } }),
  }
  for (let attempt = 1; ; attempt++)
    try {
      return await withOrganization(runtime.pool, caller.organization.id, options, run)
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
    }
}

async function perform(
  call: Call,
  key: string | undefined,
  runtime: Runtime,
  base: Omit<Context, 'record' | 'enqueue'>,
): Promise<Outcome> {
  const { action, caller, db } = base
  const entries: ActivityEntry[] = []
  const ctx: Context = {
    ...base,
    record: (entry) => void entries.push(entry),
    enqueue: (task, payload) => enqueueJob(db, task, payload),
  }
  const handler = runtime.handlers[action.id as ActionId] as AnyHandler
  await handler.authorize?.(ctx, call.input)
  let claimed: KeyUse | undefined
  if (key !== undefined) {
    const { use, first } = await claimKey(db, caller.membershipId, key, action, call.input, ctx.now)
    if (first) return { json: first.response as string, dryRun: false, replayed: true }
    claimed = use
  }
  const result = await handler(ctx, call.input)
  if (call.dryRun) clear(result, action.dryRunNull)
  if (runtime.checkResults) checkResult(action.id, result)
  const json = `{"data":${JSON.stringify(result)}}`
  if (action.effect !== 'read') await settle(ctx, claimed, entries, json)
  return { json, dryRun: call.dryRun, replayed: false }
}

/** Activity and idempotency record: sent together, in the transaction of the effect. */
async function settle(
  ctx: Context,
  claimed: KeyUse | undefined,
  entries: ActivityEntry[],
  json: string,
): Promise<void> {
  const { action, caller, db } = ctx
  const activity = writeActivity(db, caller, action, ctx.requestId, ctx.now, entries)
  const completed =
    claimed &&
    completeKey(db, claimed, {
      response: action.retry === 'replay' ? json : null,
      activityId: activity.id,
    })
  await Promise.all([activity.written, completed])
}

/** What a dry run cannot know comes back null: the ids of things that were not made after all. */
function clear(result: unknown, paths: readonly string[]): void {
  for (const path of paths) {
    const keys = path.split('.')
    const last = keys.pop() as string
    const parent = keys.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | null)?.[key],
      result,
    )
    if (parent) (parent as Record<string, unknown>)[last] = null
  }
}
