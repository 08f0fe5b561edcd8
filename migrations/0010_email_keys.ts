import type { Knex } from 'knex'

/**
 * E-mail addresses are unique by a key that the application makes: PostgreSQL cannot bring an international domain to
 * the form that mail servers know. The addresses that are there have no such domain, so that lower case is their key.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table people add column work_email_key text;
    alter table users  add column email_key text;
  `)
  // The owner of the database may be subject to row-level security. This role sees the rows of all organizations.
  await knex.raw(`
    set local role rollcall_system;
    update people set work_email_key = lower(work_email collate "und-x-icu");
    update users  set email_key = lower(email collate "und-x-icu");
    reset role;
  `)
  await knex.raw(`
    alter table people alter column work_email_key set not null;
    alter table users  alter column email_key set not null;
    drop index people_work_email;
    create unique index people_work_email on people (org_id, work_email_key);
    create unique index users_email_key   on users  (org_id, email_key);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
