import { ownerProblems } from '../../../access/members.ts'
import { memberEnabled } from '../../../events/members.ts'
import { presentMember } from '../../../presenters/platform/members.ts'
import { enableMember } from '../../../queries/platform/members.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { erasedProblems, lockMember, type LockedMembers } from '../../../services/members/lock.ts'

type Id = 'platform_members_enable'

/** Gives a disabled member their access back. */
export const handler = action('platform_members_enable', {
  subject: (ctx, { membership_id: id }) => lockMember(ctx, id),
  authorize,
  run,
})

function authorize({ caller, refuse }: Context<Id>, { member }: LockedMembers): void {
  refuse(ownerProblems(caller, member))
}

async function run(ctx: Context<Id>, _input: Input<Id>, { member }: LockedMembers): Promise<Result<Id>> {
  if (member.status === 'active') return presentMember(member)
  ctx.refuse(erasedProblems(member))
  await enableMember(ctx.db, member.membership_id, ctx.now)
  const after = { ...member, status: 'active' as const }
  ctx.record(memberEnabled(after))
  return presentMember(after)
}
