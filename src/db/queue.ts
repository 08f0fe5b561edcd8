import type pg from 'pg'

/**
 * Rights that rollcall_jobs needs for graphile_worker.add_job, and not more: it adds rows, and sees what it adds.
 * PostgreSQL asks for the right to update even if no row has the same key. Without a policy for it, no row can be
 * changed.
 */
const grants = `
  grant usage on schema graphile_worker to rollcall_jobs;
  grant select (id, identifier), insert (identifier) on graphile_worker._private_tasks to rollcall_jobs;
  grant select (id, queue_name), insert (queue_name) on graphile_worker._private_job_queues to rollcall_jobs;
  grant select,
        insert (job_queue_id, task_id, payload, run_at, max_attempts, key, priority, flags),
        update (job_queue_id, task_id, payload, run_at, max_attempts, key, priority, flags, revision, attempts,
                last_error, updated_at)
     on graphile_worker._private_jobs to rollcall_jobs`

const policies = [
  { name: 'rollcall_jobs_adds', how: 'for insert to rollcall_jobs with check (true)' },
  { name: 'rollcall_jobs_sees', how: 'for select to rollcall_jobs using (true)' },
]

/**
 * Lets `enqueue_job` put jobs into the queue. To be called after the migrations of graphile-worker, by one process at a
 * time.
 *
 * @param owner a connection with the owner's login
 * @param tasks the names of the tasks that may be queued, in addition to those that the database knows
 */
export async function openQueue(owner: pg.ClientBase, tasks: readonly string[]): Promise<void> {
  await owner.query(grants)
  for (const table of ['_private_tasks', '_private_jobs'])
    for (const { name, how } of policies) {
      const { rowCount } = await owner.query(
        `select from pg_policy where polrelid = ('graphile_worker.' || $1)::regclass and polname = $2`,
        [table, name],
      )
      // To create one locks the table, and workers wait; so only where it is missing.
      if (rowCount === 0) await owner.query(`create policy ${name} on graphile_worker.${table} ${how}`)
    }
  await owner.query('insert into job_tasks (name) select unnest($1::text[]) on conflict do nothing', [tasks])
}
