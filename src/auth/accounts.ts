import type { Identity, Provider } from '../domain/sign-in.ts'
import { emailKey } from '../domain/email.ts'

/** An account that a provider has proven. */
export interface Account {
  identity: Identity
  /**
   * The key of an e-mail address that the account proves to be its own; null when its e-mail proves nothing.
   */
  provenEmail: string | null
}

const id = /^[\w-]{1,128}$/

/**
 * The account of which an ID token tells; undefined when it does not say which one it is.
 *
 * At Microsoft whoever runs an organization's directory writes what they like into the e-mail claims, so these prove nothing.
 * Google has checked an address when it runs its mail: those of gmail.com, and those of the account's own organization (`hd`).
 */
export function accountOf(provider: Provider, claims: Record<string, unknown>): Account | undefined {
  return provider === 'google' ? ofGoogle(claims) : ofMicrosoft(claims)
}

function ofGoogle({
  sub,
  email,
  email_verified: verified,
  hd,
}: Record<string, unknown>): Account | undefined {
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return undefined
  const address = typeof email === 'string' ? email : null
  const domain = address?.split('@').at(-1)?.toLowerCase()
  const isTheirs =
    domain === 'gmail.com' || (typeof hd === 'string' && domain !== undefined && domain === hd.toLowerCase())
  return {
    identity: { provider: 'google', subject: sub, email: address },
    provenEmail: address !== null && verified === true && isTheirs ? emailKey(address) : null,
  }
}

function ofMicrosoft({ tid, oid, email, preferred_username }: Record<string, unknown>): Account | undefined {
  if (typeof tid !== 'string' || typeof oid !== 'string' || !id.test(tid) || !id.test(oid)) return undefined
  const shown = [email, preferred_username].find((text): text is string => typeof text === 'string')
  return {
    identity: { provider: 'microsoft', subject: `${tid}:${oid}`, email: shown ?? null },
    provenEmail: null,
  }
}
