import { lastOwnerProblems, ownAccessProblems, ownerProblems } from '../../../access/members.ts'
import { memberDisabled } from '../../../events/members.ts'
import { presentMember } from '../../../presenters/platform/members.ts'
import { disableMembers } from '../../../queries/platform/members.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { lockMember, toChanged, type LockedMembers } from '../../../services/members/lock.ts'

type Id = 'platform_members_disable'

/** Takes a member's access away, at once. */
export const handler = action('platform_members_disable', {
  subject: (ctx, { membership_id: id }) => lockMember(ctx, id),
  authorize,
  run,
})

function authorize({ caller, refuse }: Context<Id>, { member }: LockedMembers): void {
  refuse([...ownAccessProblems(caller, toChanged(member)), ...ownerProblems(caller, member)])
}

async function run(ctx: Context<Id>, _input: Input<Id>, { member, all }: LockedMembers): Promise<Result<Id>> {
  if (member.status === 'disabled') return presentMember(member)
  ctx.refuse(lastOwnerProblems(all.map(toChanged), toChanged(member)))
  await disableMembers(ctx.db, [member.membership_id], ctx.now)
  const after = { ...member, status: 'disabled' as const }
  ctx.record(memberDisabled(after))
  return presentMember(after)
}
