import type pg from 'pg'
import { ConfigError } from '../config/error.ts'
import { plannerSettings } from './planner.ts'

/**
 * The roles that tables, policies and functions name, with the settings that each start gives them. Roles belong to the
 * server and not to a database: a dump of a database names them and does not make them.
 */
const roles: Record<string, Record<string, string>> = {
  rollcall_app: {
    statement_timeout: '5s',
    idle_in_transaction_session_timeout: '10s',
    lock_timeout: '2s',
    timezone: 'UTC',
    ...plannerSettings,
  },
  rollcall_system: { lock_timeout: '2s', timezone: 'UTC', jit: 'off' },
  rollcall_jobs: {},
}

interface Found {
  name: string
  exists: boolean
  /** The owner's login can become it. */
  usable: boolean
  /** The names of the settings that it has. */
  settings: string[]
  user: string
}

/**
 * Makes the roles that are missing, and lets the owner's login become them. A role that is there keeps what it has, such
 * as a login and a password.
 *
 * @param owner a connection with the owner's login
 * @returns the names of the roles that it has made
 * @throws ConfigError when that login may not do so, with the statements that an administrator can run
 */
export async function prepareRoles(owner: pg.ClientBase): Promise<string[]> {
  const found = await findRoles(owner)
  const missing = found.flatMap(({ name, exists }) => (exists ? [] : [name]))
  const unusable = found.flatMap(({ name, usable }) => (usable ? [] : [name]))
  if (unusable.length > 0)
    await owner.query([...missing.map(create), grant(unusable, 'current_user')].join('\n')).catch((error) => {
      throw refusal(error as Error, missing, unusable, found[0]!.user)
    })
  for (const { name, settings } of found)
    for (const [setting, value] of Object.entries(roles[name]!))
      if (!settings.includes(setting))
        // Connections ask for these settings themselves; the role has them for a pooler that drops what they ask for.
        await owner.query(`alter role ${name} set ${setting} = '${value}'`).catch(ignoreRefusal)
  return missing
}

async function findRoles(owner: pg.ClientBase): Promise<Found[]> {
  const { rows } = await owner.query<Found>(
    `select asked.name, r.oid is not null as exists, coalesce(pg_has_role(current_user, r.oid, 'SET'), false) as usable,
            array(select lower(split_part(setting, '=', 1))
                    from pg_db_role_setting s, unnest(s.setconfig) setting
                   where s.setrole = r.oid and s.setdatabase = 0) as settings,
            quote_ident(current_user) as user
       from unnest($1::text[]) with ordinality as asked (name, place)
       left join pg_roles r on r.rolname = asked.name
      order by asked.place`,
    [Object.keys(roles)],
  )
  return rows
}

/** Of two processes that make a role at once, for two databases of one server, the later one finds it. */
const create = (name: string) =>
  `do $$ begin create role ${name} nologin; exception when duplicate_object or unique_violation then null; end $$;`

const grant = (names: string[], user: string) => `grant ${names.join(', ')} to ${user};`

function refusal(
  error: Error & { code?: string },
  missing: string[],
  unusable: string[],
  user: string,
): Error {
  if (error.code !== '42501') return error
  const why =
    missing.length > 0
      ? `this server lacks ${missing.join(', ')}, and its user may not create roles`
      : `its user is no member of ${unusable.join(', ')}`
  const statements = [...missing.map((name) => `create role ${name};`), grant(unusable, user)].join(' ')
  return new ConfigError(
    `DATABASE_URL cannot be used: ${why}. Use one that may, or let an administrator say: ${statements}`,
    { cause: error },
  )
}

function ignoreRefusal(error: Error & { code?: string }): void {
  if (error.code !== '42501') throw error
}
