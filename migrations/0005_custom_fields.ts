import type { Knex } from 'knex'

/**
 * Custom fields of people, and their values. Values are in a table of their own, so that no query for people can return
 * private ones by accident. Those of private fields are encrypted like private details, with the key of the person
 * (src/secrets/personal.ts): a value is in `value` or in `sealed`, and in neither after it was cleared, because the
 * application deletes no rows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table custom_fields (
      org_id      uuid not null references organizations (org_id),
      id          uuid not null,
      key         text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
      label       text not null,
      type        text not null check (type in ('text', 'number', 'date', 'select', 'boolean', 'file')),
      options     text[] not null default '{}',
      tier        text not null check (tier in ('public', 'job', 'private')),
      position    integer not null check (position >= 0),
      file        jsonb,
      -- Some values do not have the form yet that the tier asks for. They can be read all the same, and a job changes them.
      rewriting   boolean not null default false,
      archived_at timestamptz,
      created_at  timestamptz not null default now(),
      updated_at  timestamptz not null default now(),
      primary key (org_id, id),
      check ((type = 'select') = (cardinality(options) > 0)),
      check ((type = 'file') = (file is not null))
    );
    create unique index custom_fields_key on custom_fields (org_id, key);
    create index custom_fields_rewriting on custom_fields (org_id) where rewriting;
    select protect_table('custom_fields', 'editable');

    create table custom_values (
      org_id     uuid not null,
      person_id  uuid not null,
      field_id   uuid not null,
      value      jsonb,
      sealed     bytea,
      updated_at timestamptz not null,
      primary key (org_id, person_id, field_id),
      foreign key (org_id, person_id) references people (org_id, id),
      foreign key (org_id, field_id) references custom_fields (org_id, id),
      constraint custom_values_one_form check (value is null or sealed is null)
    );
    create index custom_values_of_field on custom_values (org_id, field_id);
    select protect_table('custom_values', 'editable');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
