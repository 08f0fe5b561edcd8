import type { Knex } from 'knex'

/**
 * Ways to sign in: which of them an organization has on, and the accounts at Google and Microsoft that belong to logins.
 *
 * `identities` has one row for a login and a provider. One that is unlinked keeps its row without account and e-mail,
 * because the application deletes nothing.
 *
 * Sessions remember the network they were started from, as the activity log does, and the kind of browser, so that their
 * owner can tell them apart.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations
      add column sign_in_password  boolean not null default true,
      add column sign_in_google    boolean not null default true,
      add column sign_in_microsoft boolean not null default true;

    -- When the address was proven to be the login's own; null: nobody knows.
    alter table users add column email_verified_at timestamptz;

    alter table sessions
      add column network text check (length(network) <= 60),
      add column browser text check (length(browser) <= 60);

    create table identities (
      org_id    uuid not null,
      user_id   uuid not null,
      provider  text not null check (provider in ('google', 'microsoft')),
      account   text check (length(account) between 1 and 300),
      email     text check (length(email) <= 254),
      linked_at timestamptz,
      primary key (org_id, user_id, provider),
      foreign key (org_id, user_id) references users (org_id, id),
      check ((account is null) = (linked_at is null)),
      check (account is not null or email is null)
    );
    create unique index identities_account on identities (org_id, provider, account);
    select protect_table('identities', 'editable');

    grant create on schema public to rollcall_system;

    -- The organization with this slug, and whether its members may sign in with a password; no row when there is none.
    create function find_company(p_slug text) returns table (org_id uuid, sign_in_password boolean)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org uuid := find_organization(p_slug);
    begin
      if v_org is null then return; end if;

      return query select v_org, o.sign_in_password from organizations o where o.org_id = v_org;
    end $$;
    alter function find_company(text) owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function find_company(text) from public;
    grant execute on function find_company(text) to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
