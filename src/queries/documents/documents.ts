import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { DocumentPlace } from '../../domain/cursor.ts'
import type { DocumentReader, Uploader, Visibility } from '../../domain/documents.ts'
import { personName } from '../fragments.ts'
import { joinKey, keyColumns, keyToSeal, openKey, placeIn, type WithKey } from '../org/person-keys.ts'
import { joined, visibility, visibleTo, withField } from './visible.ts'

export interface DocumentRow {
  id: string
  person_id: string | null
  person_name: string | null
  field_id: string | null
  field_key: string | null
  field_label: string | null
  field_archived: boolean
  title: string
  category: string
  /** Of the file of a custom field, what follows from the field. */
  visibility: Visibility
  uploaded_by: Uploader
  month: Day | null
  expires_on: Day | null
  notes: string | null
  file_id: string
  file_name: string
  /** Bytes. */
  size: number
  content_type: string
  sha256: string
  status: 'pending' | 'ready'
  upload_expires_at: string
  created_at: string
  updated_at: string
}

const columns = `d.id, d.person_id, ${personName('p')} as person_name, d.field_id, f.key as field_key,
  f.label as field_label, f.archived_at is not null as field_archived, d.title, d.category, ${visibility} as visibility,
  d.uploaded_by, d.month, d.expires_on, d.notes, d.sealed_notes, d.file_id, d.file_name, d.size::float8 as size, d.content_type, d.sha256, d.status,
  d.upload_expires_at, d.created_at, d.updated_at, ${keyColumns}`

/** Each person is looked up (`offset 0`), as their keys are: nobody reads all people for each document of a page. */
const withNames = `${joined}
  left join lateral (select q.* from people q where q.org_id = $1 and q.id = d.person_id offset 0) p on true
  ${joinKey('d.person_id')}`

/** A document as it is stored: notes about a person are sealed by their key, those of the company are not. */
type StoredDocument = DocumentRow & WithKey & { sealed_notes: Buffer | null }

function opened(db: Db, { sealed_notes: sealed, key_id, wrapped_key, ...row }: StoredDocument): DocumentRow {
  if (sealed === null || row.person_id === null) return row
  const key = openKey(db, row.person_id, { key_id, wrapped_key })
  return { ...row, notes: key.open(placeOfNotes(row.id), sealed) as string }
}

/** Seals the notes of a document about a person. */
export async function sealNotes(
  db: Db,
  { id, person_id: personId, notes }: Pick<DocumentRow, 'id' | 'person_id' | 'notes'>,
): Promise<{ notes: string | null; sealed_notes: Buffer | null }> {
  if (personId === null || notes === null) return { notes, sealed_notes: null }
  const key = await keyToSeal(db, personId)
  return { notes: null, sealed_notes: key.seal(placeOfNotes(id), notes) }
}

const placeOfNotes = (id: string) => placeIn('notes', id)

/** A filter of documents that are ready; what is left out does not matter. */
export interface DocumentFilter {
  personId?: string | undefined
  kind?: 'person' | 'company' | undefined
  categoryKey?: string | undefined
  /** Folded words, each of which the title has. */
  words?: readonly string[] | undefined
  /** Only what is not valid any more on this day. */
  expiresBefore?: Day | undefined
}

/** A page of documents, how many there are, and where the next page begins; null at the end. */
export interface DocumentPage {
  documents: DocumentRow[]
  total: number
  next: DocumentPlace | null
}

interface PageOrder {
  sort: keyof typeof orders
  limit: number
  /** Only those that come after this place; undefined for the first page. */
  before?: DocumentPlace | undefined
  today: Day
}

/** Orders of documents; the newest of two equal ones comes first. */
const orders = {
  newest: { by: 'd.created_at desc, d.id desc', place: '(d.created_at, d.id)' },
  largest: { by: 'd.size desc, d.created_at desc, d.id desc', place: '(d.size, d.created_at, d.id)' },
} as const

/** Documents that the reader sees, those that are ready. */
export async function listDocuments(
  db: Db,
  reader: DocumentReader,
  filter: DocumentFilter,
  { sort, limit, before, today }: PageOrder,
): Promise<DocumentPage> {
  const values: unknown[] = [db.orgId, limit + 1]
  const { below, sees } = visibleTo(reader, today, values)
  const and = (value: unknown, condition: (place: string) => string): string =>
    value === undefined ? '' : `and ${condition(`$${values.push(value)}`)}`
  const where = `d.org_id = $1 and d.status = 'ready' and d.deleted_at is null
    ${and(filter.personId, (place) => `d.person_id = ${place}`)}
    ${filter.kind === undefined ? '' : `and d.person_id is ${filter.kind === 'company' ? '' : 'not '}null`}
    ${and(filter.categoryKey, (place) => `d.category_key = ${place}`)}
    ${and(filter.words?.map(containing), (place) => `d.search_text like all (${place}::text[])`)}
    ${and(filter.expiresBefore, (place) => `d.expires_on < ${place}`)}
    and ${sees}`
  const { by, place } = orders[sort]
  const counted = [...values]
  const after = before
    ? `and ${place} < (${placeOf(before, sort)
        .map((one) => `$${values.push(one)}`)
        .join(', ')})`
    : ''
  // The count needs no order, so it is a statement of its own, and the page comes by an index.
  const [found, [count]] = await Promise.all([
    db.query<StoredDocument>(
      `${below} select ${columns} from ${withNames} where ${where} ${after} order by ${by} limit $2`,
      values,
    ),
    db.query<{ total: number }>(
      `${below} select count(*) as total from ${joined} where $2::int is not null and ${where}`,
      counted,
    ),
  ])
  const documents = found.slice(0, limit).map((row) => opened(db, row))
  const last = found.length > limit ? documents.at(-1) : undefined
  const next = last ? { at: new Date(last.created_at), bytes: last.size, id: last.id } : null
  return { documents, total: count!.total, next }
}

const placeOf = ({ at, bytes, id }: DocumentPlace, sort: keyof typeof orders): (Date | number | string)[] =>
  sort === 'largest' ? [bytes, at, id] : [at, id]

/** A pattern of texts that hold a word. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** The categories of documents that the reader sees, by their names; at most 1,000 that the company made. */
export async function listUsedCategories(db: Db, reader: DocumentReader, today: Day): Promise<string[]> {
  const values: unknown[] = [db.orgId]
  const { below, sees, among } = visibleTo(reader, today, values)
  const rows = await db.query<{ category: string }>(
    `${below}
     select max(d.category collate "C") as category from ${withField(among)}
      where d.org_id = $1 and d.status = 'ready' and d.deleted_at is null and ${sees}
      group by d.category_key
      order by d.category_key limit 1000`,
    values,
  )
  return rows.map(({ category }) => category)
}

/** A document that is not deleted, whoever sees it. */
export async function findDocument(db: Db, id: string): Promise<DocumentRow | undefined> {
  const [row] = await db.query<StoredDocument>(
    `select ${columns} from ${withNames} where d.org_id = $1 and d.id = $2 and d.deleted_at is null`,
    [db.orgId, id],
  )
  return row && opened(db, row)
}

/** The files of a person's documents that are ready, whoever sees them; the newest first. */
export function listFilesOf(
  db: Db,
  personId: string,
  limit: number,
): Promise<Pick<DocumentRow, 'file_id' | 'file_name' | 'content_type' | 'size'>[]> {
  return db.query(
    `select d.file_id, d.file_name, d.content_type, d.size from documents d
      where d.org_id = $1 and d.person_id = $2 and d.status = 'ready' and d.deleted_at is null
      order by d.created_at desc, d.id desc
      limit $3`,
    [db.orgId, personId, limit],
  )
}

/** Tells whether the reader sees a document. */
export async function isVisible(db: Db, reader: DocumentReader, id: string, today: Day): Promise<boolean> {
  if (reader.all) return true
  const values: unknown[] = [db.orgId, id]
  const { below, sees } = visibleTo(reader, today, values)
  const rows = await db.query(
    `${below} select 1 from ${joined} where d.org_id = $1 and d.id = $2 and d.deleted_at is null and ${sees}`,
    values,
  )
  return rows.length > 0
}

/** Locks the person of a document, before the document and the row of the organization. */
export const lockPersonOf = (db: Db, id: string): Promise<unknown> =>
  db.query(
    `with subject as (select d.person_id from documents d where d.org_id = $1 and d.id = $2)
     select 1 from people p join subject s on s.person_id = p.id
      where p.org_id = $1
        for no key update of p`,
    [db.orgId, id],
  )

/**
 * A document, locked until the transaction ends, and its person before it: so documents in a field of one person are
 * changed one after the other.
 */
export async function lockDocument(db: Db, id: string): Promise<DocumentRow | undefined> {
  await lockPersonOf(db, id)
  const [locked] = await db.query(
    `select 1 from documents d where d.org_id = $1 and d.id = $2 and d.deleted_at is null for no key update`,
    [db.orgId, id],
  )
  return locked === undefined ? undefined : findDocument(db, id)
}

/** The file that a custom field of a person holds, locked. The person is locked already. */
export async function lockInField(
  db: Db,
  personId: string,
  fieldId: string,
): Promise<DocumentRow | undefined> {
  const [held] = await db.query<{ id: string }>(
    `select d.id from documents d
      where d.org_id = $1 and d.person_id = $2 and d.field_id = $3 and d.status = 'ready' and d.deleted_at is null
        for no key update`,
    [db.orgId, personId, fieldId],
  )
  return held && findDocument(db, held.id)
}

/** Facts of a document that can be changed. */
export type DocumentFacts = Pick<DocumentRow, 'title' | 'category' | 'visibility' | 'expires_on' | 'notes'>
