import type pg from 'pg'
import { ConfigError } from '../config/error.ts'

/** The tables of a cluster. */
export interface Distribution {
  /** The tables that are sharded by organization now, and were not before. */
  distributed: string[]
  /** All that are. */
  sharded: string[]
  /** Names of the tables that stay on the coordinator. */
  kept: string[]
}

interface Table {
  name: string
  /** Each of its keys has org_id, and it is logged: online moves of shards need that. */
  by_organization: boolean
  logged: boolean
  sharded: boolean
  /** Citus knows it, sharded or not. */
  known: boolean
}

/** Tables that others refer to come before those. */
const question = `
  with recursive ours as (
    select c.oid, c.relname::text as name, c.relpersistence = 'p' as logged,
           exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
             and not exists (
               select from pg_index i
                where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)
                  and not exists (select from pg_attribute a
                                   where a.attrelid = c.oid and a.attname = 'org_id' and a.attnum = any (i.indkey)))
             as keyed
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'schema\\_migrations%'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  ), steps (oid, step) as (
    select oid, 0 from ours
     union
    select k.conrelid, s.step + 1
      from steps s
      join pg_constraint k on k.confrelid = s.oid and k.contype = 'f' and k.conrelid <> k.confrelid
  )
  select o.name, o.keyed and o.logged as by_organization, o.logged, p.logicalrelid is not null as known,
         coalesce(p.partmethod = 'h', false) as sharded
    from ours o
    join (select oid, max(step) as step from steps group by oid) s on s.oid = o.oid
    left join pg_dist_partition p on p.logicalrelid = o.oid
   order by o.name <> 'organizations', s.step, o.name`

/**
 * Lets the node of an organization call the functions that begin with it. They have another role than their caller, and
 * in a transaction that has written, the coordinator lets no other role ask the tables.
 */
const ofNodes = `
  select create_distributed_function(p.oid::regprocedure, 'p_org', colocate_with => 'organizations', force_delegation => true)
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.proargnames[1] = 'p_org'
     and not exists (select from pg_dist_object o
                      where o.classid = 'pg_proc'::regclass and o.objid = p.oid and o.distribution_argument_index = 0)`

/**
 * Shards the tables of organizations by `org_id`, all rows of an organization on one node, and tells Citus of the others,
 * so that a commit on both has two phases. What is sharded already stays as it is. All or nothing is done.
 *
 * @param owner a connection with the owner's login, in no transaction
 * @throws ConfigError when the database is no cluster
 */
export async function distribute(owner: pg.ClientBase): Promise<Distribution> {
  if (!(await isCluster(owner)))
    throw new ConfigError(
      'DATABASE_URL names no Citus cluster: its database has no extension citus, or no other node that holds shards. docs/cluster.md says what comes first.',
    )
  return shard(owner)
}

/**
 * Refuses a cluster whose nodes could not do their part.
 *
 * @throws ConfigError
 */
export async function refuseUnreadyCluster(owner: pg.ClientBase): Promise<void> {
  const faults = (await isCluster(owner)) ? await faultsOf(owner) : []
  if (faults.length > 0)
    throw new ConfigError(`The cluster is not ready: ${faults.join(' ')} docs/cluster.md says what it needs.`)
}

/**
 * Shards the tables that migrations have added to a database whose other tables are sharded. Between two migrations, too:
 * a sharded table can refer only to one that is.
 *
 * @returns whether it is such a database
 */
export async function distributeNew(owner: pg.ClientBase): Promise<boolean> {
  if (!(await hasCitus(owner)) || !(await tablesOf(owner)).some(({ sharded }) => sharded)) return false
  await shard(owner)
  return true
}

async function shard(owner: pg.ClientBase): Promise<Distribution> {
  const before = await tablesOf(owner)
  const missing = before.flatMap(({ name, by_organization, sharded }) =>
    by_organization && !sharded ? [name] : [],
  )
  await owner.query('begin')
  try {
    // With one connection to each node, what comes later finds there what came before.
    await owner.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    await owner.query(
      `select create_distributed_table(name::regclass, 'org_id',
                colocate_with => case name when 'organizations' then 'none' else 'organizations' end)
         from (select name from unnest($1::text[]) with ordinality t (name, place) order by place) t`,
      [missing],
    )
    await owner.query(
      'select citus_add_local_table_to_metadata(name::regclass) from unnest($1::text[]) name',
      [
        before.flatMap(({ name, by_organization, logged, known }) =>
          !by_organization && logged && !known ? [name] : [],
        ),
      ],
    )
    await owner.query(ofNodes)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
  const after = await tablesOf(owner)
  const names = (which: boolean) =>
    after.flatMap(({ name, sharded }) => (sharded === which ? [name] : [])).sort()
  return { distributed: missing, sharded: names(true), kept: names(false) }
}

const tablesOf = async (owner: pg.ClientBase): Promise<Table[]> => (await owner.query<Table>(question)).rows

const isTrue = async (owner: pg.ClientBase, condition: string): Promise<boolean> =>
  (await owner.query<{ answer: boolean }>(`select ${condition} as answer`)).rows[0]!.answer

const hasCitus = (owner: pg.ClientBase) => isTrue(owner, `to_regclass('pg_dist_partition') is not null`)

/** Tells whether the database is one of a Citus cluster with a node that can hold shards. */
export const isCluster = async (owner: pg.ClientBase) =>
  (await hasCitus(owner)) && (await isTrue(owner, 'exists (select from pg_dist_node where shouldhaveshards)'))

/** The reasons why the nodes could not do their part, each as a sentence. */
async function faultsOf(owner: pg.ClientBase): Promise<string[]> {
  const { rows: roles } = await owner.query<{ name: string }>(
    `select name from unnest('{rollcall_app,rollcall_system}'::text[]) name
      where not exists (select from pg_roles r where r.rolname = name and r.rolcanlogin)`,
  )
  const { rows: nodes } = await owner.query<{ node: string; setting: string; value: string }>(
    `select n.nodename || ':' || n.nodeport as node, setting, r.result as value
       from unnest('{max_prepared_transactions,wal_level}'::text[]) setting,
            lateral run_command_on_all_nodes('show ' || setting) r
       join pg_dist_node n on n.nodeid = r.nodeid
      where r.success and case setting when 'wal_level' then r.result <> 'logical' else r.result = '0' end
      order by setting, n.nodeid`,
  )
  const { rows: owners } = await owner.query<{ node: string; owner: string }>(
    `select n.nodename || ':' || n.nodeport as node, current_user::text as owner
       from run_command_on_all_nodes(
              format('select rolsuper or rolbypassrls from pg_roles where rolname = %L', current_user)) r
       join pg_dist_node n on n.nodeid = r.nodeid
      where r.success and r.result <> 't'
      order by n.nodeid`,
  )
  return [
    ...owners.map(
      (one) =>
        `${one.owner} has no bypassrls on ${one.node}, and moves the rows of all organizations with it.`,
    ),
    ...roles.map(({ name }) => `${name} has no login, and the nodes connect to each other with it.`),
    ...nodes.map(({ node, setting, value }) => `${setting} is ${value} on ${node}.`),
  ]
}
