import type { SystemDb } from '../../db/system.ts'

/** A file whose document is deleted, or was never finished. */
export interface FileOfDocument {
  org_id: string
  id: string
  file_id: string
}

/**
 * Documents that are deleted, and whose bytes may be there: those whose bytes were never removed, and those whose bytes were, but
 * by a link that was good until before `closed` they could come again. They come in any order, each time in another one: those
 * that cannot be removed would else stand before all others for ever.
 */
export async function findDeleted(db: SystemDb, closed: Date, limit: number): Promise<FileOfDocument[]> {
  const { rows } = await db.query<FileOfDocument>(
    `select d.org_id, d.id, d.file_id from documents d
      where d.deleted_at is not null and (d.status <> 'removed' or d.upload_expires_at < $1)
      order by random() limit $2`,
    [closed, limit],
  )
  return rows
}

/** Removes the rows of deleted documents, whose bytes are gone. Those with links that were good after `closed` stay. */
export async function forgetDocuments(
  db: SystemDb,
  documents: readonly FileOfDocument[],
  closed: Date,
): Promise<void> {
  const keys = [documents.map(({ org_id }) => org_id), documents.map(({ id }) => id), closed]
  const gone = `unnest($1::uuid[], $2::uuid[]) as gone (org_id, id)
      where d.org_id = gone.org_id and d.id = gone.id and d.deleted_at is not null`
  await db.query(`delete from documents d using ${gone} and d.upload_expires_at < $3`, keys)
  await db.query(`update documents d set status = 'removed' from ${gone} and d.upload_expires_at >= $3`, keys)
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

/** A file that must be there, whole. */
export interface ReadyFile extends FileOfDocument {
  /** Bytes. */
  size: number
}

/** Each document is in one of so many parts of all, which an index knows. */
export const shares = 7 * 24

/** Documents of a share whose bytes must be there, in pages by organization and id. */
export async function listReady(
  db: SystemDb,
  share: number,
  after: Pick<FileOfDocument, 'org_id' | 'id'> | undefined,
  limit: number,
): Promise<ReadyFile[]> {
  const { rows } = await db.query<ReadyFile>(
    `select d.org_id, d.id, d.file_id, d.size::float8 as size from documents d
      where d.status = 'ready' and d.deleted_at is null
        and ($1::uuid is null or (d.org_id, d.id) > ($1, $2::uuid))
        and (hashtext(d.id::text) & 65535) % ${shares} = $3
      order by d.org_id, d.id limit $4`,
    [after?.org_id ?? null, after?.id ?? null, share, limit],
  )
  return rows
}

/** Of documents whose bytes were not there, those whose bytes still must be. */
export async function stillReady(
  db: SystemDb,
  documents: readonly FileOfDocument[],
): Promise<FileOfDocument[]> {
  const { rows } = await db.query<FileOfDocument>(
    `select d.org_id, d.id, d.file_id
       from unnest($1::uuid[], $2::uuid[]) as asked (org_id, id)
       join documents d on d.org_id = asked.org_id and d.id = asked.id
      where d.status = 'ready' and d.deleted_at is null`,
    [documents.map(({ org_id }) => org_id), documents.map(({ id }) => id)],
  )
  return rows
}

/** Knowledge of a file: `document`: a row has it; `none`: no row of its organization does; `no_organization`: not even that. */
export type Known = 'document' | 'none' | 'no_organization'

/** Tells what is known of files, in their order. */
export async function knownFiles(
  db: SystemDb,
  places: readonly { orgId: string; fileId: string }[],
): Promise<Known[]> {
  const { rows } = await db.query<{ known: Known }>(
    `select case when d.id is not null then 'document' when o.org_id is not null then 'none' else 'no_organization' end as known
       from unnest($1::uuid[], $2::uuid[]) with ordinality as found (org_id, file_id, place)
       left join organizations o on o.org_id = found.org_id
       left join documents d on d.org_id = found.org_id and d.file_id = found.file_id
      order by found.place`,
    [places.map(({ orgId }) => orgId), places.map(({ fileId }) => fileId)],
  )
  return rows.map(({ known }) => known)
}
