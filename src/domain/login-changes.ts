import type { SummaryCode } from '../texts/log.ts'

/**
 * The lines of the activity log by which somebody can act as a member from then on, or cannot any more. The member is told of
 * them by mail, in case it was somebody else.
 */
export const loginChanges = [
  'password_changed',
  'password_reset',
  'identity_linked',
  'identity_unlinked',
  'api_key_created',
  'app_connected',
  'access_revoked',
] as const satisfies SummaryCode[]

export type LoginChange = (typeof loginChanges)[number]
