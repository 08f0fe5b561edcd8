import type { Db } from '../../db/transaction.ts'
import type { ChecklistKind, Conditions, TemplateTask } from '../../domain/checklists.ts'
import { starterOf, starters, type Starter } from '../../domain/starter-templates.ts'

/** The facts of a template that a caller sets. */
export interface TemplateFields extends Conditions {
  name: string
  kind: ChecklistKind
  auto_start: boolean
  tasks: TemplateTask[]
}

/** A template, complete also while it is not saved. */
export interface TemplateRow extends TemplateFields {
  id: string
  saved: boolean
  archived_at: string | null
  updated_at: string | null
}

interface StoredTemplate extends Omit<TemplateRow, 'name' | 'tasks'> {
  name: string | null
  tasks: TemplateTask[] | null
  starter: Starter | null
  /** Of the company. */
  language: string | null
}

const columns = `t.id, t.starter, t.saved, t.name, t.kind, t.auto_start, t.unit_ids, t.location_ids, t.legal_entity_ids, t.tasks,
  t.archived_at, t.updated_at, o.language`
const from = `checklist_templates t join organizations o on o.org_id = $1`

/** A template that is not saved has the texts of the service. */
const complete = ({ starter, language, name, tasks, ...template }: StoredTemplate): TemplateRow =>
  name !== null && tasks !== null
    ? { ...template, name, tasks }
    : { ...template, ...starterOf(starter!, language) }

/** Templates in the order in which they were added. */
export async function listTemplates(db: Db, { archived }: { archived: boolean }): Promise<TemplateRow[]> {
  const rows = await db.query<StoredTemplate>(
    `select ${columns} from ${from} where t.org_id = $1 and ($2 or t.archived_at is null) order by t.created_at, t.starter desc, t.id`,
    [db.orgId, archived],
  )
  return rows.map(complete)
}

/** A template. */
export async function getTemplate(db: Db, id: string): Promise<TemplateRow | undefined> {
  const [row] = await db.query<StoredTemplate>(
    `select ${columns} from ${from} where t.org_id = $1 and t.id = $2`,
    [db.orgId, id],
  )
  return row && complete(row)
}

/** Some templates, by their ids. */
export async function loadTemplates(db: Db, ids: readonly string[]): Promise<Map<string, TemplateRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<StoredTemplate>(
    `select ${columns} from ${from} where t.org_id = $1 and t.id = any($2::uuid[])`,
    [db.orgId, ids],
  )
  return new Map(rows.map((row) => [row.id, complete(row)]))
}

/** Locks all templates of the organization, and counts them: those that are not archived, and all. */
export async function lockTemplates(db: Db): Promise<{ active: number; all: number }> {
  await db.query(`select 1 from organizations o where o.org_id = $1 for no key update`, [db.orgId])
  const [row] = await db.query<{ active: number; all: number }>(
    `select count(*) filter (where t.archived_at is null) as active, count(*) as all from checklist_templates t where t.org_id = $1`,
    [db.orgId],
  )
  return row!
}

/** Stores a template, new or changed; from then on it is the company's own. */
export async function storeTemplate(
  db: Db,
  { id, archived, ...fields }: TemplateFields & { id: string; archived: boolean },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into checklist_templates
       (org_id, id, saved, name, kind, auto_start, unit_ids, location_ids, legal_entity_ids, tasks, archived_at, created_at, updated_at)
     values ($1, $2, true, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     on conflict (org_id, id) do update
       set saved = true, name = excluded.name, kind = excluded.kind, auto_start = excluded.auto_start, unit_ids = excluded.unit_ids,
           location_ids = excluded.location_ids, legal_entity_ids = excluded.legal_entity_ids, tasks = excluded.tasks,
           archived_at = case when excluded.archived_at is null then null
                              else coalesce(checklist_templates.archived_at, excluded.archived_at) end,
           updated_at = excluded.updated_at`,
    [
      ...[db.orgId, id, fields.name, fields.kind, fields.auto_start, fields.unit_ids],
      ...[fields.location_ids, fields.legal_entity_ids, JSON.stringify(fields.tasks)],
      ...[archived ? now : null, now],
    ],
  )
}

/** A new organization gets the two templates that each one begins with. */
export async function insertStarters(
  db: Pick<Db, 'orgId' | 'query'>,
  newId: () => string,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into checklist_templates (org_id, id, starter, saved, kind, auto_start, created_at)
     values ($1, $2, $4, false, $4, true, $6), ($1, $3, $5, false, $5, true, $6)`,
    [db.orgId, newId(), newId(), ...starters, now],
  )
}

/** The ids of conditions that no record has, by the list that they are in. */
export async function findMissingConditions(
  db: Db,
  { unit_ids, location_ids, legal_entity_ids }: Conditions,
): Promise<{ list: keyof Conditions; id: string }[]> {
  return db.query(
    `select 'unit_ids' as list, u.id from unnest($2::uuid[]) as u (id)
      where not exists (select 1 from units r where r.org_id = $1 and r.id = u.id)
      union all
     select 'location_ids', l.id from unnest($3::uuid[]) as l (id)
      where not exists (select 1 from locations r where r.org_id = $1 and r.id = l.id)
      union all
     select 'legal_entity_ids', g.id from unnest($4::uuid[]) as g (id)
      where not exists (select 1 from legal_entities r where r.org_id = $1 and r.id = g.id)`,
    [db.orgId, unit_ids, location_ids, legal_entity_ids],
  )
}
