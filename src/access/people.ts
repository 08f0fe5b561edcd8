import type { Audience, Caller, Role } from '../domain/caller.ts'
import { problem, type Problem } from '../errors.ts'
import { isHr, ownerRole } from './roles.ts'

/** Which tiers of a person's fields a caller may see, besides the public one. */
export interface Tiers {
  job: boolean
  /** Private and payroll details. */
  private: boolean
}

/** Tells whether these tiers show what belongs to a tier. Everybody sees the public one. */
export const seesTier = (tiers: Tiers, tier: 'public' | 'job' | 'private'): boolean =>
  tier === 'public' || tiers[tier]

/** The custom fields whose values these tiers show. */
export const seenFields = <Field extends { tier: 'public' | 'job' | 'private' }>(
  tiers: Tiers,
  fields: readonly Field[],
): Field[] => fields.filter(({ tier }) => seesTier(tiers, tier))

/**
 * The tiers of a person that a caller sees. Callers see everything about themselves, with any credential. The job tier
 * is for manage roles, and for the managers above a person. Private details of others are for owners, admins and HR,
 * and only in the web app: API keys and assistants never get them.
 *
 * @param above whether the caller is above the person on the reporting line today
 */
export function tiersOf(caller: Caller, audience: Audience, personId: string, above: boolean): Tiers {
  if (caller.personId === personId) return { job: true, private: true }
  return {
    job: audience === 'manage' || above,
    private: isHr(caller, audience) && caller.credential.kind === 'web',
  }
}

/** Tells whether the data of a person may be exported with a credential: keys and apps get that of their own member alone. */
export const mayExportData = ({ credential, personId }: Caller, id: string): boolean =>
  credential.kind === 'web' || personId === id

/**
 * Tells whether a caller may see everybody on a day in the future, as lists and charts show them. What is scheduled
 * belongs to the job tier, and only manage roles see that of everybody.
 */
export const seesAhead = (audience: Audience): boolean => audience === 'manage'

/**
 * Why a caller may not erase a person; empty when they may. It closes the login, so that of an owner is for owners.
 *
 * @param role of the login that belongs to the person; null for none
 */
export function erasureProblems(
  caller: Pick<Caller, 'personId' | 'role'>,
  { id, role }: { id: string; role: Role | null },
): Problem<'own_erasure' | 'erasure_of_owner'>[] {
  if (caller.personId === id) return [problem('own_erasure', {})]
  return role === ownerRole && caller.role !== ownerRole ? [problem('erasure_of_owner', {})] : []
}
