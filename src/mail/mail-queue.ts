import { randomInt, randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { aborted } from 'node:util'
import type { MailSettings } from '../config/mail.ts'
import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import { enqueueJobs } from '../queries/jobs.ts'
import {
  claimMail,
  countMail,
  giveUpLost,
  insertMails,
  putOffMail,
  settleMail,
  type ClaimedMail,
  type NewMailRow,
} from '../queries/platform/mails.ts'
import { uncountMail } from '../queries/platform/optional-mails.ts'
import { mailKinds, type MailKindName } from './kinds.ts'
import { writeMessage, type Message } from './message.ts'
import { NotSent, type Transport } from './transport.ts'
import { writeMail } from './compose.ts'
import type { MailComposer } from './writing.ts'

/** A mail that something has caused. */
export interface NewMail {
  kind: MailKindName
  /** The id of what it is about. */
  aboutId: string
  membershipId?: string | null
  personId?: string | null
  /** Whoever writes it sends it, too, after the commit (`deliver` with `first`). Otherwise a job does. */
  sentByWriter?: boolean
}

/**
 * The fate of a mail: `sent`; `filed` in a folder, because there is no mail server; `later`, when it is tried again or
 * another process has it; `failed` for good.
 */
export type Delivered = 'sent' | 'filed' | 'later' | 'failed'

/** Work in a transaction of one organization. */
export type Within = <T>(orgId: string, work: (db: Db) => Promise<T>) => Promise<T>

export interface PostboxOptions extends MailComposer {
  transport: Transport
  settings: Pick<MailSettings, 'from' | 'perDay'>
  within: Within
  clock: () => Date
  /** Is told what went wrong, without an address. */
  warn: (facts: Record<string, unknown>, message: string) => void
}

const minute = 60_000
/** Milliseconds after each attempt until the next one. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minute)
/** Nobody can be sending a mail any more after this time. */
const leaseMs = 5 * minute
/** Milliseconds that a job leaves a mail to its writer. */
const writersMs = 20_000

/** Milliseconds of a wait that hides the effort of something. */
const momentMs = [200, 1200] as const

/** Writes mails, and sends them: each at most once, and never inside the transaction of what it tells. */
export class MailQueue {
  readonly #options: PostboxOptions
  /** Mails of jobs, and what strangers ask for: `resetLimits` allows few of these for an address and a login. */
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #stop = new AbortController()

  constructor(options: PostboxOptions) {
    this.#options = options
  }

  /** Tells whether mails reach anybody but the operator. */
  get reaches(): boolean {
    return this.#options.transport.reaches
  }

  /** The maker of links and their addresses. */
  get pen(): MailComposer {
    return this.#options
  }

  /**
   * Writes a mail in the transaction of what it tells.
   *
   * @returns its id; `limited` when the organization may cause no more mails today
   */
  async write(db: Db, mail: NewMail, now: Date, today: Day): Promise<{ id: string; limited: boolean }> {
    const { counted } = mailKinds[mail.kind]
    const limited = counted && !(await countMail(db, this.#options.settings.perDay, today))
    const row = rowOf(mail, limited, now)
    await Promise.all([
      insertMails(db, [row]),
      !limited && !mail.sentByWriter && enqueueJobs(db, [{ task: 'send_mails', payload: {} }]),
    ])
    return { id: row.id, limited }
  }

  /**
   * Sends a mail that is due.
   *
   * @param options.first sends it even before it is due, for its writer
   * @param options.waitMs answers `later` after this time, and goes on
   * @returns also whether the mail server could not be used at all
   */
  async deliver(
    orgId: string,
    id: string,
    { first = false, waitMs }: { first?: boolean; waitMs?: number } = {},
  ): Promise<{ outcome: Delivered; unreachable: boolean }> {
    const work = this.#noted(
      this.#deliver(orgId, id, first).catch((error: unknown) => this.#putOff(orgId, id, error)),
    )
    if (waitMs === undefined) return work
    const late = sleep(waitMs, { outcome: 'later' as const, unreachable: false }, { ref: false })
    return Promise.race([work, late])
  }

  /**
   * Does after a moment, by chance a longer or a shorter one, what may write a mail: neither the time of the answer that
   * causes it nor that of the next one tells whether it did. When the process ends, it is done at once.
   */
  afterMoment(work: () => Promise<void>): Promise<void> {
    const moment = sleep(randomInt(...momentMs), undefined, { signal: this.#stop.signal })
    return this.#noted(moment.catch(() => undefined).then(work))
  }

  /** Mails that no server has been given yet are left to another process. */
  stop(): void {
    this.#stop.abort()
  }

  /** Waits for what is under way, until `hurry`. A mail that is late then ends as unknown. */
  async close(hurry: AbortSignal): Promise<void> {
    if (this.#underWay.size === 0) return
    await Promise.race([Promise.allSettled(this.#underWay), aborted(hurry, hurry)])
  }

  /** Notes work that `close` waits for. */
  #noted<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    const ended = () => this.#underWay.delete(work)
    work.then(ended, ended)
    return work
  }

  async #deliver(orgId: string, id: string, first: boolean) {
    const { within, transport, clock, warn } = this.#options
    const taken = await within(orgId, (db) => this.#take(db, id, first))
    if (!taken) return { outcome: 'later' as const, unreachable: false }
    if ('failed' in taken) return { outcome: 'failed' as const, unreachable: false }
    const { mail, message } = taken
    const failure = await transport.send(message, this.#stop.signal).then(
      () => undefined,
      (error: unknown) => (error instanceof NotSent ? error : new NotSent('unknown', nameOf(error))),
    )
    const result = failure ? resultOf(failure, mail.attempts, clock()) : sent(clock())
    await within(orgId, (db) => settle(db, mail, result, clock()))
    if (!failure)
      return { outcome: transport.reaches ? ('sent' as const) : ('filed' as const), unreachable: false }
    warn(
      { mail: id, organization: orgId, reason: failure.message, status: result.status },
      'a mail was not sent',
    )
    const outcome = result.status === 'pending' ? ('later' as const) : ('failed' as const)
    return { outcome, unreachable: failure.unreachable }
  }

  /** After a fault of ours, or of the database. If it was being sent, it ends as unknown when its time is up. */
  async #putOff(orgId: string, id: string, error: unknown) {
    const { warn, within, clock } = this.#options
    warn({ mail: id, organization: orgId, cause: nameOf(error) }, 'a mail could not be sent')
    const now = clock()
    const until = new Date(now.getTime() + leaseMs)
    await within(orgId, (db) => putOffMail(db, id, { until, most: pauses.length }, now)).catch(
      () => undefined,
    )
    return { outcome: 'later' as const, unreachable: false }
  }

  /** Takes a mail and writes it, with one look at how things are. Undefined: it is not due, or somebody else has it. */
  async #take(
    db: Db,
    id: string,
    first: boolean,
  ): Promise<{ mail: ClaimedMail<MailKindName>; message: Message } | { failed: true } | undefined> {
    const now = this.#options.clock()
    await giveUpLost(db, id, now)
    const until = new Date(now.getTime() + leaseMs)
    const mail = await claimMail<MailKindName>(db, id, { first, until }, now)
    if (!mail) return undefined
    const written = await writeMail(this.#options, db, mail, now)
    if ('void' in written) {
      await settle(db, mail, { status: 'failed', reason: written.void, dueAt: now }, now)
      return { failed: true }
    }
    const message = await writeMessage(this.#options.settings.from, {
      ...written,
      id,
      kind: mail.kind,
      date: new Date(mail.created_at),
    })
    return { mail, message }
  }
}

/** Writes several mails of kinds that are not counted, for a job to send. */
export async function writeMails(db: Db, mails: readonly NewMail[], now: Date): Promise<void> {
  if (mails.length === 0) return
  await insertMails(
    db,
    mails.map((mail) => rowOf(mail, false, now)),
  )
  await enqueueJobs(db, [{ task: 'send_mails', payload: {} }])
}

function rowOf(mail: NewMail, limited: boolean, now: Date): NewMailRow {
  return {
    id: randomUUIDv7(),
    kind: mail.kind,
    about_id: mail.aboutId,
    membership_id: mail.membershipId ?? null,
    person_id: mail.personId ?? null,
    status: limited ? 'failed' : 'pending',
    reason: limited ? 'rate_limited' : null,
    created_at: now,
    due_at: new Date(now.getTime() + (mail.sentByWriter ? writersMs : 0)),
    ended_at: limited ? now : null,
  }
}

type Result = Parameters<typeof settleMail>[2]

/** Notes what became of a mail. One that a company can do without counts in its month, unless it was certainly not sent. */
async function settle(db: Db, mail: ClaimedMail<MailKindName>, result: Result, now: Date): Promise<void> {
  const noted = await settleMail(db, mail, result, now)
  const unsent = result.status === 'failed' && result.reason !== 'unknown'
  if (noted && unsent && mailKinds[mail.kind].optional) await uncountMail(db, mail.created_at)
}

const sent = (now: Date): Result => ({ status: 'sent', reason: null, dueAt: now })

/** Only what was certainly not taken is tried again, and that not for ever. */
function resultOf({ fate }: NotSent, attempts: number, now: Date): Result {
  const pause = pauses[attempts - 1]
  if (fate === 'later' && pause !== undefined)
    return { status: 'pending', reason: 'later', dueAt: new Date(now.getTime() + pause) }
  const reason = { later: 'unreachable', never: 'refused', unknown: 'unknown' }[fate]
  return { status: 'failed', reason, dueAt: now }
}

const nameOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${(error as { code?: string }).code ?? ''}`.trim() : 'unknown'
