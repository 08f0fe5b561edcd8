import { notFound } from '../../../errors.ts'
import { sessionsEnded } from '../../../events/sessions.ts'
import { lockOwnMember } from '../../../queries/platform/logins.ts'
import { endOtherSessions, endSessionOf } from '../../../queries/platform/sessions.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_sessions_end'

/** Ends one of the caller's own sessions, or all but the one of the call. */
export const handler = action('platform_sessions_end', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db, caller, now } = ctx
  const { session_id: id, others = false } = input
  if (others === (id !== undefined)) throw ctx.fail('session_or_others', {})
  await lockOwnMember(db, caller.membershipId)
  // The session of the call may end itself.
  if (id === caller.credential.id) await ctx.holdAccess()
  const ended =
    id === undefined
      ? await endOtherSessions(db, caller.membershipId, caller.credential.id, now)
      : await endSessionOf(db, caller.membershipId, id, now)
  if (id !== undefined && ended === 0) throw notFound('session_id', 'session')
  if (ended > 0) ctx.record(sessionsEnded(caller.from.network, caller.personId))
  return { ended }
}
