import { lockOwnMember } from '../../../queries/platform/logins.ts'
import { dayProblems, revokeSince } from '../../../services/members/keys-and-apps.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_access_revoke'

/** Revokes the caller's own API keys and connected apps that were made since a day. */
export const handler = action('platform_access_revoke', { run })

async function run(ctx: Context<Id>, { since }: Input<Id>): Promise<Result<Id>> {
  const { db, caller, now } = ctx
  ctx.refuse(dayProblems(since, ctx.today, 'since'))
  await lockOwnMember(db, caller.membershipId)
  const days = { since, timeZone: caller.organization.timeZone }
  const { split, happened } = await revokeSince(db, caller, days, now)
  for (const domainEvent of happened) ctx.record(domainEvent)
  return split
}
