import type pg from 'pg'
import { deadlines } from './deadlines.ts'

/**
 * The proof that each connection of the application gives before its first use: it has the role that it is meant to
 * have, that role cannot see more than one organization, and the deadlines hold. The role and the deadlines are asked
 * for when the connection starts, but a pooler such as pgbouncer may drop that request without a word.
 */

/** A connection that has not proved it. */
export class NotIsolated extends Error {
  /** PostgreSQL's code for "no connection could be made", so that callers get 503. */
  readonly code = '08001'
  /** The problem and its correction, to be read after "… cannot be used: ". */
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(`A connection to the database cannot be used: ${reason}`, options)
    this.reason = reason
  }
}

interface Facts {
  is_cluster: boolean
  role: string
  has_tables: boolean
  /** Attributes and possessions that let the role, or a role that it can become, see all organizations. */
  powers: string[]
  statement_ms: number
  lock_ms: number
  idle_ms: number
  time_zone: string
  process_id: number
}

/** A setting such as `5s`, in milliseconds. */
const ms = (setting: string) => `extract(epoch from current_setting('${setting}')::interval)::float8 * 1000`

/**
 * It asks about all roles that the role is a member of, too. Some of those give their rights at once; the others can be
 * switched to.
 */
const question = `
  select current_user::text as role,
         to_regclass('public.organizations') is not null as has_tables,
         exists (select from pg_extension where extname = 'citus') as is_cluster,
         array(select case when r.rolname = current_user then what else what || ' (by ' || r.rolname || ')' end
                 from pg_roles r,
                      lateral (values (r.rolsuper, 'is a superuser'),
                                      (r.rolbypassrls, 'bypasses row-level security'),
                                      (r.rolreplication, 'may copy the whole database'),
                                      (r.rolcreaterole, 'may change roles'),
                                      (exists (select from pg_shdepend d
                                                where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
                                                  and d.deptype = 'o'
                                                  and d.dbid in (0, (select oid from pg_database
                                                                      where datname = current_database()))),
                                       'owns tables, functions or other things'))
                              as power (holds, what)
                where pg_has_role(current_user, r.oid, 'MEMBER') and holds
                order by r.rolname <> current_user, r.rolname
                limit 3) as powers,
         ${ms('statement_timeout')} as statement_ms,
         ${ms('lock_timeout')} as lock_ms,
         ${ms('idle_in_transaction_session_timeout')} as idle_ms,
         current_setting('TimeZone') as time_zone,
         pg_backend_pid() as process_id`

/**
 * Asks a new connection, in one round trip, whether it can be trusted with calls.
 *
 * @param role the role that it must have
 * @param withinMs how long the caller who waits for this connection can be kept waiting for the answer
 * @returns whether the database is a Citus cluster, and the number of the server process that answered
 * @throws NotIsolated
 */
export async function proveIsolation(
  client: pg.ClientBase,
  role: string,
  withinMs = deadlines.poolWaitMs,
): Promise<{ isCluster: boolean; processId: number }> {
  const query = { text: question, query_timeout: withinMs }
  const { rows } = await client.query<Facts>(query).catch((cause: unknown) => {
    throw new NotIsolated(`it does not say which role it has (${(cause as Error).message}).`, { cause })
  })
  const facts = rows[0] as Facts
  const fault = faultOf(facts, role)
  if (fault !== undefined) throw new NotIsolated(fault)
  return { isCluster: facts.is_cluster, processId: facts.process_id }
}

const dropped =
  'A pooler such as pgbouncer may have dropped the setting "options" of the connection. Connect without it, or let DATABASE_APP_URL name'

function faultOf(facts: Facts, role: string): string | undefined {
  if (facts.role !== role)
    return `its role is ${facts.role} and not ${role}. ${dropped} ${role} itself, as a role with a login and a password.`
  if (facts.powers.length > 0)
    return `its role ${role} must see one organization at a time, but ${facts.powers.join(', ')}. Take that from ${role}.`
  if (!facts.has_tables)
    return 'its database has no tables of this service. It must be the database of DATABASE_URL.'
  const settings: [name: string, found: string | number, expected: string | number][] = [
    ['statement_timeout', facts.statement_ms, deadlines.statementMs],
    ['lock_timeout', facts.lock_ms, deadlines.lockMs],
    ['idle_in_transaction_session_timeout', facts.idle_ms, deadlines.idleInTransactionMs],
    ['TimeZone', facts.time_zone, 'UTC'],
  ]
  const wrong = settings.filter(([, found, expected]) => found !== expected)
  if (wrong.length === 0) return undefined
  const list = wrong.map(([name, found, expected]) => `${name} is ${found} and not ${expected}`)
  return `${list.join(', ')}. ${dropped} ${role} itself, which has these settings; a pooler that remembers others has to be restarted.`
}

/** The fault of a pooler that keeps no connection for each of its clients. */
export const sharedFault =
  'a pooler such as pgbouncer gives the same connection to several clients in turn (pool_mode = transaction), and statements are prepared on each. Let it keep one for each client (pool_mode = session), or connect without it.'
