import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { inForce, stays } from '../fragments.ts'

/** An employment for which templates may start by themselves. */
export interface Beginning {
  personId: string
  employmentId: string
  kind: 'onboarding' | 'offboarding'
  /** The first or the last day. */
  day: Day
}

/** A template that starts by itself, for an employment. */
export interface Due {
  person_id: string
  employment_id: string
  day: Day
  template_id: string
  /** The manager on the day it starts, or on the first day of the employment if that is later. */
  manager_id: string | null
}

/**
 * The templates that start by themselves for these employments: saved ones whose conditions the job matches, as it is today or
 * on its first day, and of which none is open for the employment. Which templates are for which units is found out once: a file
 * may hire people into many units, each with others above it. The checklists that are open are found by their people: a template may
 * have those of thousands.
 */
export function findDueTemplates(db: Db, beginnings: readonly Beginning[], today: Day): Promise<Due[]> {
  return db.query<Due>(
    `with recursive jobs as (
       select n.person_id, n.employment_id, n.kind, n.day, j.unit_id, j.location_id, j.legal_entity_id, j.manager_id
         from jsonb_to_recordset($2::jsonb) as n(person_id uuid, employment_id uuid, kind text, day date)
         join employments e on e.org_id = $1 and e.id = n.employment_id
         join job_rows j on j.org_id = $1 and j.employment_id = e.id
          and ${inForce('j', 'greatest(e.start_date, least($3::date, e.last_day))')}),
     above as (
       select j.unit_id as unit, j.unit_id as id from jobs j where j.unit_id is not null
       union
       select a.unit, u.parent_id
         from above a
        cross join lateral (select w.parent_id from units w where w.org_id = $1 and w.id = a.id limit 1) u
        where u.parent_id is not null),
     named as (
       select c.id as template_id, n.unit_id
         from checklist_templates c cross join lateral unnest(c.unit_ids) as n(unit_id)
        where c.org_id = $1 and c.saved and c.archived_at is null),
     matching as (
       select a.unit, n.template_id from above a join named n on n.unit_id = a.id),
     begun as (
       select r.employment_id, r.template_id
         from (select distinct j.person_id as id from jobs j) p
        cross join lateral (select c.* from checklist_runs c where c.org_id = $1 and c.person_id = p.id offset 0) r
        where r.status = 'open' and r.employment_id is not null)
     select j.person_id, j.employment_id, j.day, t.id as template_id,
            case when ${stays('j.manager_id', '$3')} then j.manager_id end as manager_id
       from jobs j
       join checklist_templates t
         on t.org_id = $1 and t.kind = j.kind and t.saved and t.auto_start and t.archived_at is null
      where (t.unit_ids = '{}' or (j.unit_id, t.id) in (select m.unit, m.template_id from matching m))
        and (t.location_ids = '{}' or j.location_id = any(t.location_ids))
        and (t.legal_entity_ids = '{}' or j.legal_entity_id = any(t.legal_entity_ids))
        and (j.employment_id, t.id) not in (select b.employment_id, b.template_id from begun b)
      order by j.person_id, t.created_at, t.id`,
    [
      db.orgId,
      JSON.stringify(
        beginnings.map(({ personId, employmentId, kind, day }) => ({
          person_id: personId,
          employment_id: employmentId,
          kind,
          day,
        })),
      ),
      today,
    ],
  )
}

/** The open checklist of a template for an employment. */
export async function findOpenRun(
  db: Db,
  templateId: string,
  employmentId: string | null,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    `select r.id from checklist_runs r
      where r.org_id = $1 and r.template_id = $2 and r.employment_id = $3 and r.status = 'open'`,
    [db.orgId, templateId, employmentId],
  )
  return row?.id
}

/**
 * The manager of a person today, on the first day of who is to start, or on the last day of who has left; null where there is
 * none, or when they have left.
 */
export async function findManager(db: Db, personId: string, today: Day): Promise<string | null> {
  const [row] = await db.query<{ manager_id: string | null }>(
    `select case when ${stays('j.manager_id', '$3')} then j.manager_id end as manager_id
       from job_rows j
      where j.org_id = $1 and j.person_id = $2
      order by coalesce(j.valid_to < $3, false), case when j.valid_to < $3 then $3 - j.valid_from else j.valid_from - $3 end
      limit 1`,
    [db.orgId, personId, today],
  )
  return row?.manager_id ?? null
}
