import type { Knex } from 'knex'

/**
 * Background jobs: the processes that do them, queueing one, and the sweeps of all organizations.
 *
 * `enqueue_job` runs with the rights of `rollcall_jobs`, which may do nothing but what queueing takes: read the names of
 * the tasks here, and add rows to the queue (src/db/queue.ts, because the queue's tables come with graphile-worker).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The worker pools that run: each holds an advisory lock as long as it lives.
    create table worker_pools (
      pool_id    text primary key,
      lock_key   bigint not null,
      -- Distinguishes a worker that died from one that lost its lock by a restart of the database.
      database_started_at timestamptz not null default pg_postmaster_start_time(),
      started_at timestamptz not null default now()
    );

    -- The tasks that may be queued. Every start adds those that it knows. None is removed, because processes of an older
    -- version may still run.
    create table job_tasks (
      name text primary key check (name ~ '^[a-z][a-z0-9_]{0,59}$')
    );
    grant select on job_tasks to rollcall_jobs;

    create function enqueue_job(p_task text, p_payload json) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if not exists (select from job_tasks t where t.name = p_task) then
        raise exception 'enqueue_job: there is no task of this name' using errcode = 'invalid_parameter_value';
      end if;
      perform graphile_worker.add_job(identifier => p_task, payload => p_payload);
    end $$;
    grant create on schema public to rollcall_jobs;
    alter function enqueue_job owner to rollcall_jobs;
    revoke create on schema public from rollcall_jobs;
    revoke execute on function enqueue_job from public;
    -- Jobs write mails, too, and queue their sending.
    grant execute on function enqueue_job to rollcall_app, rollcall_system;

    -- Removes what has expired, at most p_limit rows of each kind. Answers how many rows were removed.
    create function sweep_expired(p_limit integer) returns integer
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

    -- Deletes at most p_limit rows that were removed long enough ago. Answers how many.
    create function sweep_removed_pay(p_limit integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_before timestamptz := now() - interval '4 days';
      v_count  integer;
    begin
      delete from pay_rows where (org_id, id) in (
        select r.org_id, r.id from pay_rows r where r.removed_at < v_before limit p_limit);
      get diagnostics v_count = row_count;
      return v_count;
    end $$;

    -- Mails and notices that were told are kept for 90 days, links for a new password for 30 days after they have ended.
    -- Answers how many rows were removed.
    create function sweep_mails(p_limit integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_now   timestamptz := now();
      v_month timestamptz := v_now - interval '30 days';
      v_three timestamptz := v_now - interval '90 days';
      v_total integer := 0;
      v_count integer;
    begin
      delete from mails where (org_id, id) in (
        select m.org_id, m.id from mails m where m.ended_at < v_three limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from notices where (org_id, id) in (
        select n.org_id, n.id from notices n where n.told_at < v_three limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from password_resets where (org_id, id) in (
        select r.org_id, r.id from password_resets r where r.expires_at < v_month limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;
      return v_total;
    end $$;

    -- Removes objects that have expired; those of connections that have ended; consents of which nothing came; and apps that
    -- registered a day ago, or whose document was fetched an hour ago, and were never connected: a member has an hour to
    -- decide, and strangers choose which documents are fetched. Answers how many rows were removed.
    --
    -- Connections are rows of organizations, and the others are not: in a cluster no statement joins the two. So p_limit
    -- rows at a time are compared with the connections that they name, in the order of their keys, up to the last one.
    create function sweep_oauth(p_limit integer, p_now timestamptz) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_hour    timestamptz := p_now - interval '1 hour';
      v_day     timestamptz := p_now - interval '1 day';
      v_week    timestamptz := p_now - interval '7 days';
      v_ids     uuid[];
      v_ended   uuid[];
      v_hashes  bytea[];
      v_clients text[];
      v_used    text[];
      v_after   uuid := '00000000-0000-0000-0000-000000000000';
      v_hash    bytea := '';
      v_client  text := '';
      v_total   integer := 0;
      v_count   integer;
    begin
      delete from oauth_objects where (model, id_hash) in (
        select o.model, o.id_hash from oauth_objects o where o.expires_at <= p_now limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      loop
        select array_agg(named.id order by named.id) into v_ids
          from (select distinct o.connection_id as id from oauth_objects o
                 where o.connection_id > v_after order by o.connection_id limit p_limit) named;
        exit when v_ids is null;
        select array_agg(c.id) into v_ended
          from oauth_connections c
         where c.id = any (v_ids)
           and (c.expires_at <= p_now or c.revoked_at is not null or (c.connected_at is null and c.created_at <= v_day));
        delete from oauth_objects where connection_id = any (v_ended);
        get diagnostics v_count = row_count; v_total := v_total + v_count;
        v_after := v_ids[cardinality(v_ids)];
      end loop;

      delete from oauth_connections where (org_id, id) in (
        select c.org_id, c.id from oauth_connections c
         where c.connected_at is null and c.created_at <= v_day limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      loop
        select array_agg(old.id_hash order by old.id_hash), array_agg(old.client_id order by old.id_hash)
          into v_hashes, v_clients
          from (select o.id_hash, o.payload ->> 'client_id' as client_id from oauth_objects o
                 where o.model = 'Client' and o.id_hash > v_hash and o.created_at <= v_day
                 order by o.id_hash limit p_limit) old;
        exit when v_hashes is null;
        select array_agg(distinct c.client_id) into v_used from oauth_connections c where c.client_id = any (v_clients);
        delete from oauth_objects o
         where o.model = 'Client' and o.id_hash = any (v_hashes)
           and o.payload ->> 'client_id' <> all (coalesce(v_used, '{}'));
        get diagnostics v_count = row_count; v_total := v_total + v_count;
        v_hash := v_hashes[cardinality(v_hashes)];
      end loop;

      loop
        select array_agg(old.client_id order by old.client_id) into v_clients
          from (select d.client_id from oauth_cimd_documents d
                 where d.client_id > v_client and d.fetched_at <= v_hour order by d.client_id limit p_limit) old;
        exit when v_clients is null;
        select array_agg(distinct c.client_id) into v_used from oauth_connections c where c.client_id = any (v_clients);
        delete from oauth_cimd_documents d
         where d.client_id = any (v_clients)
           and (d.fetched_at <= v_week or d.fetched_at <= v_hour and d.client_id <> all (coalesce(v_used, '{}')));
        get diagnostics v_count = row_count; v_total := v_total + v_count;
        v_client := v_clients[cardinality(v_clients)];
      end loop;
      return v_total;
    end $$;

    grant create on schema public to rollcall_system;
    alter function sweep_expired owner to rollcall_system;
    alter function sweep_removed_pay owner to rollcall_system;
    alter function sweep_mails owner to rollcall_system;
    alter function sweep_oauth owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function sweep_expired, sweep_removed_pay, sweep_mails, sweep_oauth from public;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
