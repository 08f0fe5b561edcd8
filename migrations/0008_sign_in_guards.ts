import type { Knex } from 'knex'

/**
 * The guards of the sign-in. One table counts failures, in windows of a minute, an hour and a day. The other one remembers
 * from which addresses (IPv6: a /64) a login has signed in. Both belong to no organization, because they are used before
 * one is found; in a cluster they stay on the coordinator. They hold hashes only.
 *
 * A credential of a disabled member counts nothing: `authenticate` finds the member first.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Unlogged, which is faster: a crash of the database only begins all windows again. Most updates find room in the
    -- page of their row, because half of it is kept free; then the index does not change.
    create unlogged table attempt_windows (
      subject_hash bytea primary key,
      minute       timestamptz not null,
      in_minute    integer not null,
      hour         timestamptz not null,
      in_hour      integer not null,
      day          timestamptz not null,
      in_day       integer not null
    ) with (fillfactor = 50);

    -- Logged: after a crash, too, nobody may be locked out from an address that they use.
    create table sign_in_networks (
      login_network_hash bytea primary key,
      signed_in_at       timestamptz not null
    );

    -- last_used_at changes often. With room in the page of its row, the indexes need not change with it.
    alter table api_keys set (fillfactor = 70);

    drop function count_attempt(bytea);
    drop function end_session(bytea);
    drop function find_login(text, text);
    drop table address_windows;
    grant select, insert, update, delete on attempt_windows, sign_in_networks to rollcall_system;
    grant create on schema public to rollcall_system;

    -- Whether an attempt is within its limits. It is counted under several subjects: hashes, the narrowest first. If the
    -- first one is a login and an address from which it has signed in during the last 30 days, only this one counts.
    --   p_limits  for each subject three numbers: for a minute, an hour and a day; null for no limit
    --   p_own     1 when the attempt is counted already, else 0
    --   counted       how many of the subjects count
    --   refused_by    the place of the subject whose limit refuses; null when none does
    --   wait_seconds  what is left of the window that refuses
    --   used_up       whether a further attempt would be refused
    create function check_attempt(
      p_subjects bytea[], p_limits integer[], p_now timestamptz, p_own integer default 0,
      out counted integer, out refused_by integer, out wait_seconds integer, out used_up boolean)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      v_month  timestamptz := p_now - interval '30 days';
      v_minute timestamptz := date_trunc('minute', p_now);
      v_hour   timestamptz := date_trunc('hour', p_now);
      v_day    timestamptz := date_trunc('day', p_now, 'UTC');
    begin
      select case when count(*) > 0 then 1 else cardinality(p_subjects) end into counted
        from sign_in_networks n
       where n.login_network_hash = p_subjects[1] and n.signed_in_at > v_month;

      select coalesce(bool_or(x.used >= x.allowed), false),
             max(x.seconds) filter (where x.used - p_own >= x.allowed),
             (array_agg(s.place order by x.seconds desc) filter (where x.used - p_own >= x.allowed))[1]
        into used_up, wait_seconds, refused_by
        from unnest(p_subjects[1:counted]) with ordinality s (hash, place)
        join attempt_windows w on w.subject_hash = s.hash
       -- A server whose clock is ahead may have begun the next window already.
       cross join lateral (values
         (case when w.minute >= v_minute then w.in_minute else 0 end, p_limits[3 * s.place - 2],
          ceil(extract(epoch from v_minute + interval '1 minute' - p_now))::integer),
         (case when w.hour >= v_hour then w.in_hour else 0 end, p_limits[3 * s.place - 1],
          ceil(extract(epoch from v_hour + interval '1 hour' - p_now))::integer),
         (case when w.day >= v_day then w.in_day else 0 end, p_limits[3 * s.place],
          ceil(extract(epoch from v_day + interval '1 day' - p_now))::integer)
       ) x (used, allowed, seconds);
    end $$;

    -- Counts an attempt, if it is within all of its limits; otherwise counts nothing. An attempt is counted before it is
    -- known whether it succeeds, so that of many at the same time no more than the limit can be tried; one that succeeds
    -- is given back by return_attempt. Arguments and answer are those of check_attempt.
    create function admit_attempt(
      p_subjects bytea[], p_limits integer[], p_now timestamptz,
      out counted integer, out refused_by integer, out wait_seconds integer, out used_up boolean)
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_minute timestamptz := date_trunc('minute', p_now);
      v_hour   timestamptz := date_trunc('hour', p_now);
      v_day    timestamptz := date_trunc('day', p_now, 'UTC');
      v_count  integer;
    begin
      -- Nothing is written past a limit.
      select c.* into counted, refused_by, wait_seconds, used_up from check_attempt(p_subjects, p_limits, p_now) c;
      if refused_by is not null then return; end if;
      v_count := counted;

      -- Always in the same order, so that two attempts that share subjects never wait for each other.
      insert into attempt_windows as w (subject_hash, minute, in_minute, hour, in_hour, day, in_day)
      select s.hash, v_minute, 1, v_hour, 1, v_day, 1 from unnest(p_subjects[1:v_count]) s (hash) order by s.hash
      on conflict (subject_hash) do update
        set in_minute = case when w.minute >= v_minute then w.in_minute + 1 else 1 end,
            in_hour   = case when w.hour >= v_hour then w.in_hour + 1 else 1 end,
            in_day    = case when w.day >= v_day then w.in_day + 1 else 1 end,
            minute    = greatest(w.minute, v_minute),
            hour      = greatest(w.hour, v_hour),
            day       = greatest(w.day, v_day);

      -- The rows are locked now. Others may have been counted since the first look.
      select c.* into counted, refused_by, wait_seconds, used_up
        from check_attempt(p_subjects[1:v_count], p_limits, p_now, 1) c;
      counted := v_count;
      if refused_by is not null then
        update attempt_windows w
           set in_minute = w.in_minute - 1, in_hour = w.in_hour - 1, in_day = w.in_day - 1
         where w.subject_hash = any (p_subjects[1:v_count]);
      end if;
    end $$;

    -- Gives back an attempt that has succeeded.
    --   p_at     the time with which it was counted
    --   p_known  whether to remember the first subject: a login and an address from which it has signed in
    create function return_attempt(p_subjects bytea[], p_at timestamptz, p_known boolean) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_minute timestamptz := date_trunc('minute', p_at);
      v_hour   timestamptz := date_trunc('hour', p_at);
      v_day    timestamptz := date_trunc('day', p_at, 'UTC');
      v_before timestamptz := p_at - interval '1 day';
    begin
      if p_known then
        insert into sign_in_networks as n (login_network_hash, signed_in_at) values (p_subjects[1], p_at)
        on conflict (login_network_hash) do update set signed_in_at = p_at where n.signed_in_at < v_before;
      end if;
      perform 1 from attempt_windows w
        where w.subject_hash = any (p_subjects) order by w.subject_hash for no key update;
      update attempt_windows w
         set in_minute = w.in_minute - (w.minute = v_minute and w.in_minute > 0)::integer,
             in_hour   = w.in_hour - (w.hour = v_hour and w.in_hour > 0)::integer,
             in_day    = w.in_day - (w.day = v_day and w.in_day > 0)::integer
       where w.subject_hash = any (p_subjects);
    end $$;

    -- The organization with this slug; null when there is none.
    create function find_organization(p_slug text) returns uuid
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      v_org uuid;
    begin
      select s.org_id into v_org from organization_slugs s where s.slug = lower(p_slug);
      return v_org;
    end $$;

    -- What is needed to check a password; no row for an unknown organization or e-mail.
    create function find_login(p_slug text, p_email text)
    returns table (org_id uuid, user_id uuid, membership_id uuid, person_id uuid, password_hash text, role text,
                   membership_status text, organization_status text)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org   uuid := find_organization(p_slug);
      v_email text := lower(p_email collate "und-x-icu");
    begin
      if v_org is null then return; end if;

      return query
        select v_org, u.id, m.id, m.person_id, u.password_hash, m.role, m.status, o.status
          from users u
          join memberships m on m.org_id = v_org and m.user_id = u.id
          join organizations o on o.org_id = v_org
         where u.org_id = v_org and lower(u.email collate "und-x-icu") = v_email;
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

      -- The first call of each minute says when the key was last used; that is exact enough and costs one write. It does
      -- not wait for the disk: if the database crashes, the time of a call in the last moment may be lost.
      if p_kind = 'key' and used = p_cost then
        perform set_config('synchronous_commit', 'off', true);
        update api_keys k set last_used_at = v_now where k.org_id = v_org and k.id = v_id;
      end if;

      credential_id := v_id;
      org_id := v_org;
      reset_seconds := ceil(extract(epoch from v_minute + interval '1 minute' - v_now));
      return next;
    end $$;

    create or replace function sweep_expired(p_limit integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_now   timestamptz := now();
      v_month timestamptz := v_now - interval '30 days';
      v_hour  timestamptz := v_now - interval '1 hour';
      v_day   timestamptz := date_trunc('day', v_now, 'UTC');
      v_orgs  uuid[];
      v_ids   uuid[];
      v_many  boolean;
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

      -- Counters live until their day has ended. If there are very many, because somebody fails from very many networks,
      -- those that were not used for an hour go, too. So the table never holds much more than an hour's failures, and
      -- those are bounded by the time that it takes to compare a password.
      select count(*) > 100 * p_limit into v_many from attempt_windows;
      delete from attempt_windows where subject_hash in (
        select w.subject_hash from attempt_windows w
         where w.minute < v_hour and (v_many or w.day < v_day) limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from sign_in_networks where login_network_hash in (
        select n.login_network_hash from sign_in_networks n where n.signed_in_at < v_month limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from rate_windows where minute < v_hour;
      get diagnostics v_count = row_count; v_total := v_total + v_count;
      return v_total;
    end $$;

    alter function check_attempt(bytea[], integer[], timestamptz, integer) owner to rollcall_system;
    alter function admit_attempt(bytea[], integer[], timestamptz) owner to rollcall_system;
    alter function return_attempt(bytea[], timestamptz, boolean) owner to rollcall_system;
    alter function find_organization(text) owner to rollcall_system;
    alter function find_login(text, text) owner to rollcall_system;
    alter function find_session(bytea, timestamptz) owner to rollcall_system;
    revoke execute on function check_attempt(bytea[], integer[], timestamptz, integer),
      admit_attempt(bytea[], integer[], timestamptz), return_attempt(bytea[], timestamptz, boolean),
      find_organization(text), find_login(text, text), find_session(bytea, timestamptz) from public;
    grant execute on function check_attempt(bytea[], integer[], timestamptz, integer),
      admit_attempt(bytea[], integer[], timestamptz), return_attempt(bytea[], timestamptz, boolean),
      find_organization(text), find_login(text, text), find_session(bytea, timestamptz) to rollcall_app;
    revoke create on schema public from rollcall_system;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
