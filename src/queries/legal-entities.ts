import { sql, type Db } from '../db/transaction.ts'
import type { RegisteredAddress } from '../domain/address.ts'
import type { Day } from '../domain/day.ts'
import { inForce } from './fragments.ts'

/** What of a legal entity a caller can set. */
export interface LegalEntityFields {
  name: string
  country: string
  registration_number: string | null
  tax_id: string | null
  address: RegisteredAddress | null
}

export interface LegalEntityRow extends LegalEntityFields {
  id: string
  archived: boolean
  member_count: number
}

const columns = (today: string) => `
  e.id, e.name, e.country, e.registration_number, e.tax_id, e.address,
  e.archived_at is not null as archived,
  (select count(*)::int from job_rows m
    where m.org_id = e.org_id and m.legal_entity_id = e.id and ${inForce('m', today)}) as member_count`

/** By name. */
export function listLegalEntities(db: Db, today: Day, includeArchived: boolean): Promise<LegalEntityRow[]> {
  return db.query(
    `select ${columns('$2')}
       from legal_entities e
      where e.org_id = $1 and ($3 or e.archived_at is null)
      order by e.name collate "und-x-icu", e.id`,
    [db.orgId, today, includeArchived],
  )
}

export async function getLegalEntity(db: Db, today: Day, id: string): Promise<LegalEntityRow | undefined> {
  const [row] = await db.query<LegalEntityRow>(
    `select ${columns('$2')} from legal_entities e where e.org_id = $1 and e.id = $3`,
    [db.orgId, today, id],
  )
  return row
}

export async function insertLegalEntity(db: Db, id: string, fields: LegalEntityFields): Promise<void> {
  await db.run(sql('legal_entities').insert({ org_id: db.orgId, id, ...fields }))
}

export async function updateLegalEntity(
  db: Db,
  id: string,
  fields: Partial<LegalEntityFields>,
  now: Date,
): Promise<void> {
  await db.run(
    sql('legal_entities')
      .where({ org_id: db.orgId, id })
      .update({ ...fields, updated_at: now }),
  )
}

/** What a taken name is answered with; for `onDuplicate`. */
export function duplicateLegalEntity(name: string): Record<string, string> {
  return {
    legal_entities_name: `Another legal entity is called ${name} (archived ones keep their names, too). Choose another name.`,
  }
}
