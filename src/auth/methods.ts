import type { Db } from '../db/transaction.ts'
import { wordsOfMethod, type SignInMethod } from '../domain/sign-in.ts'
import type { Config } from '../config.ts'
import { getMethods } from '../queries/platform/sign-in.ts'
import { SignInRefusal } from './problems.ts'
import { signInTexts } from '../texts/sign-in.ts'

/** The ways to sign in that this service offers: a password, and the providers that know it. */
export function offeredMethods(providers: Config['providers']): ReadonlySet<SignInMethod> {
  return new Set(['password', ...(Object.keys(providers) as (keyof typeof providers)[])])
}

/**
 * Refuses a method that the organization of the transaction has turned off. Whatever starts a session with a method, or
 * gives somebody one, asks this in the transaction that does it.
 *
 * @throws ApiError forbidden
 */
export async function requireMethodOn(db: Db, method: SignInMethod): Promise<void> {
  const on = await getMethods(db)
  if (!on[method]) throw methodOff(method)
}

/**
 * Refuses a way to sign in that is off. It is one answer whoever asks and whatever else is right or wrong: it tells
 * nothing about a login.
 */
export const methodOff = (method: SignInMethod): SignInRefusal =>
  new SignInRefusal('method_off', 'forbidden', signInTexts.methodOff({ method: wordsOfMethod(method) }))
