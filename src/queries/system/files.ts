import type { SystemDb } from '../../db/system.ts'

/** A file whose document is deleted, or was never finished. */
export interface FileOfDocument {
  org_id: string
  id: string
  file_id: string
}

/** Documents that are deleted, and whose bytes may still be there; the one that was deleted first comes first. */
export async function findDeleted(db: SystemDb, limit: number): Promise<FileOfDocument[]> {
  const { rows } = await db.query<FileOfDocument>(
    `select d.org_id, d.id, d.file_id from documents d where d.deleted_at is not null order by d.deleted_at, d.id limit $1`,
    [limit],
  )
  return rows
}

/** Removes the rows of deleted documents, whose bytes are gone. */
export async function forgetDocuments(db: SystemDb, documents: readonly FileOfDocument[]): Promise<void> {
  await db.query(
    `delete from documents d
      using unnest($1::uuid[], $2::uuid[]) as gone (org_id, id)
      where d.org_id = gone.org_id and d.id = gone.id and d.deleted_at is not null`,
    [documents.map(({ org_id }) => org_id), documents.map(({ id }) => id)],
  )
}

/** Uploads whose window has closed before a time. */
export async function findAbandoned(db: SystemDb, before: Date, limit: number): Promise<FileOfDocument[]> {
  const { rows } = await db.query<FileOfDocument>(
    `select d.org_id, d.id, d.file_id from documents d
      where d.status = 'pending' and d.deleted_at is null and d.upload_expires_at < $1
      order by d.upload_expires_at, d.id limit $2`,
    [before, limit],
  )
  return rows
}

/** Documents whose bytes must be there, in pages by organization and id. */
export async function listReady(
  db: SystemDb,
  after: Pick<FileOfDocument, 'org_id' | 'id'> | undefined,
  limit: number,
): Promise<FileOfDocument[]> {
  const { rows } = await db.query<FileOfDocument>(
    `select d.org_id, d.id, d.file_id from documents d
      where d.status = 'ready' and d.deleted_at is null
        and ($1::uuid is null or (d.org_id, d.id) > ($1, $2::uuid))
      order by d.org_id, d.id limit $3`,
    [after?.org_id ?? null, after?.id ?? null, limit],
  )
  return rows
}

/** Of these files, the ids of those that a row knows. */
export async function knownFiles(
  db: SystemDb,
  places: readonly { orgId: string; fileId: string }[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ file_id: string }>(
    `select d.file_id from unnest($1::uuid[], $2::uuid[]) as found (org_id, file_id)
       join documents d on d.org_id = found.org_id and d.file_id = found.file_id`,
    [places.map(({ orgId }) => orgId), places.map(({ fileId }) => fileId)],
  )
  return new Set(rows.map(({ file_id }) => file_id))
}
