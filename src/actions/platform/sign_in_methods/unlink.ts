import { nameOfProvider, signInMethods } from '../../../domain/sign-in.ts'
import { identityUnlinked } from '../../../events/sessions.ts'
import { clearIdentity } from '../../../queries/platform/identities.ts'
import { lockOwnMember } from '../../../queries/platform/logins.ts'
import { getOwnMethods, lockMethods } from '../../../queries/platform/sign-in.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_sign_in_methods_unlink'

/** Unlinks the account at a provider from the caller's own login. One that is not linked stays so. */
export const handler = action('platform_sign_in_methods_unlink', { needs: ['offered'], run })

async function run(ctx: Context<Id, 'offered'>, { provider }: Input<Id>): Promise<Result<Id>> {
  const { db, caller, offered } = ctx
  // So nobody turns off meanwhile what is left, or unlinks it.
  const on = await lockMethods(db)
  await lockOwnMember(db, caller.membershipId)
  const { linked } = await getOwnMethods(db, caller.user.id)
  if (!linked.has(provider)) return { unlinked: true }
  const left = signInMethods.filter((method) => method !== provider && linked.has(method))
  if (!left.some((method) => on[method] && offered.has(method)))
    throw ctx.fail('last_way_to_sign_in', { method: nameOfProvider[provider] })
  await clearIdentity(db, caller.user.id, provider)
  ctx.record(identityUnlinked(provider, caller.personId))
  return { unlinked: true }
}
