import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { SelfUploads } from '../../domain/documents.ts'

/** Files and bytes that a person has added in a month. */
export async function getSelfUploads(db: Db, personId: string, month: Day): Promise<SelfUploads> {
  const [row] = await db.query<SelfUploads>(
    `select u.files, u.bytes from self_uploads u where u.org_id = $1 and u.person_id = $2 and u.month = $3`,
    [db.orgId, personId, month],
  )
  return row ?? { files: 0, bytes: 0 }
}

/**
 * Files and bytes that a person has added in a month, locked: two uploads of a person at the same moment are counted one after the other.
 */
export async function lockSelfUploads(db: Db, personId: string, month: Day): Promise<SelfUploads> {
  const [row] = await db.query<SelfUploads>(
    `insert into self_uploads as u (org_id, person_id, month, files, bytes) values ($1, $2, $3, 0, 0)
     on conflict (org_id, person_id, month) do update set files = u.files
     returning u.files, u.bytes`,
    [db.orgId, personId, month],
  )
  return row!
}

/** Counts a file; a negative number of files and bytes gives one back. */
export async function countSelfUpload(
  db: Db,
  personId: string,
  month: Day,
  { files, bytes }: SelfUploads,
): Promise<void> {
  await db.query(
    `update self_uploads set files = greatest(0, files + $4), bytes = greatest(0, bytes + $5)
      where org_id = $1 and person_id = $2 and month = $3`,
    [db.orgId, personId, month, files, bytes],
  )
}
