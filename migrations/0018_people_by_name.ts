import type { Knex } from 'knex'

/**
 * Pages of the directory are read in order of name. The id is in the index as text: with the id itself at its end, the
 * planner used this index for look-ups by id, and they were slow in a large organization. Both have the same order.
 *
 * How many people work here is counted from the other index alone, without reading the table.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index people_by_name on people (org_id, family_name, given_name, (id::text) collate "C");
    create index employments_by_end on employments (org_id, last_day, start_date, person_id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
