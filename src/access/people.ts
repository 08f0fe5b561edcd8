import type { Audience, Caller } from '../domain/caller.ts'
import { isHr } from './roles.ts'

/** What of a person a caller may see, beyond the public tier. */
export interface Tiers {
  job: boolean
  /** Private and payroll details. */
  private: boolean
}

/**
 * Who sees what of a person: one's own everything, with any credential; the job tier for manage roles and
 * for managers; private details of others for owners, admins and HR, and only in the web app.
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
