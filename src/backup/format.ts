import type { Migrations } from './tables.ts'

/**
 * A file of a backup. It is text, compressed by Zstandard, and `zstdcat` shows it: a line of JSON that says what the file
 * is; then each table, as a line of JSON, its rows as PostgreSQL's COPY writes them, and `\.` on a line of its own; and
 * a line of JSON with the number of rows. No row has a line that is only `\.`, because COPY writes a backslash as two.
 *
 * The last 40 bytes are a frame that decompressors skip. It holds the SHA-256 of all bytes before it.
 */

/** Raised when a file of an earlier form can no longer be read in the same way. */
export const formVersion = 2

/** The rows of all tables but one, or those of `person_keys`. */
export type Kind = 'data' | 'keys'

/** The first line. */
export interface Header {
  form: 'rollcall backup'
  version: number
  kind: Kind
  /** The moment of the snapshot, ISO 8601. Two files with the same one were made together. */
  taken_at: string
  /** The name of the database (`database_identity`); undefined where its schema had none, and before version 2. */
  database?: string | undefined
  migrations: Migrations
  organizations: number
  /**
   * Of the file of keys: the ids of the organizations, so that a restore can tell which were deleted after the backup.
   * Undefined in older files, and where there are too many for a line.
   */
  organization_ids?: readonly string[] | undefined
  /** The number of people in the ledger of erasures; undefined before there was one. */
  erasures?: number | undefined
  /** The number of people who have a key, by the name of the SECRET_KEY that wrapped it. */
  keys: Record<string, number>
}

/** Before the rows of a table. */
export interface TableLine {
  table: string
  columns: string[]
}

/** The last line. */
export interface EndLine {
  /** The number of rows of each table. */
  rows: Record<string, number>
}

/** The line after the last row of a table. */
export const endOfRows = Buffer.from('\\.\n')

/** Begins the frame that decompressors skip (RFC 8878, 3.1.2): its number, then how many bytes follow. */
const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])

/** The bytes at the end of a file. */
export const sealBytes = skippable.length + 32

export function sealOf(sha256: Buffer): Buffer {
  return Buffer.concat([skippable, sha256])
}

/** The SHA-256 that these last bytes of a file tell; undefined when they are not such an end. */
export function readSeal(end: Buffer): Buffer | undefined {
  return end.length === sealBytes && end.subarray(0, skippable.length).equals(skippable)
    ? end.subarray(skippable.length)
    : undefined
}

/** The number of people who were erased between a backup and the file of keys: their keys are missing for that reason. */
export function erasedSince(data: Header, keys: Header): number {
  return Math.max(0, (keys.erasures ?? 0) - (data.erasures ?? 0))
}
