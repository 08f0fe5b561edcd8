import type { Knex } from 'knex'

/**
 * Functions for a Citus cluster. They first find the organization and then use it in every statement, so that the
 * cluster sends each statement to the one node that has its rows; only the sweep asks all nodes. They read the clock
 * once, because in such a statement the time must be a value and not a function.
 *
 * The nodes of a cluster connect to each other with the settings of the role, not with those of the application's
 * connections. So the deadlines of src/db/pool.ts are set for the roles, too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function authenticate(p_secret_hash bytea, p_kind text, p_cost integer)
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
      v_reset  integer := ceil(extract(epoch from v_minute + interval '1 minute' - v_now));
      v_used   integer;
      v_member uuid;
      v_audience text;
    begin
      select l.org_id, l.credential_id into v_org, v_id
        from credential_lookups l where l.secret_hash = p_secret_hash and l.kind = p_kind;
      if not found then return; end if;

      if p_kind = 'key' then
        select k.membership_id, k.audience into v_member, v_audience
          from api_keys k where k.org_id = v_org and k.id = v_id and k.revoked_at is null;
      else
        select s.membership_id into v_member
          from sessions s where s.org_id = v_org and s.id = v_id and s.ended_at is null and s.expires_at > v_now;
      end if;
      if v_member is null then return; end if;

      insert into rate_windows as w (org_id, credential_id, minute, used)
      values (v_org, v_id, v_minute, p_cost)
      on conflict (org_id, credential_id) do update
        -- A call that began before the minute turned may count after one that began in the new minute.
        set used   = case when w.minute >= v_minute then w.used + p_cost else p_cost end,
            minute = greatest(w.minute, v_minute)
      returning w.used into v_used;

      -- The first call of each minute says when the key was last used; that is exact enough and costs one write.
      if p_kind = 'key' and v_used = p_cost then
        update api_keys k set last_used_at = v_now where k.org_id = v_org and k.id = v_id;
      end if;

      return query
        select v_id, v_audience, m.id, m.role, m.person_id, u.id, u.email, u.display_name, u.language,
               o.org_id, o.slug, o.name, o.language, o.time_zone, o.status, o.pause_reason, o.paused_since, o.delete_on,
               v_used, v_reset
          from memberships m
          join users u on u.org_id = v_org and u.id = m.user_id
          join organizations o on o.org_id = v_org
         where m.org_id = v_org and m.id = v_member and m.status = 'active';
    end $$;

    create or replace function count_attempt(p_address_hash bytea) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_minute timestamptz := date_trunc('minute', now());
      v_used   integer;
    begin
      insert into address_windows as w (address_hash, minute, used)
      values (p_address_hash, v_minute, 1)
      on conflict (address_hash) do update
        set used   = case when w.minute >= v_minute then w.used + 1 else 1 end,
            minute = greatest(w.minute, v_minute)
      returning w.used into v_used;
      return v_used;
    end $$;

    create or replace function find_login(p_slug text, p_email text)
    returns table (org_id uuid, user_id uuid, membership_id uuid, password_hash text, role text,
                   membership_status text, organization_status text)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org   uuid;
      v_email text := lower(p_email collate "und-x-icu");
    begin
      select s.org_id into v_org from organization_slugs s where s.slug = lower(p_slug);
      if not found then return; end if;

      return query
        select v_org, u.id, m.id, u.password_hash, m.role, m.status, o.status
          from users u
          join memberships m on m.org_id = v_org and m.user_id = u.id
          join organizations o on o.org_id = v_org
         where u.org_id = v_org and lower(u.email collate "und-x-icu") = v_email;
    end $$;

    create or replace function end_session(p_secret_hash bytea) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_org uuid;
      v_id  uuid;
      v_now timestamptz := now();
    begin
      select l.org_id, l.credential_id into v_org, v_id
        from credential_lookups l where l.secret_hash = p_secret_hash and l.kind = 'web';
      if not found then return; end if;
      update sessions s set ended_at = v_now where s.org_id = v_org and s.id = v_id and s.ended_at is null;
    end $$;

    create or replace function sweep_expired(p_limit integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_now   timestamptz := now();
      v_month timestamptz := v_now - interval '30 days';
      v_hour  timestamptz := v_now - interval '1 hour';
      v_orgs  uuid[];
      v_ids   uuid[];
      v_total integer := 0;
      v_count integer;
    begin
      delete from idempotency_records where (org_id, holder_id, key) in (
        select r.org_id, r.holder_id, r.key from idempotency_records r where r.expires_at < v_now limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      select array_agg(old.org_id), array_agg(old.id) into v_orgs, v_ids
        from (select s.org_id, s.id from sessions s where s.expires_at < v_month limit p_limit) old;
      delete from sessions where (org_id, id) in (select * from unnest(v_orgs, v_ids));
      delete from credential_lookups where kind = 'web' and (org_id, credential_id) in (select * from unnest(v_orgs, v_ids));
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from events where (org_id, id) in (
        select e.org_id, e.id from events e where e.at < v_month limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from address_windows where minute < v_hour;
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from rate_windows where minute < v_hour;
      get diagnostics v_count = row_count; v_total := v_total + v_count;
      return v_total;
    end $$;
  `)
  await knex.raw(`
    alter role rollcall_app set statement_timeout = '5s';
    alter role rollcall_app set idle_in_transaction_session_timeout = '10s';
    alter role rollcall_app set lock_timeout = '2s';
    alter role rollcall_app set timezone = 'UTC';
    alter role rollcall_app set jit = off;

    -- Jobs may take long, but must not make others wait.
    alter role rollcall_system set lock_timeout = '2s';
    alter role rollcall_system set timezone = 'UTC';
    alter role rollcall_system set jit = off;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
