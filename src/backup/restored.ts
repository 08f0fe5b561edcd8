import type { SystemDb } from '../db/system.ts'
import type { CopiedFiles } from './files.ts'
import type { Header } from './format.ts'

/** A restore that is done. */
export interface Restored {
  takenAt: string
  organizations: number
  /** The number of rows; undefined when a restore that was stopped had copied them. */
  rows?: number
  /** Tables of the backup that are not Rollcall's, and were left out. */
  strange: string[]
  /** The number of people who were erased after the backup, and again now. */
  erased: number
  /** False: the ledger was not there, so that people may be back who were erased after the backup. */
  knowsErasures: boolean
  /** The slugs of organizations that were deleted after the backup, and are back with it. */
  deletedBefore: string[]
  /** The number of people with details that no key opens: these details were removed. */
  unreadable: number
  /** So many mails were not sent when the backup was made, and will be. */
  mails: number
  /** Absent: nobody said where the files of documents are. */
  files?: CopiedFiles | undefined
}

/** The slugs of organizations that were not there any more when the file of the keys was written. */
export async function listDeleted(db: SystemDb, data: Header, keys: Header | undefined): Promise<string[]> {
  const ids = keys?.organization_ids
  // Older keys, which --without-keys accepts, cannot know those that came after them.
  if (!ids || keys.taken_at < data.taken_at) return []
  const { rows } = await db.query<{ slug: string }>(
    `select o.slug from organizations o where o.org_id <> all ($1::uuid[]) order by o.slug`,
    [ids],
  )
  return rows.map(({ slug }) => slug)
}

/** Counts the mails that a server sends when it starts. */
export async function countMails(db: SystemDb): Promise<number> {
  const { rows } = await db.query<{ mails: number }>(
    `select count(*)::int as mails from mails where status in ('pending', 'sending')`,
  )
  return rows[0]!.mails
}
