import type { Knex } from 'knex'

/**
 * The guards of the sign-in. One table counts failures, in windows of a minute, an hour and a day. The other one remembers
 * from which addresses (IPv6: a /64) a login has signed in. Both belong to no organization, because they are used before
 * one is found; in a cluster they stay on the coordinator. They hold hashes only.
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
    grant select, insert, update, delete on attempt_windows, sign_in_networks to rollcall_system;

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

    grant create on schema public to rollcall_system;
    alter function check_attempt owner to rollcall_system;
    alter function admit_attempt owner to rollcall_system;
    alter function return_attempt owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function check_attempt, admit_attempt, return_attempt from public;
    grant execute on function check_attempt, admit_attempt, return_attempt to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
