import { ownLinkProblems, ownerProblems } from '../../../access/members.ts'
import { notFound, problem } from '../../../errors.ts'
import { memberLinked } from '../../../events/members.ts'
import { presentMember } from '../../../presenters/platform/members.ts'
import { findLinkable, linkPerson } from '../../../queries/platform/members.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import { erasedProblems, lockMember, toChanged, type LockedMembers } from '../../../services/members/lock.ts'

type Id = 'platform_members_link_person'

/** Says which person a login belongs to. A person has at most one login. */
export const handler = action('platform_members_link_person', {
  subject: (ctx, { membership_id: id, person_id: personId }) => lockMember(ctx, id, personId),
  authorize,
  run,
})

/** The member whose login belongs to the person now, if that is another one. */
const holderOf = ({ member, all }: LockedMembers, personId: string | null) =>
  personId === null
    ? undefined
    : all.find((one) => one.person_id === personId && one.membership_id !== member.membership_id)

function authorize({ caller, refuse }: Context<Id>, locked: LockedMembers, input: Input<Id>): void {
  const { member } = locked
  if (member.person_id === input.person_id) return
  const other = holderOf(locked, input.person_id)
  refuse([
    ...ownLinkProblems(caller, toChanged(member), other && toChanged(other)),
    ...ownerProblems(caller, member, ...(other ? [other] : [])),
  ])
}

async function run(ctx: Context<Id>, input: Input<Id>, locked: LockedMembers): Promise<Result<Id>> {
  const { member } = locked
  const { person_id: personId } = input
  if (member.person_id === personId) return presentMember(member)
  ctx.refuse(erasedProblems(member))
  const person = personId === null ? null : await findLinkable(ctx.db, personId)
  if (person === undefined) throw notFound('person_id', 'person')
  if (person?.erased) ctx.refuse([problem('person_erased', { field: 'person_id', record_id: person.id })])
  // The caller may be the one, who then has another person.
  if (member.membership_id === ctx.caller.membershipId) await ctx.holdAccess()
  await linkPerson(ctx.db, member.membership_id, personId, ctx.now)
  const after = { ...member, person_id: personId, person_name: person?.name ?? null }
  const before = member.person_id === null ? null : { id: member.person_id, name: member.person_name ?? '' }
  ctx.record(memberLinked(after, before, holderOf(locked, personId)))
  return presentMember(after)
}
