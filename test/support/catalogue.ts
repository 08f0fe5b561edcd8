import type pg from 'pg'
import { serviceTables } from '../../src/personal-data/service.ts'

type Client = pg.Pool | pg.PoolClient

const tables = `
  with every_table as (
    select c.oid, c.relname as name, c.relrowsecurity, c.relforcerowsecurity
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  ), org_table as (
    select t.*, a.attnum as org_column, a.attnotnull and a.atttypid = 'uuid'::regtype as org_is_key
      from every_table t left join pg_attribute a on a.attrelid = t.oid and a.attname = 'org_id'
     where t.name <> all ('{${Object.keys(serviceTables).join()}}')
  ), own_function as (
    select p.* from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')
  ), ownership as (
    select r.rolname as name, d.classid, d.objid from pg_shdepend d join pg_roles r on r.oid = d.refobjid
     where d.deptype = 'o' and d.refclassid = 'pg_authid'::regclass
       and d.dbid in (0, (select oid from pg_database where datname = current_database()))
  )`

const ofOrganization = `(org_id = (current_setting('app.org_id'::text))::uuid)`

/**
 * The rules of the database, which keep organizations apart and let a cluster distribute them. Each statement selects
 * what breaks a rule, as `problem`.
 */
const rules: string[] = [
  `select name || ' has no column org_id uuid not null' as problem from org_table where org_is_key is not true`,

  `select name || ' has no primary key' from org_table t
    where not exists (select 1 from pg_index i where i.indrelid = t.oid and i.indisprimary)`,

  `select t.name || ': org_id does not come first in ' || i.indexrelid::regclass
     from org_table t join pg_index i on i.indrelid = t.oid
    where i.indisunique and i.indkey[0] is distinct from t.org_column`,

  // In whichever place: they are searched by what differs most.
  `select t.name || ': org_id is not compared in ' || c.conname
     from org_table t join pg_constraint c on c.conrelid = t.oid and c.contype = 'x'
    where not exists (select from unnest(c.conkey, c.conexclop) k (attribute, operator)
                       where k.attribute = t.org_column and k.operator = '=(uuid, uuid)'::regoperator)`,

  `select t.name || ': org_id does not come first on both sides of ' || c.conname
     from org_table t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f'
     left join pg_attribute a on a.attrelid = c.confrelid and a.attname = 'org_id'
    where c.conkey[1] is distinct from t.org_column or c.confkey[1] is distinct from a.attnum`,

  `select t.name || ': ' || c.conname || ' changes other rows by itself (' || pg_get_constraintdef(c.oid) || ')'
     from every_table t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f'
    where c.confdeltype in ('n', 'd') or c.confupdtype in ('c', 'n', 'd')`,

  `select name || ': row-level security is not enabled and forced' from org_table
    where not (relrowsecurity and relforcerowsecurity)`,

  `select t.name || ' has no policy that shows rollcall_app its organization alone' from org_table t
    where not exists (select 1 from pg_policy p where p.polrelid = t.oid and p.polroles = array['rollcall_app'::regrole::oid])`,

  `select t.name || ': the policy ' || p.polname || ' shows rollcall_app more than its organization'
     from org_table t join pg_policy p on p.polrelid = t.oid
    where p.polroles && array[0, 'rollcall_app'::regrole::oid]
      and (not p.polpermissive or p.polroles = '{0}' or p.polcmd <> '*'
           or pg_get_expr(p.polqual, p.polrelid) is distinct from $$${ofOrganization}$$
           or pg_get_expr(p.polwithcheck, p.polrelid) is distinct from $$${ofOrganization}$$)`,

  `select t.name || ' has the trigger ' || g.tgname from every_table t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal`,

  `select t.name || '.' || a.attname || ' is a timestamp without time zone'
     from every_table t join pg_attribute a on a.attrelid = t.oid
    where not a.attisdropped and a.atttypid in ('timestamp'::regtype, 'timestamp[]'::regtype)`,

  `select c.relname || ' is a view with its owner''s rights, which sees every organization' from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend e where e.objid = c.oid and e.deptype = 'e')
      and (c.relkind = 'm' or c.relkind = 'v' and coalesce(c.reloptions, '{}') && '{security_invoker=true,security_invoker=on}' is not true)`,

  `select p.oid::regprocedure || ' runs with its owner''s rights, but its caller chooses the search_path' from own_function p
    where p.prosecdef and not coalesce(array_to_string(p.proconfig, ' '), '') like '%search_path=%'`,

  `select p.oid::regprocedure || ' may be called by everybody' from own_function p
    where has_function_privilege('public', p.oid, 'execute')`,

  `select p.oid::regprocedure || ' runs with the rights of ' || p.proowner::regrole || ', which is not a role for that'
     from own_function p
    where p.prosecdef and p.proowner::regrole::text not in ('rollcall_system', 'rollcall_jobs')`,

  `select o.name || ' owns ' || pg_describe_object(o.classid, o.objid, 0) from ownership o
    where o.name = 'rollcall_system' and o.objid not in (select oid from own_function where prosecdef)
       or o.name = 'rollcall_jobs' and o.objid <> 'public.enqueue_job(text,json)'::regprocedure`,

  `select 'rollcall_jobs may ' || privilege || ' ' || name
     from every_table, unnest('{select,insert,update,references}'::text[]) as privilege
    where has_any_column_privilege('rollcall_jobs', oid, privilege) and (name, privilege) <> ('job_tasks', 'select')
    union all
   select 'rollcall_jobs may ' || privilege || ' ' || c.oid::regclass
     from pg_class c, unnest('{delete,truncate,trigger}'::text[]) as privilege
    where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      and has_table_privilege('rollcall_jobs', c.oid, privilege)`,

  `select 'rollcall_jobs may call ' || p.oid::regprocedure from own_function p
    where p.proname <> 'enqueue_job' and has_function_privilege('rollcall_jobs', p.oid, 'execute')`,

  `select r.rolname || ' may use the schema graphile_worker' from pg_roles r
    where r.rolname in ('rollcall_app', 'rollcall_system') and has_schema_privilege(r.oid, 'graphile_worker', 'usage')`,

  `select m.member::regrole || ' is a member of ' || m.roleid::regrole from pg_auth_members m
    where m.member::regrole::text in ('rollcall_app', 'rollcall_system', 'rollcall_jobs')`,

  `select rolname || ' may do more than a role of the application (superuser, bypassrls, createrole or createdb)' from pg_roles
    where rolname in ('rollcall_app', 'rollcall_system', 'rollcall_jobs')
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,

  `select name || ' owns ' || pg_describe_object(classid, objid, 0) from ownership where name = 'rollcall_app'`,

  // Privileges that row-level security does not limit.
  `select 'rollcall_app may ' || privilege || ' ' || name from every_table, unnest('{truncate,trigger,references}'::text[]) as privilege
    where has_table_privilege('rollcall_app', oid, privilege)`,

  `select 'rollcall_app may ' || privilege || ' activity, which is append-only'
     from unnest('{update,delete}'::text[]) as privilege
    where has_table_privilege('rollcall_app', 'activity', privilege)
       or privilege = 'update' and has_any_column_privilege('rollcall_app', 'activity', privilege)`,

  `select 'rollcall_app may ' || privilege || ' credential_lookups, which tells organizations apart'
     from unnest('{select,update}'::text[]) as privilege
    where has_any_column_privilege('rollcall_app', 'credential_lookups', privilege)`,
]

/** Everything in the catalogue that breaks a rule, in words. */
export async function catalogueProblems(db: Client): Promise<string[]> {
  const problems: string[] = []
  for (const rule of rules) {
    const { rows } = await db.query<{ problem: string }>(
      `${tables} select problem from (${rule}) as broken (problem) order by 1`,
    )
    problems.push(...rows.map(({ problem }) => problem))
  }
  return problems
}

/** The tables of organizations that the application may read. */
export async function readableTables(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `${tables} select name from org_table where has_table_privilege('rollcall_app', oid, 'select') order by name`,
  )
  return rows.map(({ name }) => name)
}

/** The tables with rows of organizations, and their columns. */
export async function organizationTables(db: Client): Promise<Record<string, string[]>> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `${tables}
     select t.name, array_agg(a.attname::text order by a.attnum) as columns
       from org_table t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      group by t.name order by t.name`,
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/** The tables of the service itself that the database has, and their columns: all that are not of organizations. */
export async function tablesOfService(db: Client): Promise<Record<string, string[]>> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace not in (select n.oid from pg_namespace n where n.nspname ~ '^pg_' or n.nspname in ('information_schema', 'graphile_worker'))
        and not (c.relnamespace = 'public'::regnamespace and c.relname = any ($1))
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      group by c.oid order by 1`,
    [Object.keys(await organizationTables(db))],
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}
