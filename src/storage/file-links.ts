import { Seal } from '../secrets/seal.ts'
import type { SecretKeys } from '../secrets/secret-key.ts'
import { isId } from './place.ts'
import type { Announced, Offered, Place } from './storage.ts'

/** A file that somebody may put now. */
export interface Upload extends Omit<Announced, 'expiresAt'> {
  place: Place
  expiresAt: Date
}

/** A file that somebody may read now. */
export interface Download extends Offered {
  place: Place
}

/** Longer than any that is made here: a name has at most 500 characters, which are 2,000 bytes. */
const longestToken = 6000

/**
 * Tokens of the service's own links. They are sealed, so an address tells nobody a name, and nobody can make or change one.
 * A token of one purpose is none of the other: each has its own key.
 */
export class FileLinks {
  readonly #uploads: Seal
  readonly #downloads: Seal

  constructor(secrets: SecretKeys) {
    this.#uploads = new Seal(secrets, 'links that put files')
    this.#downloads = new Seal(secrets, 'links that read files')
  }

  sealUpload(place: Place, { size, contentType, expiresAt }: Announced): string {
    return this.#uploads.close([place.orgId, place.fileId, expiresAt.getTime(), contentType, size])
  }

  sealDownload(place: Place, { name, contentType, expiresAt, ...more }: Offered): string {
    return this.#downloads.close([place.orgId, place.fileId, expiresAt.getTime(), contentType, name, more])
  }

  /** @returns undefined for what is no such token, or late */
  openUpload(token: string, now: Date): Upload | undefined {
    const opened = open(this.#uploads, token, now)
    return opened && typeof opened.last === 'number' ? { ...opened.common, size: opened.last } : undefined
  }

  /** @returns undefined for what is no such token, or late */
  openDownload(token: string, now: Date): Download | undefined {
    const opened = open(this.#downloads, token, now)
    if (typeof opened?.last !== 'string') return undefined
    return { ...opened.common, name: opened.last, ...opened.more }
  }
}

interface Opened {
  common: { place: Place; expiresAt: Date; contentType: string }
  last: unknown
  more: Pick<Offered, 'size' | 'whilePaused'>
}

function open(seal: Seal, token: string, now: Date): Opened | undefined {
  // Decoding skips what is not in the alphabet: one link would have many forms.
  if (token.length > longestToken || !/^[A-Za-z0-9_-]+$/.test(token)) return undefined
  const parts = seal.open(token)
  if (!Array.isArray(parts)) return undefined
  const [orgId, fileId, expires, contentType, last, more] = parts as unknown[]
  if (!isId(orgId) || !isId(fileId) || typeof expires !== 'number' || typeof contentType !== 'string')
    return undefined
  if (expires <= now.getTime()) return undefined
  const common = { place: { orgId, fileId }, expiresAt: new Date(expires), contentType }
  return { common, last, more: (more ?? {}) as Opened['more'] }
}
