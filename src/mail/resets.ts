import { hash } from 'node:crypto'

/**
 * The basis of a link for a new password: the e-mail it goes to and the password it replaces. When one of them changes,
 * however that happens, the link does not fit any more.
 */
export function basisOf(login: { email_key: string; password_hash: string | null }): Buffer {
  return hash('sha256', JSON.stringify([login.email_key, login.password_hash]), 'buffer')
}
