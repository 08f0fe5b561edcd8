import type { Knex } from 'knex'

/**
 * Pages of the directory are read in order of name. The id is in the index as text: with the id itself at its end, the
 * planner used this index for look-ups by id, and they were slow in a large organization. Both have the same order.
 *
 * How many people work here on a day is counted from the index of employments alone, without reading the table. The
 * few people who were erased are in an index of their own, because they do not count among those who have left.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index people_by_name on people (org_id, family_name, given_name, (id::text) collate "C");
    create index people_erased on people (org_id, id) where erased_at is not null;
    create index employments_by_end on employments (org_id, last_day, start_date, person_id);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
