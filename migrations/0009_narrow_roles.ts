import type { Knex } from 'knex'

/**
 * Queueing a job gets a role of its own. `enqueue_job` runs with the rights of its owner, and that was the owner of the
 * whole database. `rollcall_jobs` owns nothing else, and may do nothing but what queueing takes: read the names of the
 * tasks here, and add rows to the queue (src/db/queue.ts, because the queue's tables come with graphile-worker).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$ begin create role rollcall_jobs nologin; exception when duplicate_object or unique_violation then null; end $$;
    grant rollcall_jobs to current_user;
    grant usage, create on schema public to rollcall_jobs;

    -- The tasks that may be queued. Every start adds those that it knows. None is removed, because processes of an older
    -- version may still run.
    create table job_tasks (
      name text primary key check (name ~ '^[a-z][a-z0-9_]{0,59}$')
    );
    grant select on job_tasks to rollcall_jobs;

    create or replace function enqueue_job(p_task text, p_payload json) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if not exists (select from job_tasks t where t.name = p_task) then
        raise exception 'enqueue_job: there is no task of this name' using errcode = 'invalid_parameter_value';
      end if;
      perform graphile_worker.add_job(identifier => p_task, payload => p_payload);
    end $$;
    alter function enqueue_job(text, json) owner to rollcall_jobs;
    revoke create on schema public from rollcall_jobs;

    -- Large objects know no row-level security. Where the functions belong to somebody else, PostgreSQL only warns.
    revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea), lo_put(oid, bigint, bytea)
      from public;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
