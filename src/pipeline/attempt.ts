import { randomUUIDv7 } from 'node:crypto'
import type { Handler } from '../actions/handler.ts'
import type { ActionId } from '../generated/actions.ts'
import type { Context } from '../actions/context.ts'
import { mentionsIn } from '../domain/mentions.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { originOf } from '../events/origin.ts'
import { refusal } from '../errors.ts'
import { checkEvent, checkResult } from '../validation/validate.ts'
import { isShort, textOf, writeAnswer, type Json } from '../streaming/json-writer.ts'
import { redact, reportDryRun, withoutCreatedIds } from './dry-run.ts'
import type { Outcome, Permitted, Tried } from './call.ts'
import { contextOf, subjectMissing, type Given } from './context.ts'
import { mayMake } from './may.ts'
import type { Runtime } from './runtime.ts'
import type { StoredAnswer } from '../queries/platform/idempotency.ts'
import { answerAgain, claimKey, completeKey, keyHasEnded, type KeyUse } from './idempotency.ts'
import { writeDomainEvents } from './record.ts'
import { holdAccess } from './standing.ts'

type Kept = Omit<StoredAnswer, 'activityId'>
const nothing: Kept = { response: null, mentions: [] }

/** One attempt at a call, in its transaction. */
export class Attempt {
  readonly #runtime: Runtime
  readonly #call: Permitted
  readonly #use: KeyUse | undefined
  readonly #handler: Handler<ActionId>
  readonly #ctx: Context
  /** Events that the call has recorded so far. They are written at its end, in its transaction. */
  readonly #domainEvents: DomainEvent[] = []
  readonly #created: string[] = []
  #access: Promise<void> | undefined
  /** Tells that the action has asked for the language: its answer has sentences then. */
  #speaks = false

  constructor(runtime: Runtime, call: Permitted, given: Given) {
    this.#runtime = runtime
    this.#call = call
    if (call.key !== undefined) this.#use = { ...call, key: call.key, digests: runtime.digests }
    const newId = () => {
      const id = randomUUIDv7()
      this.#created.push(id)
      return id
    }
    this.#handler = runtime.handlers[given.action.id as ActionId] as Handler<ActionId>
    this.#ctx = contextOf(
      given,
      {
        newId,
        record: (domainEvent) => void this.#domainEvents.push(domainEvent),
        may: (asked) => mayMake(runtime.handlers, given, asked),
        holdAccess: () => (this.#access ??= holdAccess(given.db, given.caller)),
      },
      this.#handler.needs,
      () => void (this.#speaks = true),
    )
  }

  async run(): Promise<Tried> {
    const tried = await this.#try()
    return this.#speaks ? { ...tried, language: this.#call.language } : tried
  }

  async #try(): Promise<Tried> {
    const ctx = this.#ctx
    const { input, mistaken, ahead } = this.#call
    const handler = this.#handler
    if (mistaken) throw refusal((await handler.judge?.(ctx, mistaken)) ?? [], mistaken.mistakes)
    const use = this.#use
    const first = use && (await claimKey(ctx.db, use))
    const again = async () => {
      await ctx.holdAccess()
      const json = await this.#recall(handler, answerAgain(use!, first!))
      return { json, dryRun: false, replayed: true }
    }
    const subject = await handler.subject?.(ctx, input)
    // If the first call deleted the subject, a repeat cannot find it, and still gets the stored answer.
    if (handler.subject && subject === undefined) {
      if (first) return again()
      throw subjectMissing(ctx.action)
    }
    const granted = (await handler.authorize?.(ctx, subject, input)) ?? subject
    if (first) return again()
    if (handler.prepare && !ahead) throw keyHasEnded(this.#call)
    const done = await handler.run(ctx, input, granted, ahead?.result)
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

  async #answer(handler: Handler<ActionId>, result: unknown): Promise<Outcome> {
    const { action } = this.#ctx
    const { dryRun } = this.#call
    const domainEvents = this.#domainEvents
    if (action.effect === 'read') {
      const json = await this.#writeRead(result)
      if (action.recorded) await this.#write(nothing)
      return { json, dryRun, replayed: false }
    }
    if (dryRun) redact(result, action.redacted)
    const json = await writeAnswer(result)
    if (this.#runtime.checkResults) {
      this.#check(json)
      for (const { event } of domainEvents) if (event) checkEvent(event.type, event.data)
    }
    const text = textOf(json)
    const activityId = await this.#write(this.#kept(handler, result, text))
    if (!dryRun) return { json: text, dryRun, replayed: false, activityId }
    const report = JSON.stringify(await reportDryRun(this.#ctx, domainEvents))
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

  /** Makes the part of the answer that is stored for later uses of its key, and lists whom it names. */
  #kept({ stored }: Handler<ActionId>, result: unknown, text: string): Kept {
    const { action } = this.#ctx
    if (!this.#use || action.retry !== 'replay') return nothing
    const value = stored ? stored.keep(result) : result
    return {
      response: stored ? JSON.stringify(value) : text,
      mentions: mentionsIn(action.mentions, value),
    }
  }

  /**
   * Writes what happened and the idempotency record, in the transaction of the effect, and asks for the last time
   * whether the caller may do so.
   *
   * @param kept what is stored of the answer
   * @returns the first line of the log
   */
  async #write(kept: Kept): Promise<string | null> {
    const { action, caller, db, requestId, now } = this.#ctx
    const origin = { ...originOf(caller, action.name, requestId, now), recordedAt: this.#runtime.clock() }
    const { activityId, written } = writeDomainEvents(db, origin, this.#domainEvents)
    await Promise.all([
      written,
      this.#use && completeKey(db, this.#use, { ...kept, activityId }),
      this.#ctx.holdAccess(),
    ])
    return activityId
  }
}
