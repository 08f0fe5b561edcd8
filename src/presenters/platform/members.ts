import type { components } from '../../generated/contract.ts'
import type { MemberRow } from '../../queries/platform/members.ts'

/** A member has one role. The contract has a list, so that there can be more later. */
export function presentMember({ role, ...row }: MemberRow): components['schemas']['Member'] {
  const { membership_id, user_id, email, name, status, person_id, has_login } = row
  return { membership_id, user_id, email, name, roles: [role], status, person_id, has_login }
}
