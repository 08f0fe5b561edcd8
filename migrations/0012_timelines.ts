import type { Knex } from 'knex'

/**
 * Job rows that change after the hire. Each row says which terms it set itself (`own_terms`): a change that takes effect
 * before it reaches the other ones. Ranges are compared at the end of a statement, because one statement may move the
 * end of one row and the beginning of the next. A row that has not begun can be taken back, so these rows may be deleted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table job_rows add column own_terms text[] not null default array[
      'title', 'unit_id', 'manager_id', 'location_id', 'legal_entity_id', 'employment_type', 'fte', 'contract_type',
      'contract_end_date', 'probation_end_date', 'weekly_hours', 'notice_period_days'];

    drop index job_rows_one_open;
    alter table job_rows drop constraint job_rows_org_id_person_id_daterange_excl;
    alter table job_rows add constraint job_rows_without_overlap
      exclude using gist (org_id with =, (person_id::text) with =, daterange(valid_from, valid_to, '[]') with &&)
      deferrable initially immediate;
    alter table job_rows drop constraint job_rows_org_id_person_id_valid_from_key;
    alter table job_rows add constraint job_rows_one_a_day
      unique (org_id, person_id, valid_from) deferrable initially immediate;

    grant delete on job_rows, employments to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
