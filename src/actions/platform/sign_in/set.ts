import { adminRoles } from '../../../access/roles.ts'
import { changesOf } from '../../../domain/changes.ts'
import { methodProblems } from '../../../domain/sign-in.ts'
import { signInChanged } from '../../../events/organization.ts'
import { presentSignIn } from '../../../presenters/platform/sign-in.ts'
import {
  countDependents,
  getOwnMethods,
  lockMethods,
  updateMethods,
} from '../../../queries/platform/sign-in.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_sign_in_set'

/** Turns ways to sign in on or off. Sessions stay. */
export const handler = action('platform_sign_in_set', { needs: ['offered'], run })

async function run(ctx: Context<Id, 'offered'>, input: Input<Id>): Promise<Result<Id>> {
  const { db, caller, offered } = ctx
  const before = await lockMethods(db)
  const [own, dependents] = await Promise.all([
    getOwnMethods(db, caller.user.id),
    countDependents(db, adminRoles),
  ])
  ctx.refuse(methodProblems(before, input, offered, own.linked))
  const changes = changesOf(before, input)
  if (changes.length > 0) {
    await updateMethods(db, input, ctx.now)
    ctx.record(signInChanged(caller.organization, changes))
  }
  return presentSignIn({ ...before, ...input }, offered, dependents)
}
