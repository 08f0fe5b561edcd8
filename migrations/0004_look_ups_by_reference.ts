import type { Knex } from 'knex'

/**
 * Every reference gets an index that begins with its columns, so that what it points to can be changed or deleted
 * without reading the whole table. Whose stored answers are to go when a person is erased is read off the answers, which
 * name people by id: a list beside them could only disagree.
 * No list goes by the names of all people: filters come first. But an index on the names with the id at its end draws
 * look-ups by id to itself, and is slow at them in a large organization.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index job_rows_of_employment on job_rows (org_id, employment_id);
    create index sessions_of_member on sessions (org_id, membership_id);
    create index credential_lookups_of_credential on credential_lookups (org_id, credential_id);
    alter table idempotency_records drop column person_ids;
    drop index people_by_name;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
