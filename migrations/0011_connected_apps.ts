import type { Knex } from 'knex'

/**
 * Apps that members have connected (OAuth). A connection belongs to an organization. What the authorization server
 * keeps (clients, requests, codes, tokens) is looked up before an organization is known, so it belongs to none; in a
 * cluster it stays on the coordinator, like the look-ups of credentials. It is found by the hash of its id, because the
 * id of a token is the token. The application reaches it by functions only.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table oauth_connections (
      org_id        uuid not null,
      id            uuid not null,
      membership_id uuid not null,
      client_id     text not null,
      client_name   text not null,
      client_kind   text not null check (client_kind in ('cimd', 'dcr')),
      client_host   text,
      redirect_host text not null,
      redirect_kind text not null check (redirect_kind in ('web', 'local', 'app')),
      audience      text not null check (audience in ('me', 'manage')),
      -- When the member agreed.
      created_at    timestamptz not null,
      -- When the app got its first token; until then it is not connected.
      connected_at  timestamptz,
      last_used_at  timestamptz,
      -- Put off by every use.
      expires_at    timestamptz not null,
      revoked_at    timestamptz,
      primary key (org_id, id),
      foreign key (org_id, membership_id) references memberships (org_id, id),
      check ((client_kind = 'cimd') = (client_host is not null))
    -- last_used_at changes often. With room in the page of its row, the indexes need not change with it.
    ) with (fillfactor = 70);
    create index oauth_connections_of_member on oauth_connections (org_id, membership_id, created_at);
    create index oauth_connections_of_client on oauth_connections (client_id);
    select protect_table('oauth_connections', 'editable');

    -- These two belong to no organization.
    create table oauth_objects (
      -- What it is: Client, Interaction, Grant, AuthorizationCode, AccessToken …
      model         text not null,
      id_hash       bytea not null,
      -- Of what a member has agreed to: the organization and the connection.
      org_id        uuid,
      connection_id uuid,
      payload       jsonb not null,
      created_at    timestamptz not null,
      consumed_at   timestamptz,
      -- Null for clients.
      expires_at    timestamptz,
      primary key (model, id_hash),
      check ((org_id is null) = (connection_id is null))
    );
    create index oauth_objects_of_connection on oauth_objects (connection_id) where connection_id is not null;
    create index oauth_objects_expiry on oauth_objects (expires_at) where expires_at is not null;
    create index oauth_objects_clients on oauth_objects (created_at) where model = 'Client';

    -- The last good document of an app that publishes its identity.
    create table oauth_cimd_documents (
      client_id  text primary key,
      document   text not null,
      fetched_at timestamptz not null
    );

    alter table oauth_objects enable row level security;
    alter table oauth_objects force row level security;
    alter table oauth_cimd_documents enable row level security;
    alter table oauth_cimd_documents force row level security;
    create policy of_system on oauth_objects to rollcall_system using (true) with check (true);
    create policy of_system on oauth_cimd_documents to rollcall_system using (true) with check (true);
    grant select, insert, update, delete on oauth_objects, oauth_cimd_documents to rollcall_system;

    -- Stores an object, or its new state. One of an organization is stored in its transaction only.
    create function oauth_put(p_model text, p_id_hash bytea, p_payload jsonb, p_org uuid, p_connection uuid,
                              p_expires_at timestamptz, p_now timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if p_org is not null then
        if p_org <> current_setting('app.org_id')::uuid then
          raise exception 'oauth_put: another organization' using errcode = 'insufficient_privilege';
        end if;
      end if;
      insert into oauth_objects as o (model, id_hash, org_id, connection_id, payload, created_at, expires_at)
      values (p_model, p_id_hash, p_org, p_connection, p_payload, p_now, p_expires_at)
      on conflict (model, id_hash) do update set payload = p_payload, expires_at = p_expires_at;
    end $$;

    -- An object that has not expired. One of a connection is there only as long as that lives and its member may sign in.
    create function oauth_find(p_model text, p_id_hash bytea, p_now timestamptz)
    returns table (payload jsonb, consumed_at timestamptz, org_id uuid, connection_id uuid)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org uuid;
    begin
      select o.payload, o.consumed_at, o.org_id, o.connection_id into payload, consumed_at, v_org, connection_id
        from oauth_objects o
       where o.model = p_model and o.id_hash = p_id_hash and (o.expires_at is null or o.expires_at > p_now);
      if not found then return; end if;
      if v_org is not null then
        perform 1
           from oauth_connections c
           join memberships m on m.org_id = v_org and m.id = c.membership_id and m.status = 'active'
          where c.org_id = v_org and c.id = connection_id and c.revoked_at is null and c.expires_at > p_now;
        if not found then return; end if;
      end if;
      org_id := v_org;
      return next;
    end $$;

    -- Marks an object as used. False: it was already, or is gone.
    create function oauth_consume(p_model text, p_id_hash bytea, p_now timestamptz) returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update oauth_objects o set consumed_at = p_now
       where o.model = p_model and o.id_hash = p_id_hash and o.consumed_at is null;
      return found;
    end $$;

    create function oauth_destroy(p_model text, p_id_hash bytea) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      delete from oauth_objects o where o.model = p_model and o.id_hash = p_id_hash;
    end $$;

    -- Removes the tokens of a connection, and all else that was kept for it. In a transaction of its organization only.
    create function oauth_forget(p_connection uuid) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_org uuid := current_setting('app.org_id')::uuid;
    begin
      delete from oauth_objects o where o.connection_id = p_connection and o.org_id = v_org;
    end $$;

    create function oauth_keep_document(p_client_id text, p_document text, p_now timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into oauth_cimd_documents as d (client_id, document, fetched_at) values (p_client_id, p_document, p_now)
      on conflict (client_id) do update set document = p_document, fetched_at = p_now;
    end $$;

    -- The last good document of an app; null when there is none, or it is older than p_since.
    create function oauth_kept_document(p_client_id text, p_since timestamptz) returns text
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      v_document text;
    begin
      select d.document into v_document
        from oauth_cimd_documents d where d.client_id = p_client_id and d.fetched_at >= p_since;
      return v_document;
    end $$;

    -- What authenticate does, for a token of a connected app. The time is given, because it decides when a connection
    -- ends. That a connection was used is written every five minutes at most, without waiting for the disk.
    create function authenticate_app(p_secret_hash bytea, p_cost integer, p_now timestamptz)
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
      v_used   timestamptz;
    begin
      select o.org_id, o.connection_id into v_org, v_id
        from oauth_objects o
       where o.model = 'AccessToken' and o.id_hash = p_secret_hash and o.expires_at > p_now;
      if not found then return; end if;

      select c.audience, c.last_used_at, m.id, m.role, m.person_id, u.id, u.email, u.display_name, u.language,
             o.slug, o.name, o.language, o.time_zone, o.status, o.pause_reason, o.paused_since, o.delete_on
        into audience, v_used, membership_id, role, person_id, user_id, email, display_name, user_language,
             slug, org_name, org_language, time_zone, status, pause_reason, paused_since, delete_on
        from oauth_connections c
        join memberships m on m.org_id = v_org and m.id = c.membership_id and m.status = 'active'
        join users u on u.org_id = v_org and u.id = m.user_id
        join organizations o on o.org_id = v_org
       where c.org_id = v_org and c.id = v_id and c.revoked_at is null and c.expires_at > p_now;
      if not found then return; end if;

      insert into rate_windows as w (org_id, credential_id, minute, used)
      values (v_org, v_id, v_minute, p_cost)
      on conflict (org_id, credential_id) do update
        set used   = case when w.minute >= v_minute then w.used + p_cost else p_cost end,
            minute = greatest(w.minute, v_minute)
      returning w.used into used;

      if v_used is null or v_used <= p_now - interval '5 minutes' then
        perform set_config('synchronous_commit', 'off', true);
        update oauth_connections c set last_used_at = p_now, expires_at = p_now + interval '30 days'
         where c.org_id = v_org and c.id = v_id and c.revoked_at is null;
      end if;

      credential_id := v_id;
      org_id := v_org;
      reset_seconds := ceil(extract(epoch from v_minute + interval '1 minute' - v_now));
      return next;
    end $$;

    grant create on schema public to rollcall_system;
    alter function oauth_put owner to rollcall_system;
    alter function oauth_find owner to rollcall_system;
    alter function oauth_consume owner to rollcall_system;
    alter function oauth_destroy owner to rollcall_system;
    alter function oauth_forget owner to rollcall_system;
    alter function oauth_keep_document owner to rollcall_system;
    alter function oauth_kept_document owner to rollcall_system;
    alter function authenticate_app owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function oauth_put, oauth_find, oauth_consume, oauth_destroy, oauth_forget, oauth_keep_document,
      oauth_kept_document, authenticate_app from public;
    grant execute on function oauth_put, oauth_find, oauth_consume, oauth_destroy, oauth_forget, oauth_keep_document,
      oauth_kept_document, authenticate_app to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
