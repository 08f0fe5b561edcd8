import type pg from 'pg'
import { hashSecret, newApiKey } from '../src/secrets/credentials.ts'

/** The shape of the organizations to make: each has this many units and people. */
export interface Shape {
  organizations: number
  units: number
  people: number
  /** Job rows of each person: one in force, the others before it. */
  jobs?: number
  /** People below each manager. */
  reports?: number
  /** How many keys in total. They belong to the organizations in turn. */
  keys: number
}

/**
 * Fills the tables by bulk SQL with the same rows that the service would write: a root, departments and teams with
 * leads, people with one employment and their job rows, one owner and their keys.
 *
 * @param client a connection with the owner's login
 * @returns the secrets of the keys
 */
export async function fill(client: pg.ClientBase, shape: Shape): Promise<string[]> {
  const { organizations, units, people, jobs = 1, reports = 10 } = shape
  // The rows are known to be consistent. Without the checks of foreign keys this takes seconds and not minutes.
  await client.query('set session_replication_role = replica')
  await client.query(`
    create temp table made as select n, uuidv7() as org_id, uuidv7() as user_id, uuidv7() as membership_id
      from generate_series(1, ${organizations}) n;
    create temp table made_units as select org_id, k, uuidv7() as id,
           case when k = 1 then 'Company' when k <= 8 then 'Department ' || k else 'Team ' || k end as name
      from made, generate_series(1, ${units}) k;
    create temp table made_people as select org_id, k, uuidv7() as id, uuidv7() as employment_id,
           (array['Engineer', 'Designer', 'Accountant', 'Recruiter', 'Analyst'])[1 + k % 5] as title
      from made, generate_series(1, ${people}) k;
    create index on made_units (org_id, k);
    create index on made_people (org_id, k);
    analyze made_units, made_people;

    insert into organizations (org_id, slug, name, country, time_zone)
    select org_id, 'bench-' || org_id, 'Company ' || n, 'DE', 'Europe/Berlin' from made;

    insert into organization_slugs (slug, org_id)
    select 'bench-' || org_id, org_id from made;

    insert into reporting_lines (org_id) select org_id from made;

    insert into users (org_id, id, email, email_key, display_name)
    select org_id, user_id, 'owner@company.example', 'owner@company.example', 'Olga Owner' from made;

    insert into memberships (org_id, id, user_id, role)
    select org_id, membership_id, user_id, 'owner' from made;

    insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text)
    select p.*, email, ${folded(`given || ' ' || family || ' ' || email`)}
      from (select org_id, id,
           (array['Ada', 'Björn', 'Chiara', 'Dimitri', 'Émilie', 'Femke', 'Goran', 'Hanna', 'Ivo', 'Julia'])[1 + k % 10] as given,
           (array['Müller', 'Nowak', 'Okafor', 'Petrov', 'Quist', 'Rossi', 'Šimić', 'Tanaka', 'Ueda'])[1 + k / 10 % 9] || ' ' || k as family,
           'person.' || k || '@company.example' as email
              from made_people) p;

    insert into units (org_id, id, name, name_key, kind, parent_id, head_person_id)
    select u.org_id, u.id, u.name, ${folded('u.name')},
           case when u.k = 1 then 'company' when u.k <= 8 then 'department' else 'team' end,
           p.id, h.id
      from made_units u
      join made_people h on h.org_id = u.org_id and h.k = 1 + (u.k - 1) % ${people}
      left join made_units p on p.org_id = u.org_id and p.k = case when u.k = 1 then 0 when u.k <= 8 then 1 else 2 + u.k % 7 end;

    insert into employments (org_id, id, person_id, start_date, start_announced_at)
    select org_id, employment_id, id, date '2015-01-01' + k * 37 % 3650, now() from made_people;

    insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, unit_id, manager_id,
                          employment_type, fte, reason, contract_type, search_text, start_announced_at)
    select p.org_id, uuidv7(), p.id, p.employment_id,
           date '2015-01-01' + p.k * 37 % 3650 + 100 * (j - 1),
           case when j < ${jobs} then date '2015-01-01' + p.k * 37 % 3650 + 100 * j - 1 end,
           p.title, u.id, m.id, 'full_time', 1, case when j = 1 then 'hire' else 'transfer' end, 'permanent',
           ${folded('p.title')}, now()
      from made_people p
      cross join generate_series(1, ${jobs}) j
      join made_units u on u.org_id = p.org_id and u.k = 1 + (p.k - 1 + 7 * (${jobs} - j)) % ${units}
      left join made_people m on m.org_id = p.org_id and m.k = (p.k + ${reports} - 2) / ${reports} and p.k > 1;`)
  const secrets = await addKeys(client, shape)
  await client.query('drop table made, made_units, made_people; reset session_replication_role')
  return secrets
}

/**
 * Drops the indexes that are built at once many times faster than row by row: those of the searches, and those that
 * refuse overlapping ranges.
 *
 * @returns what makes them again
 */
export async function dropSlowIndexes(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
      from pg_constraint where contype = 'x'
     union all
    select format('drop index %I', indexname), indexdef
      from pg_indexes where schemaname = 'public' and indexdef like '% USING gin %'`)
  await client.query(rows.map(({ drop }) => drop).join(';'))
  return async () => void (await client.query(rows.map(({ make }) => make).join(';')))
}

/** SQL for what the service makes of a text for its keys and its search. It knows only the letters of these names. */
const folded = (text: string): string => `translate(lower(${text} collate "und-x-icu"), 'öéüšć', 'oeusc')`

async function addKeys(client: pg.ClientBase, { organizations, keys }: Shape): Promise<string[]> {
  const secrets = Array.from({ length: keys }, newApiKey)
  await client.query(
    `with key as (
       select uuidv7() as id, hash, last4, m.*
         from unnest($1::bytea[], $2::text[]) with ordinality as given (hash, last4, k)
         join made m on m.n = 1 + (k - 1) % $3::int
     ), made_keys as (
       insert into api_keys (org_id, id, membership_id, name, audience, last4)
       select org_id, id, membership_id, 'bench', 'manage', last4 from key
     )
     insert into credential_lookups (secret_hash, kind, org_id, credential_id)
     select hash, 'key', org_id, id from key`,
    [secrets.map(hashSecret), secrets.map((secret) => secret.slice(-4)), organizations],
  )
  return secrets
}
