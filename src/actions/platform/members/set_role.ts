import { lastOwnerProblems, ownerProblems } from '../../../access/members.ts'
import { roleChanged } from '../../../events/members.ts'
import { presentMember } from '../../../presenters/platform/members.ts'
import { setRole } from '../../../queries/platform/members.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { lockMember, toChanged, type LockedMembers } from '../../../services/members/lock.ts'

type Id = 'platform_members_set_role'

/** Gives a member another role, from their next request on. */
export const handler = action('platform_members_set_role', {
  subject: (ctx, { membership_id: id }) => lockMember(ctx, id),
  authorize,
  run,
})

function authorize({ caller, refuse }: Context<Id>, { member }: LockedMembers, { role }: Input<Id>): void {
  if (role !== member.role) refuse(ownerProblems(caller, member, { role }))
}

async function run(
  ctx: Context<Id>,
  { role }: Input<Id>,
  { member, all }: LockedMembers,
): Promise<Result<Id>> {
  if (role === member.role) return presentMember(member)
  ctx.refuse(lastOwnerProblems(all.map(toChanged), toChanged(member)))
  // An owner may step down.
  if (member.membership_id === ctx.caller.membershipId) await ctx.holdAccess()
  await setRole(ctx.db, member.membership_id, role, ctx.now)
  const after = { ...member, role }
  ctx.record(roleChanged(after, member.role))
  return presentMember(after)
}
