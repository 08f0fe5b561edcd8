import type { Knex } from 'knex'

/**
 * Every reference gets an index that begins with its columns. Without it, PostgreSQL reads the whole table when the
 * record that it refers to is changed or deleted.
 *
 * `person_ids` is dropped: when a person is erased, their stored answers are found by the ids in the answers, and a
 * second list could differ from them.
 *
 * `people_by_name` is dropped: no query reads all people in order of name. But the planner used this index, which ends
 * with the id, for look-ups by id, and they were slow in a large organization.
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
