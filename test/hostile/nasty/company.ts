import type pg from 'pg'
import { nameKey } from '../../../src/domain/folding.ts'
import { searchText } from '../../../src/domain/search.ts'
import type { Company } from '../../support/company.ts'

/** A letter that becomes six for the search. */
export const letter = '㎯'

/** How nasty a company is. Each number is one that the service accepts, or that older companies may have. */
export interface Nastiness {
  /** The people of one reporting line, each below the one before. */
  line: number
  units: number
  /** People with a long value in each of 30 custom fields. */
  valued: number
  /** Scheduled jobs of one person. */
  scheduled: number
  /** Checklists of 100 tasks, each with as many remarks as it may have. */
  checklists: number
}

/** Who is worth asking for. */
export interface NastyPeople {
  top: string
  bottom: string
  /** The person with many scheduled jobs. */
  scheduled: string
  /** The unit on the lowest level. */
  deepest: string
  /** The unit at the top of the deepest branch. */
  highest: string
  /** A checklist of 100 tasks, and a template of 40. */
  run: string
  template: string
}

const levels = 19
const fields = 30

/** Adds people, who all begin on one day, units and custom values to a company, written directly to the tables. */
export async function makeNasty(
  db: pg.Pool,
  company: Company,
  { line, units, valued, scheduled, checklists }: Nastiness,
): Promise<NastyPeople> {
  const given = letter.repeat(100)
  const people = Array.from({ length: line }, (_, k) => {
    const family = `${letter.repeat(94)}${k}`
    return { k, family, search: [given, family, `n${k}@nasty.example`].map(searchText).join(' ') }
  })
  const names = Array.from({ length: units }, (_, k) => `${letter.repeat(94)}${k}`)
  const title = `${letter.repeat(119)}`
  const client = await db.connect()
  try {
    // The rows are known to be consistent.
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `create temp table nasty_people on commit drop as
         select uuidv7() as id, uuidv7() as employment, k, family, search
           from jsonb_to_recordset($1) as n(k int, family text, search text)`,
      [JSON.stringify(people)],
    )
    await client.query(
      `create temp table nasty_units on commit drop as
         select uuidv7() as id, k::int - 1 as k, name, key from unnest($1::text[], $2::text[]) with ordinality as n(name, key, k)`,
      [names, names.map(nameKey)],
    )
    await client.query('create index on nasty_people (k); create index on nasty_units (k)')
    // The first units are a chain; each other one is somewhere below the root or a unit of the chain.
    await client.query(
      `insert into units (org_id, id, name, name_key, kind, parent_id, head_person_id)
       select $1, u.id, u.name, u.key, 'team', coalesce(above.id, $2), p.id
         from nasty_units u
         left join nasty_units above
           on above.k = case when u.k < $3 then u.k - 1 else u.k % $3 - 1 end
         left join nasty_people p on p.k = u.k`,
      [company.id, company.root, levels],
    )
    await client.query(
      `insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text)
       select $1, id, $2, family, 'n' || k || '@nasty.example', 'n' || k || '@nasty.example', search from nasty_people`,
      [company.id, given],
    )
    await client.query(
      `insert into employments (org_id, id, person_id, start_date, start_announced_at)
       select $1, employment, id, date_trunc('month', current_date), now() from nasty_people`,
      [company.id],
    )
    await client.query(
      `insert into job_rows (org_id, id, person_id, employment_id, valid_from, title, search_text, unit_id, manager_id,
                             location_id, legal_entity_id, employment_type, fte, reason, contract_type, start_announced_at)
       select $1, uuidv7(), p.id, p.employment, date_trunc('month', current_date), $2, $3, u.id, m.id, $5, $6,
              'full_time', 1, 'hire', 'permanent', now()
         from nasty_people p
         join nasty_units u on u.k = p.k % $4
         left join nasty_people m on m.k = p.k - 1`,
      [company.id, title, searchText(title), units, company.location, company.legalEntity],
    )
    await client.query(
      `update job_rows set valid_to = current_date + 10
        where org_id = $1 and person_id = (select id from nasty_people where k = 1)`,
      [company.id],
    )
    await client.query(
      `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, search_text, unit_id,
                             manager_id, employment_type, fte, reason, contract_type, own_terms)
       select $1, uuidv7(), p.id, p.employment, current_date + 10 + n, case when n < $2 then current_date + 10 + n end,
              $3::text || n, $4, u.id, m.id, 'full_time', 1, 'change', 'permanent', '{title}'
         from generate_series(1, $2) n
         join nasty_people p on p.k = 1
         join nasty_people m on m.k = 0
         join nasty_units u on u.k = n % $5`,
      [company.id, scheduled, letter.repeat(100), searchText(title), units],
    )
    await client.query(
      `insert into custom_fields (org_id, id, key, label, type, tier, position)
       select $1, uuidv7(), 'nasty_' || n, $3::text || n, 'text', (array['public', 'job'])[1 + n % 2], n
         from generate_series(1, $2) n`,
      [company.id, fields, letter.repeat(50)],
    )
    await client.query(
      `insert into custom_values (org_id, person_id, field_id, value, updated_at)
       select $1, p.id, f.id, to_jsonb($2::text), now()
         from nasty_people p cross join custom_fields f
        where p.k < $3 and f.org_id = $1`,
      [company.id, letter.repeat(2000), valued],
    )
    await addChecklists(client, company, checklists)
    const { rows } = await client.query<NastyPeople>(
      `select (select id from nasty_people where k = 0) as top,
              (select id from nasty_people order by k desc limit 1) as bottom,
              (select id from nasty_people where k = 1) as scheduled,
              (select id from nasty_units where k = 0) as highest,
              (select id from nasty_units where k = $1) as deepest,
              (select id from checklist_runs where org_id = $2 order by id limit 1) as run,
              (select id from checklist_templates where org_id = $2 and saved order by id limit 1) as template`,
      [levels - 1, company.id],
    )
    await client.query('commit; analyze')
    return rows[0]!
  } finally {
    client.release()
  }
}

/** All templates that a company may have, each of which starts by itself, and checklists whose tasks are due. */
async function addChecklists(client: pg.PoolClient, company: Company, checklists: number): Promise<void> {
  await client.query(
    `insert into checklist_templates (org_id, id, saved, name, kind, auto_start, unit_ids, tasks, created_at, updated_at)
     select $1, uuidv7(), true, $2::text || n, case when n % 2 = 0 then 'onboarding' else 'offboarding' end, true, '{}',
            (select jsonb_agg(jsonb_build_object('id', 't' || k, 'title', $3::text, 'description', $4::text, 'link_url', null,
                                                 'type', 'manager', 'person_id', null, 'offset_days', k, 'visible_days', null))
               from generate_series(1, 40) k), now(), now()
       from generate_series(1, 27) n`,
    [company.id, letter.repeat(70), letter.repeat(120), letter.repeat(1000)],
  )
  await client.query(
    `insert into checklist_runs (org_id, id, template_id, name, kind, person_id, anchor_date, follows, status, started_at)
     select $1, uuidv7(), t.id, t.name, 'custom', p.id, current_date, false, 'open', now()
       from (select id, name from checklist_templates where org_id = $1 and saved limit 1) t
       join nasty_people p on p.k < $2`,
    [company.id, checklists],
  )
  await client.query(
    `insert into checklist_tasks (org_id, id, run_id, place, title, description, assignee_type, manager_missing, offset_days, due_date,
                                  status, created_at)
     select $1, uuidv7(), r.id, k, $2, $3, 'hr', false, 0, current_date - k % 5, 'open', now()
       from checklist_runs r cross join generate_series(1, 100) k where r.org_id = $1`,
    [company.id, letter.repeat(120), letter.repeat(1000)],
  )
  await client.query(
    `insert into checklist_comments (org_id, id, task_id, author, text, created_at)
     select $1, uuidv7(), t.id, p.id, $2, now()
       from checklist_tasks t cross join generate_series(1, 5) n join nasty_people p on p.k = n where t.org_id = $1`,
    [company.id, letter.repeat(2000)],
  )
  await client.query(
    `insert into notifications (org_id, id, membership_id, kind, about_id, person_id, date, created_at)
     select $1, uuidv7(), m.id, 'task', t.id, r.person_id, t.due_date, now()
       from checklist_tasks t join checklist_runs r on r.id = t.run_id join memberships m on m.org_id = $1
      where t.org_id = $1`,
    [company.id],
  )
}
