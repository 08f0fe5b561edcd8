import type pg from 'pg'
import { translate } from '../db/errors.ts'
import type { Db } from '../db/transaction.ts'
import { hashSecret } from '../secrets/credentials.ts'
import type { Limit } from './limits.ts'
import type { Phrase } from '../texts/phrase.ts'
import { signInTexts } from '../texts/sign-in.ts'

/** An attempt of something that is limited. */
export interface Attempt {
  /** Whatever is counted, the narrowest first: only hashes of it are stored. */
  subjects: readonly string[]
  /** The limit of each subject. */
  limits: readonly Limit[]
}

/** The verdict of the limits on an attempt. */
export interface Verdict {
  /** The place of the limit that refuses it, from 0; undefined: it is admitted. */
  refusedBy: number | undefined
  /** Seconds that are left of the window that refuses; 0 when none does. */
  waitSeconds: number
  /** Tells that another attempt like this one would be refused. */
  usedUp: boolean
  /** The number of subjects under which it was counted. */
  counted: number
}

interface Row extends pg.QueryResultRow {
  counted: number
  refused_by: number | null
  wait_seconds: number | null
  used_up: boolean
}

interface Company {
  org_id: string | null
  sign_in_password: boolean | null
}

/**
 * Asks whether an attempt to sign in would be admitted now, which organization it is about, and whether its members may
 * use a password; null for an unknown one. Counts nothing.
 *
 * @param slug of the organization
 */
export async function checkAttempt(
  pool: pg.Pool,
  attempt: Attempt,
  slug: string,
  now: Date,
): Promise<Verdict & { organizationId: string | null; passwordOn: boolean | null }> {
  const text = `
    select c.*, f.org_id, f.sign_in_password
      from check_attempt($1, $2, $3) c
      left join find_password_sign_in($4) f on true`
  const row = await ask<Row & Company>(pool, text, [...argumentsOf(attempt, now), slug])
  return { ...toVerdict(row), organizationId: row.org_id, passwordOn: row.sign_in_password }
}

/** Asks whether an attempt would be admitted now. Counts nothing. */
export async function peekAttempt(pool: pg.Pool, attempt: Attempt, now: Date): Promise<Verdict> {
  return toVerdict(await ask<Row>(pool, 'select * from check_attempt($1, $2, $3)', argumentsOf(attempt, now)))
}

/**
 * Counts an attempt, if it is within its limits; past a limit nothing is written. Count before the outcome is known, and
 * call `returnAttempt` when it is good: so attempts at the same moment cannot be more than the limit.
 */
export async function admitAttempt(pool: pg.Pool, attempt: Attempt, now: Date): Promise<Verdict> {
  return toVerdict(await ask<Row>(pool, admit, argumentsOf(attempt, now)))
}

/**
 * Counts an attempt in a transaction: without its commit nothing is counted. Answers whether the attempt is within its
 * limits.
 */
export async function admitInside(db: Db, attempt: Attempt, now: Date): Promise<boolean> {
  const [row] = await db.query<Row>(admit, argumentsOf(attempt, now))
  return row!.refused_by === null
}

const admit = 'select * from admit_attempt($1, $2, $3)'

function argumentsOf({ subjects, limits }: Attempt, now: Date): unknown[] {
  return [hashed(subjects), limits.flatMap(({ minute, hour, day }) => [minute, hour, day]), now]
}

async function ask<T extends Row>(pool: pg.Pool, text: string, values: unknown[]): Promise<T> {
  const { rows } = await pool.query<T>(text, values).catch((error: unknown) => {
    throw translate(error)
  })
  return rows[0] as T
}

function toVerdict({ counted, refused_by, wait_seconds, used_up }: Row): Verdict {
  return {
    refusedBy: refused_by === null ? undefined : refused_by - 1,
    waitSeconds: wait_seconds ?? 0,
    usedUp: used_up,
    counted,
  }
}

/**
 * Gives back a counted attempt that has succeeded.
 *
 * @param at the time with which it was counted
 * @param known whether to remember its first subject, which from then on has a share of its own
 */
export async function returnAttempt(
  pool: pg.Pool,
  { subjects }: Attempt,
  { counted }: Verdict,
  at: Date,
  known: boolean,
): Promise<void> {
  const subjectsCounted = hashed(subjects.slice(0, counted))
  await ask(pool, 'select return_attempt($1, $2, $3)', [subjectsCounted, at, known])
}

/**
 * Gives back attempts that have failed, and remembers their subject, which from then on has a share of its own.
 *
 * @param count the number of them at most
 */
export async function forgiveAttempts(
  pool: pg.Pool,
  subject: string,
  count: number,
  now: Date,
): Promise<void> {
  const text = 'select return_attempt($1, $2, true) from generate_series(1, $3::int)'
  await ask(pool, text, [hashed([subject]), now, count])
}

const hashed = (subjects: readonly string[]): Buffer[] => subjects.map(hashSecret)

/** `45 seconds`, `20 minutes`, `5 hours`: for messages, never less than it is. */
export function inWords(seconds: number): Phrase {
  if (seconds <= 90) return signInTexts.seconds({ count: seconds })
  if (seconds <= 5400) return signInTexts.minutes({ count: Math.ceil(seconds / 60) })
  return signInTexts.hours({ count: Math.ceil(seconds / 3600) })
}
