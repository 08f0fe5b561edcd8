import type { Knex } from 'knex'

/**
 * Logins, members, and the credentials of their calls: keys and browser sessions.
 *
 * `identities` has the accounts at Google and Microsoft that belong to a login, one row for a login and a provider. One
 * that is unlinked keeps its row without account and e-mail, because the application deletes nothing.
 *
 * Sessions remember the network they were started from, as the activity log does, and the kind of browser, so that their
 * owner can tell them apart.
 *
 * The functions find the organization first and then use it in every statement, so that a cluster sends each statement to
 * the one node that has its rows. They read the clock once, because in such a statement the time must be a value and not a
 * function.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      org_id            uuid not null references organizations (org_id),
      id                uuid not null,
      email             text not null,
      email_key         text not null,
      -- When the address was proven to be the login's own; null: nobody knows.
      email_verified_at timestamptz,
      display_name      text not null,
      password_hash     text,
      language          text,
      created_at        timestamptz not null default now(),
      updated_at        timestamptz not null default now(),
      primary key (org_id, id)
    );
    create unique index users_email_key on users (org_id, email_key);
    select protect_table('users', 'editable');

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

    create table memberships (
      org_id     uuid not null references organizations (org_id),
      id         uuid not null,
      user_id    uuid not null,
      role       text not null check (role in ('owner', 'admin', 'hr', 'viewer', 'member')),
      status     text not null default 'active' check (status in ('active', 'disabled')),
      -- How often the member was disabled. A sign-in that began before a disabling starts no session after it, even if the
      -- member is enabled again by then: the number is compared once more where the session starts.
      disablings integer not null default 0,
      person_id  uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (org_id, id),
      unique (org_id, user_id),
      unique (org_id, person_id),
      foreign key (org_id, user_id) references users (org_id, id),
      foreign key (org_id, person_id) references people (org_id, id)
    );
    -- Few members decide for HR, among all who have a login.
    create index memberships_by_role on memberships (org_id, role);
    select protect_table('memberships', 'editable');

    -- last_used_at changes often, here and in sessions. With room in the page of its row, the indexes need not change with it.
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
    ) with (fillfactor = 70);
    create index api_keys_of_member on api_keys (org_id, membership_id, created_at);
    select protect_table('api_keys', 'editable');

    create table sessions (
      org_id        uuid not null,
      id            uuid not null,
      membership_id uuid not null,
      network       text check (length(network) <= 60),
      browser       text check (length(browser) <= 60),
      created_at    timestamptz not null default now(),
      expires_at    timestamptz not null,
      ended_at      timestamptz,
      last_used_at  timestamptz,
      primary key (org_id, id),
      foreign key (org_id, membership_id) references memberships (org_id, id)
    ) with (fillfactor = 70);
    create index sessions_of_member on sessions (org_id, membership_id);
    create index sessions_expiry on sessions (expires_at);
    select protect_table('sessions', 'editable');

    -- Finds the organization of a credential, so that its key does not begin with org_id.
    create table credential_lookups (
      secret_hash   bytea primary key,
      kind          text not null check (kind in ('key', 'web')),
      org_id        uuid not null,
      credential_id uuid not null
    );
    create index credential_lookups_of_credential on credential_lookups (org_id, credential_id);
    alter table credential_lookups enable row level security;
    alter table credential_lookups force row level security;
    create policy of_organization on credential_lookups for insert to rollcall_app
      with check (org_id = current_setting('app.org_id')::uuid);
    create policy of_system on credential_lookups to rollcall_system using (true) with check (true);
    grant insert on credential_lookups to rollcall_app;
    grant select, insert, delete on credential_lookups to rollcall_system;

    -- The calls of each credential in this minute. Unlogged, which is faster: a crash of the database only starts a new
    -- minute.
    create unlogged table rate_windows (
      org_id        uuid not null,
      credential_id uuid not null,
      minute        timestamptz not null,
      used          integer not null,
      primary key (org_id, credential_id)
    ) with (fillfactor = 50);
    select protect_table('rate_windows', 'editable');
    -- Only authenticate counts.
    revoke all on rate_windows from rollcall_app;

    -- What is needed to check a password; no row for an unknown organization or e-mail.
    create function find_login(p_slug text, p_email_key text)
    returns table (org_id uuid, user_id uuid, membership_id uuid, person_id uuid, password_hash text, role text,
                   membership_status text, organization_status text, disablings integer)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org uuid := find_organization(p_slug);
    begin
      if v_org is null then return; end if;

      return query
        select v_org, u.id, m.id, m.person_id, u.password_hash, m.role, m.status, o.status, m.disablings
          from users u
          join memberships m on m.org_id = v_org and m.user_id = u.id
          join organizations o on o.org_id = v_org
         where u.org_id = v_org and u.email_key = p_email_key;
    end $$;

    -- The browser session with this secret, and whose it is; no row when it has ended.
    create function find_session(p_secret_hash bytea, p_now timestamptz)
    returns table (org_id uuid, session_id uuid, membership_id uuid, user_id uuid, person_id uuid)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org uuid;
      v_id  uuid;
    begin
      select l.org_id, l.credential_id into v_org, v_id
        from credential_lookups l where l.secret_hash = p_secret_hash and l.kind = 'web';
      if not found then return; end if;

      return query
        select v_org, s.id, m.id, m.user_id, m.person_id
          from sessions s
          join memberships m on m.org_id = v_org and m.id = s.membership_id
         where s.org_id = v_org and s.id = v_id and s.ended_at is null and s.expires_at > p_now;
    end $$;

    -- Credential, caller and rate limit in one statement. No row: the credential is unknown or no longer valid, and
    -- nothing is counted.
    create function authenticate(p_secret_hash bytea, p_kind text, p_cost integer)
    returns table (
      credential_id uuid, audience text, membership_id uuid, role text, person_id uuid, user_id uuid, email text,
      display_name text, user_language text, org_id uuid, slug text, org_name text, org_language text,
      time_zone text, status text, pause_reason text, paused_since timestamptz, delete_on date,
      used integer, reset_seconds integer
    )
    language plpgsql security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org    uuid;
      v_id     uuid;
      v_now    timestamptz := now();
      v_minute timestamptz := date_trunc('minute', v_now);
    begin
      select l.org_id, l.credential_id into v_org, v_id
        from credential_lookups l where l.secret_hash = p_secret_hash and l.kind = p_kind;
      if not found then return; end if;

      if p_kind = 'key' then
        select k.audience, m.id, m.role, m.person_id, u.id, u.email, u.display_name, u.language,
               o.slug, o.name, o.language, o.time_zone, o.status, o.pause_reason, o.paused_since, o.delete_on
          into audience, membership_id, role, person_id, user_id, email, display_name, user_language,
               slug, org_name, org_language, time_zone, status, pause_reason, paused_since, delete_on
          from api_keys k
          join memberships m on m.org_id = v_org and m.id = k.membership_id and m.status = 'active'
          join users u on u.org_id = v_org and u.id = m.user_id
          join organizations o on o.org_id = v_org
         where k.org_id = v_org and k.id = v_id and k.revoked_at is null;
      else
        select m.id, m.role, m.person_id, u.id, u.email, u.display_name, u.language,
               o.slug, o.name, o.language, o.time_zone, o.status, o.pause_reason, o.paused_since, o.delete_on
          into membership_id, role, person_id, user_id, email, display_name, user_language,
               slug, org_name, org_language, time_zone, status, pause_reason, paused_since, delete_on
          from sessions s
          join memberships m on m.org_id = v_org and m.id = s.membership_id and m.status = 'active'
          join users u on u.org_id = v_org and u.id = m.user_id
          join organizations o on o.org_id = v_org
         where s.org_id = v_org and s.id = v_id and s.ended_at is null and s.expires_at > v_now;
      end if;
      if not found then return; end if;

      insert into rate_windows as w (org_id, credential_id, minute, used)
      values (v_org, v_id, v_minute, p_cost)
      on conflict (org_id, credential_id) do update
        -- A call that began before the minute turned may count after one that began in the new minute.
        set used   = case when w.minute >= v_minute then w.used + p_cost else p_cost end,
            minute = greatest(w.minute, v_minute)
      returning w.used into used;

      -- The first call of each minute says when the credential was last used; that is exact enough and costs one write. It
      -- does not wait for the disk: if the database crashes, the time of a call in the last moment may be lost.
      if used = p_cost then
        perform set_config('synchronous_commit', 'off', true);
        if p_kind = 'key' then
          update api_keys k set last_used_at = v_now where k.org_id = v_org and k.id = v_id;
        else
          update sessions s set last_used_at = v_now where s.org_id = v_org and s.id = v_id;
        end if;
      end if;

      credential_id := v_id;
      org_id := v_org;
      reset_seconds := ceil(extract(epoch from v_minute + interval '1 minute' - v_now));
      return next;
    end $$;

    grant create on schema public to rollcall_system;
    alter function find_login owner to rollcall_system;
    alter function find_session owner to rollcall_system;
    alter function authenticate owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function find_login, find_session, authenticate from public;
    grant execute on function find_login, find_session, authenticate to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
