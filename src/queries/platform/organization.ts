import { sql, type Db } from '../../db/transaction.ts'
import type { Paused } from '../../domain/paused.ts'
import type { components } from '../../generated/contract.ts'

export interface OrganizationRow {
  id: string
  slug: string
  name: string
  country: string
  time_zone: string
  language: components['schemas']['Language'] | null
  palette: components['schemas']['Palette']
  shell: components['schemas']['Shell']
  logo_hash: string | null
  created_at: string
}

const select = `
  select org_id as id, slug, name, country, time_zone, language, palette, shell, logo_hash, created_at
    from organizations
   where org_id = $1`

/** The organization of the transaction. */
export async function getOrganization(db: Db): Promise<OrganizationRow> {
  const [row] = await db.query<OrganizationRow>(select, [db.orgId])
  return row!
}

/** Facts that decide who may sign in, and words that passwords are compared with. */
export interface Standing extends Paused {
  name: string
  slug: string
  time_zone: string
}

export async function getStanding(db: Db): Promise<Standing> {
  const [row] = await db.query<Standing>(
    `select name, slug, time_zone, status, pause_reason as "pauseReason", delete_on::text as "deleteOn"
       from organizations where org_id = $1`,
    [db.orgId],
  )
  return row!
}

/** Like `getOrganization`, and locks it, so that the log records the values that are really replaced. */
export async function lockOrganization(db: Db): Promise<OrganizationRow> {
  const [row] = await db.query<OrganizationRow>(`${select} for no key update`, [db.orgId])
  return row!
}

type Settings = Pick<OrganizationRow, 'name' | 'time_zone' | 'language' | 'palette' | 'shell'>

/** Changes the settings that are given. */
export async function updateOrganization(
  db: Db,
  settings: { [K in keyof Settings]?: Settings[K] | undefined },
  now: Date,
): Promise<void> {
  await db.run(
    sql('organizations')
      .where({ org_id: db.orgId })
      .update({ ...settings, updated_at: now }),
  )
}
