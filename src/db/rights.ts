import type pg from 'pg'
import { ConfigError } from '../config/error.ts'

interface Facts {
  /** Tables that hide the rows of others and have no policy, so that nobody sees any row. */
  without_policies: string[]
  /** The function that finds the organization of a credential has the rights of rollcall_system, or is not there. */
  functions_belong: boolean
  app_may_read: boolean
}

/**
 * Refuses a database that a dump was loaded into before its roles were there: psql goes on after errors, and policies,
 * grants and owners are what it could not make. Such a database looks whole and shows no rows.
 *
 * @throws ConfigError
 */
export async function refuseLostRights(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Facts>(
    `select array(select c.relname::text from pg_class c
                   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
                     and (not c.relforcerowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid))
                   order by c.relname) as without_policies,
            not exists (select from pg_proc f
                         where f.pronamespace = 'public'::regnamespace and f.proname = 'authenticate'
                           and f.prosecdef and pg_get_userbyid(f.proowner) <> 'rollcall_system') as functions_belong,
            coalesce(has_table_privilege('rollcall_app', to_regclass('public.organizations'), 'select'), true)
              as app_may_read`,
  )
  const { without_policies: tables, functions_belong, app_may_read } = rows[0]!
  if (tables.length === 0 && functions_belong && app_may_read) return
  const lost = [
    ...(tables.length > 0
      ? [`the row-level policies of ${tables.length > 1 ? `${tables.length} tables` : tables[0]}`]
      : []),
    ...(functions_belong ? [] : ['the owners of its functions']),
    ...(app_may_read ? [] : ['the rights of rollcall_app']),
  ]
  throw new ConfigError(
    `The database lacks ${lost.join(', ')}: a dump was loaded before its roles were there, or without owners and rights. Load it again into an empty database, after npm run org -- roles.`,
  )
}
