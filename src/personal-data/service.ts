/** A table of the service itself, whose rows are of no organization. */
export interface ServiceTable {
  columns: readonly string[]
  /** The part about people, and why nothing of it is left of somebody who is erased. */
  people: string
}

const table = (columns: string, people: string): ServiceTable => ({ columns: columns.split(' '), people })

/**
 * The tables that are of no organization, and so not in the register: they find one, count callers, or belong to the service. A
 * test compares this, too, with the database: nobody may be told by a column that is not considered here.
 */
export const serviceTables: Readonly<Record<string, ServiceTable>> = {
  organization_slugs: table('slug org_id', 'none: names of organizations'),
  credential_lookups: table(
    'secret_hash kind org_id credential_id',
    'none: digests of secrets by chance. The credentials of who is erased have ended',
  ),
  attempt_windows: table(
    'subject_hash minute in_minute hour in_hour day in_day',
    'digests of logins and addresses, removed when their day is over',
  ),
  sign_in_networks: table(
    'login_network_hash signed_in_at',
    'digests of logins with their networks, removed a month after the last sign-in',
  ),
  oauth_objects: table(
    'model id_hash org_id connection_id payload created_at consumed_at expires_at',
    'ids of members. Those of connections are deleted with the erasure, and what is not agreed to within the hour',
  ),
  oauth_cimd_documents: table('client_id document fetched_at', 'none: what apps publish of themselves'),
  worker_pools: table('pool_id lock_key database_started_at started_at', 'none: processes'),
  job_tasks: table('name', 'none: names of tasks'),
  database_identity: table('id', 'none'),
  schema_migrations: table('id name batch migration_time', 'none'),
  schema_migrations_lock: table('index is_locked', 'none'),
}
