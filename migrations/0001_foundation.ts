import type { Knex } from 'knex'

/**
 * Roles, organizations, and the function that protects their tables.
 *
 * `rollcall_app` is the role of the application: it owns nothing and sees one organization at a time. `rollcall_system`
 * owns the functions that must see all organizations: those that find the organization of a credential, and the sweeps.
 * `rollcall_jobs` owns nothing but the function that queues a job. src/db/roles.ts makes the roles and gives them their
 * settings, because roles belong to the server and not to a database.
 *
 * All of these migrations up to `0019_erasure` are a first installation: they run before the tables are distributed in a
 * cluster, so that several statements may share a message. What follows them may not assume that (README.md).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    revoke create on schema public from public;
    grant usage on schema public to rollcall_app, rollcall_system, rollcall_jobs;

    create extension if not exists btree_gist;
    create extension if not exists btree_gin;
    create extension if not exists pg_trgm;

    -- Large objects know no row-level security. Where the functions belong to somebody else, PostgreSQL only warns.
    revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea), lo_put(oid, bigint, bytea)
      from public;

    -- Protects a table of organizations, so that no migration forgets a part of it:
    --
    --     select protect_table('events', 'append-only');
    --
    -- forces row-level security, lets rollcall_app see only its organization, and grants what the kind of table needs:
    -- rows of an append-only table are inserted, those of an editable one are updated, too. The application never deletes
    -- rows. Without app.org_id a query fails and does not just find nothing.
    create function protect_table(p_table regclass, p_kind text) returns void
    language plpgsql set search_path = public, pg_temp as $$
    begin
      if p_kind not in ('append-only', 'editable') then
        raise exception 'protect_table: % is neither append-only nor editable', p_kind;
      end if;
      execute format('alter table %s enable row level security', p_table);
      execute format('alter table %s force row level security', p_table);
      execute format($policy$
        create policy of_organization on %s to rollcall_app
          using (org_id = current_setting('app.org_id')::uuid)
          with check (org_id = current_setting('app.org_id')::uuid)$policy$, p_table);
      execute format('create policy of_system on %s to rollcall_system using (true) with check (true)', p_table);
      execute format('grant select, insert, update, delete on %s to rollcall_system', p_table);
      execute format('grant select, insert%s on %s to rollcall_app',
                     case p_kind when 'editable' then ', update' else '' end, p_table);
    end $$;
    revoke execute on function protect_table(regclass, text) from public;

    create table organizations (
      org_id               uuid primary key,
      slug                 text not null,
      name                 text not null,
      country              text not null,
      time_zone            text not null default 'UTC',
      language             text,
      palette              text not null default 'emerald',
      shell                text not null default 'ink',
      status               text not null default 'active' check (status in ('active', 'paused', 'closed')),
      pause_reason         text check (pause_reason in ('unpaid', 'details_missing')),
      paused_since         timestamptz,
      delete_on            date,
      approve_job_change   text not null default 'off'
        check (approve_job_change in ('off', 'hr', 'manager', 'manager_then_hr')),
      approve_termination  text not null default 'off'
        check (approve_termination in ('off', 'hr', 'manager', 'manager_then_hr')),
      approve_pay_change   text not null default 'off' check (approve_pay_change in ('off', 'hr')),
      approvals_updated_at timestamptz,
      sign_in_password     boolean not null default true,
      sign_in_google       boolean not null default true,
      sign_in_microsoft    boolean not null default true,
      created_at           timestamptz not null default now(),
      updated_at           timestamptz not null default now(),
      check ((status = 'active') = (pause_reason is null)),
      check ((status = 'active') = (paused_since is null)),
      check ((status = 'closed') = (delete_on is not null))
    );
    select protect_table('organizations', 'editable');
    -- The operator makes organizations.
    revoke insert on organizations from rollcall_app;

    -- Belongs to no organization, because it is used to find one.
    create table organization_slugs (
      slug   text primary key,
      org_id uuid not null
    );
    grant select, insert, delete on organization_slugs to rollcall_system;

    -- A name for this database, which its backups tell: so that the backup of another one does not take their place. It
    -- is in no backup, and a restored database has one of its own.
    create table database_identity (
      id uuid primary key default gen_random_uuid()
    );
    insert into database_identity default values;

    -- The organization with this slug; null when there is none.
    create function find_organization(p_slug text) returns uuid
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      v_org uuid;
    begin
      select s.org_id into v_org from organization_slugs s where s.slug = lower(p_slug);
      return v_org;
    end $$;

    -- The organization with this slug, and whether its members may sign in with a password; no row when there is none.
    create function find_password_sign_in(p_slug text) returns table (org_id uuid, sign_in_password boolean)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org uuid := find_organization(p_slug);
    begin
      if v_org is null then return; end if;

      return query select v_org, o.sign_in_password from organizations o where o.org_id = v_org;
    end $$;

    grant create on schema public to rollcall_system;
    alter function find_organization owner to rollcall_system;
    alter function find_password_sign_in owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function find_organization, find_password_sign_in from public;
    grant execute on function find_organization, find_password_sign_in to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
