import type { Db } from '../db/transaction.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import { ApiError, invalid, type Detail, type ErrorOptions } from '../errors.ts'
import { actions, type Action } from '../generated/actions.ts'
import type { Digests } from '../secrets/secret-key.ts'
import { mayOffer } from './permit.ts'
import {
  claim,
  complete,
  find,
  type NewUse,
  type StoredAnswer,
  type StoredUse,
} from '../queries/platform/idempotency.ts'
import { untranslated, type Phrase } from '../texts/phrase.ts'
import { keyReasons, keyTexts } from '../texts/requests.ts'

const keptMs = 72 * 3_600_000

/** An idempotency key and its call. */
export interface KeyUse {
  key: string
  action: Action
  caller: Caller
  audience: Audience
  input: unknown
  now: Date
  digests: Digests
}

/**
 * Reads a key: 1 to 255 printable ASCII characters. A pair of quotes around it is removed.
 *
 * @param path the name of the header or of the tool's argument, for the error
 * @throws ApiError validation_failed
 */
export function parseIdempotencyKey(given: string | undefined, path: string): string | undefined {
  if (given === undefined) return undefined
  const key = /^"(.*)"$/.exec(given)?.[1] ?? given
  if (!/^[\x20-\x7e]{1,255}$/.test(key) || key.trim() === '')
    throw invalid(path, 'bad_format', keyTexts.malformed())
  return key
}

/**
 * Claims a key for this call, in the call's own transaction, so that a call that fails leaves no claim. Of two calls at
 * the same time the second one waits here until the first has ended. This comes before all other locks: if the waiting
 * call held a lock, the first call could wait for that, and neither would end.
 *
 * @returns undefined when this call is the first; else the stored use of the first, for `answerAgain`
 * @throws ApiError conflict when the first call takes too long
 */
export async function claimKey(db: Db, use: KeyUse): Promise<StoredUse | undefined> {
  if (await claimFree(db, use)) return undefined
  const first = await find(db, use.caller.membershipId, scopedKey(use), use.now)
  if (first !== undefined) return first
  throw keyHasEnded(use)
}

/** Tells whether a call with this key was kept. */
export const isKeyUsed = async (db: Db, use: Pick<KeyUse, 'key' | 'caller' | 'now'>): Promise<boolean> =>
  (await find(db, use.caller.membershipId, scopedKey(use), use.now)) !== undefined

/** The refusal of a call whose key was used when it began, and is free by now. */
export const keyHasEnded = (use: Pick<KeyUse, 'caller'>): ApiError =>
  keyConflict(use, 'idempotency_key_busy', keyTexts.hasEnded({ key: nameOfKey(use.caller) }), {
    retryAfterSeconds: 1,
  })

/**
 * The answer of the first call with this key. Call it only after access has been checked again.
 *
 * @throws ApiError conflict when the key was used for another call, or results of this action are not stored
 */
export function answerAgain(use: KeyUse, first: StoredUse): string {
  const same = use.digests.fits(first.fingerprint, textOf(use))
  if (same && use.action.retry === 'replay' && first.response !== null) return first.response
  throw usedBefore(use, first, same)
}

/**
 * Two calls are the same when action, input and audience are equal: an answer for the audience `manage` must never be
 * repeated to a key with the audience `me`. Only a digest of this text is stored, because inputs hold private details. It
 * is a fast one, with which passwords could be guessed, so these are not in it.
 */
function textOf({ action, audience, input }: KeyUse): string {
  const open = action.secrets.length > 0 ? without(input, action.secrets) : input
  return `${action.name}\n${audience}\n${canonical(open)}`
}

const without = (input: unknown, names: readonly string[]): unknown =>
  Object.fromEntries(Object.entries(input as object).filter(([name]) => !names.includes(name)))

/**
 * The key as it is stored: each kind of credential has keys of its own. The kind decides what an answer shows, so a call of
 * another kind is never answered with it; and programs of one member that do not know of each other are in nobody's way.
 */
const scopedKey = ({ caller, key }: Pick<KeyUse, 'caller' | 'key'>): string =>
  `${caller.credential.kind} ${key}`

async function claimFree(db: Db, use: KeyUse): Promise<boolean> {
  return claim(db, toStored(use), use.now).catch((error: unknown) => {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw keyConflict(use, 'idempotency_key_busy', keyTexts.isRunning({ key: nameOfKey(use.caller) }), {
      retryAfterSeconds: 1,
      cause: error,
    })
  })
}

function toStored(use: KeyUse): NewUse {
  const { action, caller, now } = use
  return {
    holderId: caller.membershipId,
    key: scopedKey(use),
    action: action.name,
    fingerprint: use.digests.of(textOf(use)),
    expiresAt: new Date(now.getTime() + keptMs),
  }
}

/** The name that callers have for the key: the argument of a tool, or the header. */
export function nameOfKey({ via }: Pick<Caller, 'via'>): string {
  return via === 'mcp' ? 'idempotency_key' : 'Idempotency-Key'
}

function keyConflict(
  { caller }: Pick<KeyUse, 'caller'>,
  code: keyof typeof keyReasons,
  message: Phrase,
  options: ErrorOptions = {},
  about: Partial<Detail> = {},
): ApiError {
  const path = nameOfKey(caller)
  return new ApiError('conflict', message, {
    ...options,
    details: [{ path, code, message: keyReasons[code](), ...about }],
  })
}

/** Only a repeat of the same call learns which record the first one was about. */
function usedBefore(use: KeyUse, first: StoredUse, same: boolean): ApiError {
  const { activity_id: activityId, subject_type: type, subject_id: id } = first
  if (!same)
    return keyConflict(
      use,
      'idempotency_key_of_another_call',
      keyTexts.ofAnotherCall({ key: nameOfKey(use.caller) }),
      { activityId },
    )
  // As documents and other sentences write it, because assistants then get the name of the tool.
  const action = untranslated(use.action.url.replace('/v1/', ''))
  const about = type !== null && id !== null ? { record_type: type, record_id: id } : {}
  return keyConflict(
    use,
    'idempotency_key_used',
    keyTexts.used({ key: nameOfKey(use.caller), action, what_it_did: whatItDid(use, first) }),
    { activityId },
    about,
  )
}

/** Where to see what the first call did. Not everybody who may make a call may read the activity log. */
function whatItDid({ caller }: KeyUse, { activity_id: id, subject_id: record }: StoredUse): Phrase {
  if (!id) return keyTexts.didNothing()
  if (mayOffer(actions.platform_activity_list, caller)) return keyTexts.inActivityList({ activity_id: id })
  const ask = keyTexts.askAdmin({ activity_id: id })
  return record === null ? ask : keyTexts.readRecord({ ask })
}

/** Stores the answer of the call, for later uses of its key. */
export function completeKey(db: Db, use: KeyUse, outcome: StoredAnswer): Promise<unknown> {
  return complete(db, toStored(use), outcome)
}

/** JSON text with sorted properties: equal for inputs that differ only in the order of properties. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
