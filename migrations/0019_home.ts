import type { Knex } from 'knex'

/** Indexes by which the home page finds days of the next weeks among the history of all people. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index employments_by_start on employments (org_id, start_date, person_id);
    create index job_rows_by_start on job_rows (org_id, valid_from, person_id);
    create index job_rows_by_probation on job_rows (org_id, probation_end_date, person_id)
      where probation_end_date is not null;
    create index job_rows_by_contract_end on job_rows (org_id, contract_end_date, person_id)
      where contract_end_date is not null;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
