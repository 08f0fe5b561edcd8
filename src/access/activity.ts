import type { Audience, Caller } from '../domain/caller.ts'

/**
 * Whether a caller who finds a line of the log may see the values in it. In their own workspace they find what they did
 * themselves, perhaps with another credential or in another role: what they gave about somebody else is not told again.
 */
export const maySeeValues = (
  caller: Pick<Caller, 'personId'>,
  audience: Audience,
  subject: { subject_type: string | null; subject_id: string | null },
): boolean =>
  audience === 'manage' || subject.subject_type !== 'person' || subject.subject_id === caller.personId
