import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** The place of a file. Both are UUIDs of the service: nothing that a caller wrote is ever part of a place. */
export interface Place {
  orgId: string
  fileId: string
}

/** A link by which the bytes of a file are put, once. Send exactly these headers. */
export interface UploadGrant {
  url: string
  method: 'PUT'
  headers: Record<string, string>
}

/** A file as it is going to be put. */
export interface Announced {
  /** In bytes. */
  size: number
  contentType: string
  /** At most 7 days from now. */
  expiresAt: Date
}

/** A file as its reader is going to save it. */
export interface Offered {
  /** The name of the file, as it was given. */
  name: string
  contentType: string
  expiresAt: Date
  /** In bytes, where it is known: a file that is damaged, and has another size, is not answered as if it were whole. */
  size?: number
  /** Tells that the link opens also while the organization is not active: it was given then, to take the data along. */
  whilePaused?: boolean
}

/** A file that has come whole. */
export interface Stored {
  place: Place
  /** In bytes. */
  size: number
  /** The moment when it came. A file never changes after it. */
  storedAt: Date
}

/**
 * Files by their place: below a folder, or in a bucket of Google Cloud Storage. A file comes whole or not at all, and its
 * bytes are never replaced: what was looked at is what is read later. Nothing here knows what a file holds, or who may
 * read it.
 *
 * All of it may take the time of a network, so none of it belongs into a transaction. All of it may fail with the error of the
 * disk or the network, and can then be tried again.
 */
export interface Storage {
  /** A link for exactly these bytes: one that was used, is late, or comes with another size or type is refused. */
  grantUpload: (place: Place, file: Announced) => Promise<UploadGrant>
  /** A link that answers the file as an attachment of that name, as often as it is asked until it expires. */
  grantDownload: (place: Place, file: Offered) => Promise<string>
  /** Undefined: nothing is there, or it has not come whole. */
  find: (place: Place) => Promise<Stored | undefined>
  /**
   * The bytes, to be read at any position. The caller closes it. From a bucket it is a copy, whose name is gone already.
   *
   * @param size in bytes, as `find` told it: nothing longer is fetched
   * @returns undefined when nothing of this size is there
   */
  open: (place: Place, size: number) => Promise<FileHandle | undefined>
  /** Stores what the service itself has made, durably. A file that is there already stays as it is. */
  put: (place: Place, bytes: Uint8Array, contentType: string) => Promise<void>
  /** Stores bytes that come from elsewhere, of exactly this size, in the same way. */
  putFrom: (place: Place, bytes: Readable, size: number, contentType: string) => Promise<void>
  /** Removes a file, or finds none. */
  remove: (place: Place) => Promise<void>
  /** Removes all files of an organization, or finds none. One that is being put meanwhile may stay: do it again later. */
  removeOrganization: (orgId: string) => Promise<void>
  /**
   * All files, in pages.
   *
   * @param after where the page before ended; undefined: from the beginning
   * @param limit 1 to 1,000
   */
  list: (after: string | undefined, limit: number) => Promise<Listing>
  /** Removes what half an upload has left behind, if that can be. */
  sweep: () => Promise<void>
}

/** A page of files. It may be empty and not be the last one. */
export interface Listing {
  files: Stored[]
  /** For the next page; undefined after the last one. */
  next: string | undefined
}
