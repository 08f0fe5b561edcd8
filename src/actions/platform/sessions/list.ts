import { listSessions } from '../../../queries/platform/sessions.ts'
import { action } from '../../action.ts'

/** Lists the caller's own sessions that work now. No role sees those of others. */
export const handler = action('platform_sessions_list', {
  run: ({ db, caller, now }) => db.last(() => listSessions(db, caller.membershipId, now)),
  present: (sessions, { caller }) =>
    sessions.map((session) => ({ ...session, current: session.id === caller.credential.id })),
})
