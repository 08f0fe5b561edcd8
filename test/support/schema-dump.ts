import type pg from 'pg'

/** The parts of a table, in the order in which they are printed. Each row is one line. */
const parts = `
  select c.relname as name, 1 as part, a.attnum as position,
         a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
           || case when a.attcollation not in (0, t.typcollation) then ' collate ' || l.collname else '' end
           || case when a.attnotnull then ' not null' else '' end
           || coalesce(case when a.attgenerated = '' then ' default ' else ' generated as ' end || pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  union all
  -- Since PostgreSQL 18 the catalogue also has constraints for not null, which the columns show already.
  select conrelid::regclass::text, 2, 0, 'constraint ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
  union all
  select i.indrelid::regclass::text, 3, 0, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
   where c.relnamespace = 'public'::regnamespace and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
  union all
  select c.relname, 4, 0, 'row-level security' || case when c.relforcerowsecurity then ' forced' else '' end
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
  union all
  select tablename, 5, 0,
         'policy ' || policyname || ' for ' || lower(cmd) || ' to ' || array_to_string(roles, ', ')
           || coalesce(' using ' || qual, '') || coalesce(' with check ' || with_check, '')
    from pg_policies where schemaname = 'public'
  union all
  select table_name, 6, 0, 'grant ' || string_agg(lower(privilege_type), ', ' order by privilege_type) || ' to ' || grantee
    from information_schema.table_privileges
   where table_schema = 'public' and grantee like 'rollcall%'
   group by table_name, grantee
  union all
  select c.relname, 7, 0, 'unlogged' from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'u'`

const functions = `
  select 'function ' || p.oid::regprocedure || case when p.prosecdef then ' with the rights of ' || p.proowner::regrole || ', set ' || array_to_string(p.proconfig, ', ') else '' end
         || ', called by ' || coalesce(string_agg(r.rolname, ', ' order by r.rolname), 'nobody') as line
    from pg_proc p
    left join pg_roles r on r.rolname like 'rollcall%' and r.oid <> p.proowner and has_function_privilege(r.oid, p.oid, 'execute')
   where p.pronamespace = 'public'::regnamespace
     and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')
   group by p.oid, p.prosecdef, p.proconfig`

/** What the role that queues jobs may do in the tables of the queue: they are not ours, so they are not shown above. */
const queueRights = `
  select 'role rollcall_jobs may ' || privilege || ' ' || c.oid::regclass
         || case when has_table_privilege('rollcall_jobs', c.oid, privilege) then ''
                 else ' (' || string_agg(a.attname, ', ' order by a.attname) || ')' end as line
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
         unnest('{select,insert,update}'::text[]) as privilege
   where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind in ('r', 'p', 'v')
     and has_column_privilege('rollcall_jobs', c.oid, a.attnum, privilege)
   group by c.oid, privilege
  union all
  select 'policy ' || policyname || ' on ' || schemaname || '.' || tablename || ' for ' || lower(cmd) || ' to ' || array_to_string(roles, ', ')
         || coalesce(' using ' || qual, '') || coalesce(' with check ' || with_check, '')
    from pg_policies where schemaname = 'graphile_worker'`

/**
 * The whole schema as text. Its order does not depend on the order of migrations, so that a diff shows only changes.
 */
export async function dumpSchema(db: pg.Pool): Promise<string> {
  const lines = await db.query<{ name: string; line: string }>(
    // In a cluster, tables that stay on the coordinator have a shard there: credential_lookups_102128.
    `select name, line from (${parts}) as parts where name !~ '_\\d{6,}$' order by name, part, position, line`,
  )
  const called = await db.query<{ line: string }>(
    `select line from (${functions}) as functions order by line collate "C"`,
  )
  const queue = await db.query<{ line: string }>(
    `select line from (${queueRights}) as rights order by line collate "C"`,
  )
  const byTable = Map.groupBy(lines.rows, ({ name }) => name)
  const tables = [...byTable].map(
    ([name, rows]) => `table ${name}\n${rows.map(({ line }) => `  ${line}\n`).join('')}`,
  )
  const more = [...called.rows, ...queue.rows].map(({ line }) => `${line}\n`)
  return `${tables.join('\n')}\n${more.join('')}`
}
