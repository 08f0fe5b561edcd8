import type { Knex } from 'knex'

/**
 * Roles, organizations, logins and credentials.
 *
 * `rollcall_app` is the role of the application: it owns nothing and sees one organization at a time. `rollcall_system`
 * owns the few functions that must see all organizations: those that find the organization of a credential, and the
 * sweeps.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$ begin create role rollcall_app nologin; exception when duplicate_object or unique_violation then null; end $$;
    do $$ begin create role rollcall_system nologin; exception when duplicate_object or unique_violation then null; end $$;
    grant rollcall_app, rollcall_system to current_user;
    revoke create on schema public from public;
    grant usage on schema public to rollcall_app;
    grant usage, create on schema public to rollcall_system;

    create extension if not exists btree_gist;
    create collation if not exists case_insensitive (provider = icu, locale = 'und-u-ks-level2', deterministic = false);

    create table organizations (
      org_id       uuid primary key,
      slug         text not null,
      name         text not null,
      country      text not null,
      time_zone    text not null default 'UTC',
      language     text,
      palette      text not null default 'emerald',
      shell        text not null default 'ink',
      status       text not null default 'active' check (status in ('active', 'paused', 'closed')),
      pause_reason text check (pause_reason in ('unpaid', 'details_missing')),
      paused_since timestamptz,
      delete_on    date,
      created_at   timestamptz not null default now(),
      updated_at   timestamptz not null default now(),
      check ((status = 'active') = (pause_reason is null)),
      check ((status = 'active') = (paused_since is null)),
      check ((status = 'closed') = (delete_on is not null))
    );

    create table users (
      org_id        uuid not null references organizations (org_id),
      id            uuid not null,
      email         text not null,
      display_name  text not null,
      password_hash text,
      language      text,
      created_at    timestamptz not null default now(),
      updated_at    timestamptz not null default now(),
      primary key (org_id, id)
    );
    create unique index users_email on users (org_id, lower(email collate "und-x-icu"));

    create table memberships (
      org_id     uuid not null references organizations (org_id),
      id         uuid not null,
      user_id    uuid not null,
      role       text not null check (role in ('owner', 'admin', 'hr', 'viewer', 'member')),
      status     text not null default 'active' check (status in ('active', 'disabled')),
      person_id  uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (org_id, id),
      unique (org_id, user_id),
      unique (org_id, person_id),
      foreign key (org_id, user_id) references users (org_id, id)
    );

    create table api_keys (
      org_id        uuid not null,
      id            uuid not null,
      membership_id uuid not null,
      name          text not null,
      audience      text not null check (audience in ('me', 'manage')),
      last4         text not null,
      created_at    timestamptz not null default now(),
      last_used_at  timestamptz,
      revoked_at    timestamptz,
      primary key (org_id, id),
      foreign key (org_id, membership_id) references memberships (org_id, id)
    );
    create index api_keys_of_member on api_keys (org_id, membership_id, created_at);

    create table sessions (
      org_id        uuid not null,
      id            uuid not null,
      membership_id uuid not null,
      created_at    timestamptz not null default now(),
      expires_at    timestamptz not null,
      ended_at      timestamptz,
      primary key (org_id, id),
      foreign key (org_id, membership_id) references memberships (org_id, id)
    );
    create index sessions_expiry on sessions (expires_at);

    -- These two belong to no organization, because they are used to find one. All other keys begin with org_id.
    create table organization_slugs (
      slug   text primary key,
      org_id uuid not null
    );
    create table credential_lookups (
      secret_hash   bytea primary key,
      kind          text not null check (kind in ('key', 'web')),
      org_id        uuid not null,
      credential_id uuid not null
    );

    -- Counters are unlogged, which is faster: a crash of the database only starts a new minute.
    create unlogged table rate_windows (
      org_id        uuid not null,
      credential_id uuid not null,
      minute        timestamptz not null,
      used          integer not null,
      primary key (org_id, credential_id)
    ) with (fillfactor = 50);
    create unlogged table address_windows (
      address_hash bytea primary key,
      minute       timestamptz not null,
      used         integer not null
    ) with (fillfactor = 50);

    -- The worker pools that run: each holds an advisory lock as long as it lives.
    create table worker_pools (
      pool_id    text primary key,
      lock_key   bigint not null,
      -- Distinguishes a worker that died from one that lost its lock by a restart of the database.
      database_started_at timestamptz not null default pg_postmaster_start_time(),
      started_at timestamptz not null default now()
    );
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
