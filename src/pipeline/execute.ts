import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { ActionId, Handler, Handlers } from '../actions/action.ts'
import type { Context } from '../actions/context.ts'
import { isRetryable } from '../db/errors.ts'
import { withOrganization, type CallDb } from '../db/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { today } from '../domain/day.ts'
import { knownIds } from '../domain/ids.ts'
import type { SignInMethod } from '../domain/sign-in.ts'
import type { JobDraft } from '../events/happening.ts'
import { notFound, problem, refusal, type ErrorName } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import type { Postbox } from '../mail/postbox.ts'
import type { Vault } from '../secrets/personal.ts'
import type { Digests } from '../secrets/secret-key.ts'
import { checkEvent, checkResult, validating } from '../validation/validate.ts'
import { finish, isShort, textOf, writeAnswer, type Json } from '../slices.ts'
import { redact, reportDryRun, withoutCreatedIds } from './dry-run.ts'
import {
  answerAgain,
  claimKey,
  completeKey,
  nameOfKey,
  parseIdempotencyKey,
  type KeyUse,
} from './idempotency.ts'
import { withLogNames } from './action-names.ts'
import { permit } from './permit.ts'
import type { EndTurn, Turns } from './turns.ts'
import { originOf, writeHappenings, type Journal } from './record.ts'

/** What the pipeline needs from the process. */
export interface Runtime {
  /** The handlers of all actions. They are passed in, because the pipeline may not import actions. */
  handlers: Handlers
  pool: pg.Pool
  /** Separate connections, for what must work when the pool is full: to cancel a query. */
  control: pg.Pool
  /** Whose turn it is to use the pool. */
  turns: Turns
  /** The ways to sign in that this service offers. */
  offered: ReadonlySet<SignInMethod>
  vault: Vault
  digests: Digests
  postbox: Postbox
  clock: () => Date
  /** The public address of the service, without a trailing slash. */
  baseUrl: string
  /** Check every answer and event against the contract: always in tests and development. */
  checkResults: boolean
}

/** One call of an action, by HTTP or MCP. */
export interface Call {
  action: Action
  caller: Caller
  input: unknown
  dryRun: boolean
  idempotencyKey: string | undefined
  requestId: string
  /** How the result of a read is written; left out: as `writeAnswer` does. */
  write?: (result: unknown) => Promise<Json>
  /** Called when it is the turn of the call, to refuse it after all. */
  whenItsTurn?: () => void
  /** Aborts when the client has gone. Called only when there is a query to cancel. */
  gone?: () => AbortSignal
}

export interface Outcome {
  /** The answer, `{"data": …}`. */
  json: Json
  dryRun: boolean
  replayed: boolean
}

/** What an attempt answers, and what completes it after the commit. */
interface Tried extends Outcome {
  complete?: (() => Promise<Json>) | undefined
}

const attempts = 3

/**
 * Runs an action, for HTTP and MCP alike, in this order: access → validation → turn at the database → transaction →
 * idempotency key → subject → authorize → the answer of an earlier call, if the key has one → run → present → result
 * check → activity, events, jobs → commit → complete. (Credential and rate limit are checked before.)
 *
 * @throws ApiError for whatever goes wrong; nothing of the call is kept then
 */
export async function execute(runtime: Runtime, call: Call): Promise<Outcome> {
  const { action, caller } = call
  const audience = permit(action, caller)
  const known = withLogNames(action.actionNames, knownIds(action.ids, call.input))
  const input = await finish(validating(action.id, known))
  const key = readKey(call)
  const now = runtime.clock()
  const perform = (db: CallDb) =>
    new Attempt(runtime, { ...call, input }, key, {
      action,
      caller,
      audience,
      db,
      offered: runtime.offered,
      vault: runtime.vault,
      postbox: runtime.postbox,
      now,
      today: today(now, caller.organization.timeZone),
      baseUrl: runtime.baseUrl,
      requestId: call.requestId,
    }).run()
  const options = {
    mode: action.effect === 'read' && !action.recorded ? ('read' as const) : ('write' as const),
    dryRun: call.dryRun,
    turn: (signal?: AbortSignal) => takeTurn(runtime, call, signal),
    ...(call.gone && { gone: { signal: call.gone, control: runtime.control } }),
  }
  for (let attempt = 1; ; attempt++)
    try {
      return await completed(await withOrganization(runtime.pool, caller.organization.id, options, perform))
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
    }
}

/** The change is kept, so nothing that fails now may say otherwise. */
async function completed({ complete, ...outcome }: Tried): Promise<Outcome> {
  return complete ? { ...outcome, json: await complete().catch(() => outcome.json) } : outcome
}

/** A dry run keeps nothing, so it does not use up its key. It only says whether that is malformed. */
function readKey({ action, caller, idempotencyKey, dryRun }: Call): string | undefined {
  if (action.effect === 'read') return undefined
  const key = parseIdempotencyKey(idempotencyKey, nameOfKey(caller))
  return dryRun ? undefined : key
}

async function takeTurn(
  { turns }: Runtime,
  { caller, whenItsTurn }: Call,
  signal: AbortSignal | undefined,
): Promise<EndTurn> {
  const end = await turns.take(caller.organization.id, caller.credential.id, signal)
  try {
    whenItsTurn?.()
    return end
  } catch (error) {
    end()
    throw error
  }
}

type Given = Omit<Context, 'newId' | 'refuse' | 'fail' | 'record' | 'enqueue'>

/** One attempt at a call, in its transaction. */
class Attempt {
  readonly #runtime: Runtime
  readonly #call: Call
  readonly #use: KeyUse | undefined
  readonly #ctx: Context
  readonly #journal: Journal = { happenings: [], jobs: [] }
  readonly #created: string[] = []

  constructor(runtime: Runtime, call: Call, key: string | undefined, given: Given) {
    this.#runtime = runtime
    this.#call = call
    if (key !== undefined) {
      const { action, caller, audience } = given
      const { digests } = runtime
      this.#use = { key, action, caller, audience, input: call.input, now: given.now, digests }
    }
    this.#ctx = {
      ...given,
      newId: () => {
        const id = randomUUIDv7()
        this.#created.push(id)
        return id
      },
      refuse: (problems) => {
        if (problems.length > 0) throw refusal(problems)
      },
      fail: (name: ErrorName, params: never) => refusal([problem(name, params)]),
      record: (happening) => void this.#journal.happenings.push(happening),
      enqueue: (task, payload) => void this.#journal.jobs.push({ task, payload } as JobDraft),
    } as Context
  }

  async run(): Promise<Tried> {
    const ctx = this.#ctx
    const { input } = this.#call
    const handler = this.#runtime.handlers[ctx.action.id as ActionId] as Handler<ActionId>
    const use = this.#use
    const first = use && (await claimKey(ctx.db, use))
    const again = async () => ({
      json: await this.#recall(handler, answerAgain(use!, first!)),
      dryRun: false,
      replayed: true,
    })
    const subject = await handler.subject?.(ctx, input)
    // If the first call deleted the subject, a repeat cannot find it, and still gets the stored answer.
    if (handler.subject && subject === undefined) return first ? again() : this.#refuseSubject()
    const granted = (await handler.authorize?.(ctx, subject, input)) ?? subject
    if (first) return again()
    const done = await handler.run(ctx, input, granted)
    const result = handler.present(done, ctx)
    const outcome = await this.#answer(handler, result)
    const { complete } = handler
    if (!complete || outcome.dryRun) return outcome
    const { postbox } = this.#runtime
    return {
      ...outcome,
      complete: async () => this.#checked(await complete(result, done, { orgId: ctx.db.orgId, postbox })),
    }
  }

  async #checked(result: unknown): Promise<Json> {
    const json = await writeAnswer(result)
    if (this.#runtime.checkResults) this.#check(json)
    return textOf(json)
  }

  /** The first answer, from what is stored of it. */
  async #recall({ stored }: Handler<ActionId>, kept: string): Promise<string> {
    if (!stored) return kept
    return `{"data":${JSON.stringify(await stored.recall(this.#ctx, JSON.parse(kept)))}}`
  }

  #refuseSubject(): never {
    const { path, kind } = this.#ctx.action.subject as { path: string; kind: string }
    throw notFound(path, kind)
  }

  async #answer({ stored }: Handler<ActionId>, result: unknown): Promise<Outcome> {
    const { action } = this.#ctx
    const { dryRun } = this.#call
    const { happenings } = this.#journal
    if (action.effect === 'read') {
      const json = await this.#writeRead(result)
      if (action.recorded) await this.#write('')
      return { json, dryRun, replayed: false }
    }
    if (dryRun) redact(result, action.redacted)
    const json = await writeAnswer(result)
    if (this.#runtime.checkResults) {
      this.#check(json)
      for (const { event } of happenings) if (event) checkEvent(event.type, event.data)
    }
    const text = textOf(json)
    await this.#write(stored && this.#use ? JSON.stringify(stored.keep(result)) : text)
    if (!dryRun) return { json: text, dryRun, replayed: false }
    const report = JSON.stringify(await reportDryRun(this.#ctx.db, happenings))
    const rehearsed = withoutCreatedIds(`${text.slice(0, -1)},"dry_run":${report}}`, this.#created)
    return { json: rehearsed, dryRun, replayed: false }
  }

  /** The answer of a read. All of the result is checked, also when the caller gets only a part of it. */
  async #writeRead(result: unknown): Promise<Json> {
    const { write } = this.#call
    const { checkResults } = this.#runtime
    if (write && !checkResults) return write(result)
    const json = await writeAnswer(result)
    const data = checkResults ? this.#check(json) : undefined
    if (!write) return json
    return write(isShort(result) ? result : data)
  }

  /** @returns the result, as the caller will read it */
  #check(json: Json): unknown {
    const { data } = JSON.parse(textOf(json)) as { data: unknown }
    checkResult(this.#ctx.action.id, data)
    return data
  }

  /**
   * Writes what happened and the idempotency record, in the transaction of the effect.
   *
   * @param kept what may be stored of the answer
   */
  async #write(kept: string): Promise<void> {
    const { action, caller, db, requestId, now } = this.#ctx
    const origin = originOf(caller, action.name, requestId, now)
    const { activityId, written } = writeHappenings(db, origin, this.#journal)
    const response = action.retry === 'replay' ? kept : null
    await Promise.all([written, this.#use && completeKey(db, this.#use, { response, activityId })])
  }
}
