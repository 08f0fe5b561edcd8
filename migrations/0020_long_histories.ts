import type { Knex } from 'knex'

const statements = [
  // Erasing a person takes their names out of the few lines about credentials and logins: it asks for those of the member among
  // several, and no index of all lines helps with that.
  `create index activity_of_logins on activity (org_id, membership_id)
    where subject_type in ('api_key', 'connection', 'membership')`,
  // The sweep knows ids of connections, and not their organizations. Most connections are over.
  `create index oauth_connections_by_id on oauth_connections (id)`,
  // The few of which nothing came yet, of all organizations.
  `create index oauth_connections_waiting on oauth_connections (created_at) where connected_at is null`,
  // An hour of the week in which the storage is asked for the bytes of a document (shares in src/queries/system/files.ts).
  `create index documents_by_share on documents (((hashtext(id::text) & 65535) % 168), org_id, id)
    where status = 'ready' and deleted_at is null`,
  // The ledger is kept for good, and a job asks every ten minutes who was erased lately.
  `create index erasures_by_time on erasures (erased_at)`,
  // Who does a task in each checklist has done thousands.
  `create index checklist_tasks_open_of_assignee on checklist_tasks (org_id, assignee_person_id, due_date, id)
    where status = 'open'`,
]

/** Indexes for what is asked for among rows that are over and stay. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
