import type { Db } from '../../db/transaction.ts'
import { categoryKey, starterCategories } from '../../domain/documents.ts'

/** A category that documents are in, with how many. */
export interface CategoryRow {
  name: string
  documents: number
}

/** The contract tells the number: 10,000 with those that every company has, which may be without documents. */
const most = 10_000 - starterCategories.length

/** The categories of all documents that are ready, by their names. */
export function countCategories(db: Db): Promise<CategoryRow[]> {
  return db.query(
    `select max(d.category collate "C") as name, count(*) as documents from documents d
      where d.org_id = $1 and d.status = 'ready' and d.deleted_at is null
      group by d.category_key
      order by d.category_key limit ${most}`,
    [db.orgId],
  )
}

/** The name of a category as documents spell it; undefined when none is in it. */
export async function findCategory(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db.query<{ category: string }>(
    `select d.category from documents d
      where d.org_id = $1 and d.category_key = $2 and d.deleted_at is null
      limit 1`,
    [db.orgId, categoryKey(name)],
  )
  return row?.category
}

/** Puts all documents of a category into another one. @returns how many */
export async function moveCategory(db: Db, from: string, to: string, now: Date): Promise<number> {
  const rows = await db.query(
    `update documents d set category = $3, category_key = $4, updated_at = $5
      where d.org_id = $1 and d.category_key = $2 and d.deleted_at is null
      returning 1`,
    [db.orgId, categoryKey(from), to, categoryKey(to), now],
  )
  return rows.length
}
