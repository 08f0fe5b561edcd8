import type { Knex } from 'knex'

/**
 * The ranges of a person are compared by their id instead of its text, and first: an index of texts takes more than twice as long to
 * build, to write and to check. No person has the id of their organization, so `nullif` leaves the id as it is. It keeps
 * look-ups of a person away from these indexes, as `person_id::text` did (0003_timelines).
 *
 * In a cluster each of these statements needs a message of its own.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table employments drop constraint employments_org_id_person_id_daterange_excl`)
  await knex.raw(`
    alter table employments add constraint employments_without_overlap
      exclude using gist (nullif(person_id, org_id) with =, org_id with =, daterange(start_date, last_day, '[]') with &&)`)
  await knex.raw(`alter table job_rows drop constraint job_rows_without_overlap`)
  await knex.raw(`
    alter table job_rows add constraint job_rows_without_overlap
      exclude using gist (nullif(person_id, org_id) with =, org_id with =, daterange(valid_from, valid_to, '[]') with &&)
      deferrable initially immediate`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
