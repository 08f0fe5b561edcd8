import { constraintOf } from '../db/errors.ts'
import type { Db } from '../db/transaction.ts'
import { nameOfProvider, type Identity } from '../domain/sign-in.ts'
import { findIdentities, saveIdentity } from '../queries/platform/identities.ts'
import { SignInRefusal } from './problems.ts'
import { signInTexts } from '../texts/sign-in.ts'

/**
 * Links a login with an account at a provider, which from then on is a way to sign in. A link that is there already stays
 * as it is.
 *
 * @returns whether it is new
 * @throws ApiError conflict when the account belongs to another login of the organization, or the login to another
 *   account of the provider
 */
export async function linkIdentity(db: Db, userId: string, identity: Identity, now: Date): Promise<boolean> {
  const found = await findIdentities(db, userId, identity)
  if (found.some((one) => one.userId === userId && one.subject === identity.subject)) return false
  if (found.some((one) => one.userId !== userId)) throw taken(identity)
  if (found.length > 0) throw otherAccount(identity)
  const row = { ...identity, email: identity.email && identity.email.length <= 254 ? identity.email : null }
  await saveIdentity(db, userId, row, now).catch((error: unknown) => {
    throw constraintOf(error) === 'identities_account' ? taken(identity, error) : error
  })
  return true
}

const taken = ({ provider }: Identity, cause?: unknown): SignInRefusal =>
  new SignInRefusal(
    'identity_taken',
    'conflict',
    signInTexts.accountTaken({ provider: nameOfProvider[provider] }),
    { cause },
  )

const otherAccount = ({ provider }: Identity): SignInRefusal =>
  new SignInRefusal(
    'other_identity_linked',
    'conflict',
    signInTexts.otherAccountLinked({ provider: nameOfProvider[provider] }),
  )
