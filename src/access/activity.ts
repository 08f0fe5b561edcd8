import type { Audience, Caller } from '../domain/caller.ts'
import { seesPayRequests } from './approvals.ts'

/**
 * Tells whether a caller may see the values in a line of the log. With the audience `me`, callers see what they did
 * themselves, perhaps with another credential or in another role. What they gave about another person then is not shown
 * again.
 */
export const maySeeValues = (
  caller: Pick<Caller, 'personId'>,
  audience: Audience,
  subject: { subject_type: string | null; subject_id: string | null },
): boolean =>
  audience === 'manage' || subject.subject_type !== 'person' || subject.subject_id === caller.personId

/**
 * The facts about a reader of the log that decide of which requests they may hear. In the web app, HR reads in their own
 * workspace, too, what they did about pay in the other one.
 */
export const logReader = (
  caller: Caller,
): { membershipId: string; personId: string | null; pay: boolean } => ({
  membershipId: caller.membershipId,
  personId: caller.personId,
  pay: seesPayRequests(caller, 'manage'),
})
