import type { components } from '../../generated/contract.ts'
import type { ConnectionRow } from '../../queries/platform/connections.ts'

/**
 * A connected app.
 *
 * @param membershipId of the caller
 * @param withUser whether to say who connected it
 */
export function presentConnection(
  row: ConnectionRow,
  membershipId: string,
  withUser: boolean,
): components['schemas']['Connection'] {
  const { membership_id, user_id, user_name, user_email, ...shown } = row
  return {
    ...shown,
    mine: membership_id === membershipId,
    user: withUser ? { id: user_id, name: user_name, email: user_email } : null,
  }
}
