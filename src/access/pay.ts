import type { Audience, Caller, Role } from '../domain/caller.ts'
import { problem, type Problem } from '../errors.ts'
import { isHr, whyNoPayChange } from './roles.ts'

export type PayRefusal = 'own_pay' | 'pay_needs_hr' | 'pay_of_hr' | 'pay_of_owner'

/** A member who would change pay, or decide about a change of it. */
export interface PayChanger {
  personId: string | null
  /** Null when they are disabled. */
  role: Role | null
}

/** The person whose pay it is. */
export interface Paid {
  id: string
  /** The role of the login that belongs to them, also while it is disabled; null for none. */
  role: Role | null
}

/**
 * Tells whether a caller sees what a person earns. That is for the person, with any credential, and owners, admins and
 * HR in the web app. API keys and assistants never get the pay of others, and managers see none but their own.
 */
export function maySeePay(caller: Caller, audience: Audience, personId: string): boolean {
  if (caller.personId === personId) return true
  return isHr(caller, audience) && caller.credential.kind === 'web'
}

/**
 * Why a member may not change the pay of a person, or agree to a change of it; empty when they may. Nobody changes
 * their own. That they are in the web app is asked by `x-access`.
 *
 * @param field the field of the input that names the person or the row
 */
export function payChangeProblems(changer: PayChanger, paid: Paid, field: string): Problem<PayRefusal>[] {
  const why = whyNot(changer, paid)
  return why ? [problem(why, { field })] : []
}

function whyNot({ personId, role }: PayChanger, paid: Paid): PayRefusal | undefined {
  if (personId === paid.id) return 'own_pay'
  return role === null ? 'pay_needs_hr' : whyNoPayChange(role, paid.role)
}
