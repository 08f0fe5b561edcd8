import type { Knex } from 'knex'

const appendOnly = ['activity']
const editable = [
  'organizations',
  'users',
  'memberships',
  'api_keys',
  'sessions',
  'people',
  'person_details',
  'units',
  'locations',
  'legal_entities',
  'employments',
  'job_rows',
  'idempotency_records',
]
const counters = ['rate_windows']

/**
 * Which role may read and write what. Row-level security is forced on all tables of organizations; without `app.org_id`
 * a query fails and does not just find nothing. Functions that see all organizations belong to `rollcall_system`.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of [...appendOnly, ...editable, ...counters])
    await knex.raw(`
      alter table ${table} enable row level security;
      alter table ${table} force row level security;
      create policy of_organization on ${table} to rollcall_app
        using (org_id = current_setting('app.org_id')::uuid)
        with check (org_id = current_setting('app.org_id')::uuid);
      create policy of_system on ${table} to rollcall_system using (true) with check (true);
      grant select, insert, update, delete on ${table} to rollcall_system;
    `)
  await knex.raw(`
    grant select, insert on ${appendOnly.join(', ')} to rollcall_app;
    grant select, insert, update on ${editable.filter((table) => table !== 'organizations').join(', ')} to rollcall_app;
    grant select, update on organizations to rollcall_app;

    alter table credential_lookups enable row level security;
    alter table credential_lookups force row level security;
    create policy of_organization on credential_lookups for insert to rollcall_app
      with check (org_id = current_setting('app.org_id')::uuid);
    create policy of_system on credential_lookups to rollcall_system using (true) with check (true);
    grant insert on credential_lookups to rollcall_app;
    grant select, insert, delete on credential_lookups to rollcall_system;
    grant select, insert, delete on organization_slugs to rollcall_system;
    grant select, insert, update, delete on address_windows to rollcall_system;

    -- Credential, caller and rate limit in one statement. No row: the credential is unknown or no longer valid.
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
      v_minute timestamptz := date_trunc('minute', now());
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
          from sessions s where s.org_id = v_org and s.id = v_id and s.ended_at is null and s.expires_at > now();
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
        update api_keys k set last_used_at = now() where k.org_id = v_org and k.id = v_id;
      end if;

      return query
        select v_id, v_audience, m.id, m.role, m.person_id, u.id, u.email, u.display_name, u.language,
               o.org_id, o.slug, o.name, o.language, o.time_zone, o.status, o.pause_reason, o.paused_since, o.delete_on,
               v_used, ceil(extract(epoch from v_minute + interval '1 minute' - now()))::integer
          from memberships m
          join users u on u.org_id = m.org_id and u.id = m.user_id
          join organizations o on o.org_id = m.org_id
         where m.org_id = v_org and m.id = v_member and m.status = 'active';
    end $$;

    -- Counts an attempt of a client address (hashed) and answers how many there were in this minute.
    create function count_attempt(p_address_hash bytea) returns integer
    language sql security definer set search_path = public, pg_temp as $$
      insert into address_windows as w (address_hash, minute, used)
      values (p_address_hash, date_trunc('minute', now()), 1)
      on conflict (address_hash) do update
        set used   = case when w.minute >= excluded.minute then w.used + 1 else 1 end,
            minute = greatest(w.minute, excluded.minute)
      returning used
    $$;

    -- What is needed to check a password; no row for an unknown organization or e-mail.
    create function find_login(p_slug text, p_email text)
    returns table (org_id uuid, user_id uuid, membership_id uuid, password_hash text, role text,
                   membership_status text, organization_status text)
    language sql stable security definer set search_path = public, pg_temp as $$
      select u.org_id, u.id, m.id, u.password_hash, m.role, m.status, o.status
        from organization_slugs s
        join organizations o on o.org_id = s.org_id
        join users u on u.org_id = s.org_id and lower(u.email collate "und-x-icu") = lower(p_email collate "und-x-icu")
        join memberships m on m.org_id = u.org_id and m.user_id = u.id
       where s.slug = lower(p_slug)
    $$;

    -- Ends the browser session with this secret.
    create function end_session(p_secret_hash bytea) returns void
    language sql security definer set search_path = public, pg_temp as $$
      update sessions s set ended_at = now()
        from credential_lookups l
       where l.secret_hash = p_secret_hash and l.kind = 'web'
         and s.org_id = l.org_id and s.id = l.credential_id and s.ended_at is null
    $$;

    -- Removes expired rows: at most p_limit records and p_limit sessions, and all old counters. Answers how many rows
    -- were removed.
    create function sweep_expired(p_limit integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_total integer := 0;
      v_count integer;
    begin
      delete from idempotency_records where ctid = any (array(
        select ctid from idempotency_records where expires_at < now() limit p_limit));
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      with gone as (
        delete from sessions where (org_id, id) in (
          select org_id, id from sessions where expires_at < now() - interval '30 days' limit p_limit)
        returning org_id, id)
      delete from credential_lookups l using gone
       where l.org_id = gone.org_id and l.credential_id = gone.id and l.kind = 'web';
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from address_windows where minute < now() - interval '1 hour';
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from rate_windows where minute < now() - interval '1 hour';
      get diagnostics v_count = row_count; v_total := v_total + v_count;
      return v_total;
    end $$;

    create function enqueue_job(p_task text, p_payload json) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      perform graphile_worker.add_job(identifier => p_task, payload => p_payload);
    end $$;

    alter function authenticate(bytea, text, integer) owner to rollcall_system;
    alter function count_attempt(bytea) owner to rollcall_system;
    alter function find_login(text, text) owner to rollcall_system;
    alter function end_session(bytea) owner to rollcall_system;
    alter function sweep_expired(integer) owner to rollcall_system;
    revoke execute on all functions in schema public from public;
    grant execute on function authenticate(bytea, text, integer), count_attempt(bytea), find_login(text, text),
      end_session(bytea), enqueue_job(text, json) to rollcall_app;
    revoke create on schema public from rollcall_system;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
