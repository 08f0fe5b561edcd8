import type { Knex } from 'knex'

/**
 * Private and payroll details are encrypted, each value by itself, with a key of the person (src/secrets/personal.ts).
 *
 * `person_keys` has the keys. Deleting a row makes the details of that person unreadable, also in copies of
 * `person_details`. It refers to no other table, so that it can be backed up and restored apart from them.
 *
 * Details from before are not readable here, because a migration has no key: where there are any, they stay in
 * `person_details_plain`. The next start encrypts them and drops that table.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table person_details rename to person_details_plain;
    alter table person_details_plain rename constraint person_details_pkey to person_details_plain_pkey;
    alter table person_details_plain
      rename constraint person_details_org_id_person_id_fkey to person_details_plain_org_id_person_id_fkey;
    revoke all on person_details_plain from rollcall_app;

    create table person_keys (
      org_id      uuid not null,
      person_id   uuid not null,
      -- Names the SECRET_KEY that wrapped it.
      key_id      text not null,
      wrapped_key bytea not null,
      primary key (org_id, person_id)
    );
    create index person_keys_by_key on person_keys (key_id, org_id, person_id);
    select protect_table('person_keys', 'append-only');

    create table person_details (
      org_id                 uuid not null,
      person_id              uuid not null,
      personal_email         bytea,
      personal_phone         bytea,
      address                bytea,
      emergency_contacts     bytea,
      birthday               bytea,
      gender                 bytea,
      nationality            bytea,
      tax_id                 bytea,
      social_security_number bytea,
      iban                   bytea,
      payroll_changed_at     timestamptz,
      primary key (org_id, person_id),
      foreign key (org_id, person_id) references people (org_id, id)
    );
    select protect_table('person_details', 'editable');

    -- What somebody is to be told, and has not been told yet. It holds names of fields and never their values.
    create table notices (
      org_id     uuid not null,
      id         uuid not null,
      kind       text not null check (kind in ('payroll_changed')),
      person_id  uuid not null,
      recipient  text not null check (recipient in ('person', 'administration')),
      about      text[] not null,
      created_at timestamptz not null,
      primary key (org_id, id),
      foreign key (org_id, person_id) references people (org_id, id)
    );
    create index notices_of_person on notices (org_id, person_id);
    select protect_table('notices', 'append-only');
  `)
  // The owner of the database may be subject to row-level security. This role sees the rows of all organizations.
  await knex.raw('set local role rollcall_system')
  const { rows } = await knex.raw<{ rows: unknown[] }>('select 1 from person_details_plain limit 1')
  await knex.raw('reset role')
  if (rows.length === 0) await knex.raw('drop table person_details_plain')
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
