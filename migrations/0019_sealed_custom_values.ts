import type { Knex } from 'knex'

/**
 * Values of private custom fields are encrypted like private details, with the key of the person
 * (src/secrets/personal.ts). A value is in `value` or in `sealed`, and in neither after it was cleared.
 *
 * A migration has no key. So private fields from before are marked, and a job encrypts their values.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table custom_values
      add column sealed bytea,
      add constraint custom_values_one_form check (value is null or sealed is null);

    -- Some values do not have the form yet that the tier asks for. They can be read all the same.
    alter table custom_fields add column rewriting boolean not null default false;
    create index custom_fields_rewriting on custom_fields (org_id) where rewriting;
  `)
  // The owner of the database may be subject to row-level security. This role sees the rows of all organizations.
  await knex.raw('set local role rollcall_system')
  await knex.raw(`update custom_fields set rewriting = true where tier = 'private' and type <> 'file'`)
  await knex.raw('reset role')
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
