import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { hashSecret } from './credentials.ts'
import { deriveKey, type SecretKeys } from './secret-key.ts'

/** The purpose of a link. */
export type LinkKind = 'invite' | 'reset' | 'email'

/**
 * The secrets of links that are sent by mail. A secret follows from `SECRET_KEY` and the id of its row, so that it need not
 * be stored for the mail to be written later, and a row in which only its hash is tells nobody what it was. Whoever uses a
 * link is found by that hash alone: links stay good when `SECRET_KEY` is replaced.
 */
export class Links {
  readonly #keys: Buffer[]

  constructor({ current, previous }: SecretKeys) {
    this.#keys = [current, ...(previous ? [previous] : [])].map((secret) => deriveKey(secret, 'links'))
  }

  /** A new link's secret, and what is stored of it. */
  make(kind: LinkKind, orgId: string, id: string): { token: string; hash: Buffer } {
    const token = tokenOf(this.#keys[0]!, kind, orgId, id)
    return { token, hash: hashSecret(token) }
  }

  /** The secret of a link again; undefined when `SECRET_KEY` was replaced twice since it was made. */
  remake(kind: LinkKind, orgId: string, id: string, hash: Buffer): string | undefined {
    return this.#keys
      .map((key) => tokenOf(key, kind, orgId, id))
      .find((token) => timingSafeEqual(hashSecret(token), hash))
  }
}

/** Tells whether a text has the form of a link's secret. Others are refused without a look-up. */
export const isLinkToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/**
 * The basis of a link for a login: its e-mail and its password as they were. When one of them changes, however that happens, the
 * link does not fit any more.
 */
export function basisOf(login: { email_key: string; password_hash: string | null }): Buffer {
  return hash('sha256', JSON.stringify([login.email_key, login.password_hash]), 'buffer')
}

/** A link for a login, as it is stored, and the login as it is now. */
export interface LoginLink {
  email_key: string
  password_hash: string | null
  /** Tells that the member is not disabled. */
  active: boolean
  basis: Buffer
  expires_at: string
  ended_at: string | null
}

/** Why a link for a login does not work now; undefined: it does. */
export function whyDead(link: LoginLink, now: Date): 'used' | 'expired' | undefined {
  if (link.ended_at !== null || !link.active || !basisOf(link).equals(link.basis)) return 'used'
  return new Date(link.expires_at) <= now ? 'expired' : undefined
}

function tokenOf(key: Buffer, kind: LinkKind, orgId: string, id: string): string {
  return createHmac('sha256', key).update([kind, orgId, id].join('|')).digest('base64url')
}
