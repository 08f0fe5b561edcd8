import { asCreated, type Happening } from './happening.ts'

/**
 * Signing in and out. The changes name the network, never the whole address. The line is about the person of the login,
 * if there is one, so that erasing them clears it.
 *
 * @param network such as `192.0.2.0/24`
 */
type SessionHappening = (network: string, personId: string | null) => Happening<never>

const line =
  (summary: string): SessionHappening =>
  (network, personId) => ({ activity: [{ summary, changes: asCreated({ network }), personId }] })

/** A member signed in. */
export const signedIn = line('Signed in')

/** A member's session ended, because they signed out or because somebody signed in with the same browser. */
export const signedOut = line('Signed out')

/** Somebody gave a wrong password for a member, or the member is disabled. */
export const signInFailed = line('Somebody failed to sign in with this login')

/** The same, and now a limit is reached. */
export const signInUsedUp = line(
  'Somebody failed to sign in with this login too often: more attempts from there are refused for a while',
)

/** The password was right, but the organization is paused or closed. */
export const signInWhilePaused = line('Could not sign in, because the organization is paused or closed')

/** A link for a new password was mailed to a member. Whoever asked for it may be somebody else. */
export const passwordForgotten = line('Somebody asked for a new password for this login')

/** A member set a new password by the link of a mail. All sessions ended. */
export const passwordReset = line('Set a new password by a link')
