import { inviteRevoked } from '../../../events/invites.ts'
import { presentInvite } from '../../../presenters/org/invites.ts'
import { lockInvite, revokeInvite } from '../../../queries/org/invites.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_invites_revoke'
type Locked = NonNullable<Awaited<ReturnType<typeof lockInvite>>>

/** Ends the link of an invite. */
export const handler = action('org_invites_revoke', {
  subject: ({ db }: Context<Id>, { invite_id: id }: Input<Id>) => lockInvite(db, id),
  run,
  present: presentInvite,
})

async function run(ctx: Context<Id>, _input: Input<Id>, invite: Locked): Promise<Locked> {
  const { db, now } = ctx
  if (invite.accepted_at !== null) throw ctx.fail('invite_accepted', { record_id: invite.membership_id! })
  if (invite.revoked_at !== null) return invite
  await revokeInvite(db, invite.id, now)
  ctx.record(inviteRevoked({ id: invite.person_id!, name: invite.person_name ?? '' }))
  return { ...invite, revoked_at: now.toISOString() }
}
