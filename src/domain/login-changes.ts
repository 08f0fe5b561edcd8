/**
 * The actions by which somebody can act as a member from then on, or cannot any more. The member is told of them by mail,
 * in case it was somebody else.
 */
export const loginChanges = [
  'auth.password_change',
  'auth.password_reset',
  'auth.identity_link',
  'auth.identity_unlink',
  'platform.api_keys.create',
  'auth.connect',
  'auth.access_revoke',
] as const

export type LoginChange = (typeof loginChanges)[number]

export const isLoginChange = (action: string): action is LoginChange =>
  (loginChanges as readonly string[]).includes(action)
