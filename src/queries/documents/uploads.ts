import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { categoryKey, type Uploader, type Visibility } from '../../domain/documents.ts'
import { searchText } from '../../domain/search.ts'
import { valuesOf } from '../values.ts'
import { sealNotes, type DocumentFacts, type DocumentRow } from './documents.ts'

/** A document that is about to be stored. */
export interface NewDocument {
  id: string
  person_id: string | null
  field_id: string | null
  title: string
  category: string
  /** Null for the file of a custom field. */
  visibility: Visibility | null
  uploaded_by: Uploader
  month: Day | null
  membership_id: string
  expires_on: Day | null
  notes: string | null
  file_id: string
  file_name: string
  size: number
  content_type: string
  sha256: string
  upload_expires_at: Date
  created_at: Date
}

/** The columns that follow from others. */
const derived = ({ title, category }: { title: string; category: string }) => ({
  search_text: searchText(title),
  category_key: categoryKey(category),
})

/** Stores a document whose bytes are to come. */
export async function insertDocument(db: Db, document: NewDocument): Promise<void> {
  const notes = await sealNotes(db, document)
  const row = { ...document, ...notes, ...derived(document), updated_at: document.created_at }
  const columns = Object.keys(row) as (keyof typeof row)[]
  const { text, values } = valuesOf(columns, [row])
  await db.query(`insert into documents (org_id, ${columns.join(', ')}) values ${text}`, [
    db.orgId,
    ...values,
  ])
}

/** A person who is about to get a document. */
export interface LockedSubject {
  id: string
  erased: boolean
}

/** A person who is about to get a document, as they stay until the transaction ends. */
export async function lockSubject(db: Db, personId: string): Promise<LockedSubject | undefined> {
  const [person] = await db.query<LockedSubject>(
    `select p.id, p.erased_at is not null as erased from people p where p.org_id = $1 and p.id = $2 for share`,
    [db.orgId, personId],
  )
  return person
}

/**
 * The uploads that a member has begun, and whose window is open. A deleted document counts, too: until its link is over, its
 * bytes may come. `offset 0`: the few that wait or are deleted are read, and not all that the member ever uploaded: a program brings
 * thousands, one after the other.
 */
export async function countPending(db: Db, membershipId: string, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count
       from (select d.membership_id from documents d
              where d.org_id = $1 and d.status = 'pending' and d.deleted_at is null and d.upload_expires_at > $3
              union all
             select d.membership_id from documents d
              where d.org_id = $1 and d.deleted_at is not null and d.upload_expires_at > $3
             offset 0) begun
      where begun.membership_id = $2`,
    [db.orgId, membershipId, now],
  )
  return row!.count
}

/** Tells whether a document waits for the bytes of this file. */
export async function isAwaited(db: Db, fileId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from documents d
      where d.org_id = $1 and d.file_id = $2 and d.status = 'pending' and d.deleted_at is null`,
    [db.orgId, fileId],
  )
  return rows.length > 0
}

/** Tells whether the document of this file is deleted. */
export async function isDeleted(db: Db, fileId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from documents d where d.org_id = $1 and d.file_id = $2 and d.deleted_at is not null`,
    [db.orgId, fileId],
  )
  return rows.length > 0
}

/** Marks a locked document as ready: its bytes are what was announced. */
export async function settleUpload(db: Db, id: string, now: Date): Promise<void> {
  await db.query(
    `update documents set status = 'ready', updated_at = $3 where org_id = $1 and id = $2 and status = 'pending'`,
    [db.orgId, id, now],
  )
}

/** Stores facts of a locked document. `visibility` is left alone for the file of a custom field. */
export async function updateDocument(
  db: Db,
  { id, person_id, field_id }: Pick<DocumentRow, 'id' | 'person_id' | 'field_id'>,
  facts: DocumentFacts,
  now: Date,
): Promise<void> {
  const { search_text, category_key } = derived(facts)
  const { notes, sealed_notes } = await sealNotes(db, { id, person_id, notes: facts.notes })
  await db.query(
    `update documents
        set title = $3, search_text = $4, category = $5, category_key = $6, visibility = $7, expires_on = $8, notes = $9,
            updated_at = $10, sealed_notes = $11
      where org_id = $1 and id = $2`,
    [
      db.orgId,
      id,
      facts.title,
      search_text,
      facts.category,
      category_key,
      field_id === null ? facts.visibility : null,
      facts.expires_on,
      notes,
      now,
      sealed_notes,
    ],
  )
}

/**
 * Deletes a locked document. Its row holds nothing any more but where the bytes are, until the job `remove_document_files` has removed
 * them.
 */
export async function deleteDocument(db: Db, id: string, now: Date): Promise<void> {
  await db.query(
    `update documents
        set deleted_at = $3, updated_at = $3, title = '', search_text = '', file_name = '', notes = null, sealed_notes = null,
            expires_on = null
      where org_id = $1 and id = $2 and deleted_at is null`,
    [db.orgId, id, now],
  )
}
