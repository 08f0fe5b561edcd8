import type pg from 'pg'

/** Unlocks jobs of worker pools that are not recorded: they were killed after their start and before their record. */
export async function unlockStrayJobs(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
       from graphile_worker.jobs j
      where locked_at < now() - interval '5 minutes'
        and not exists (select 1 from worker_pools p where p.pool_id = j.locked_by)`,
  )
}

/**
 * Removes runs that failed for good a day ago, of jobs that begin by themselves: a later one does their work. Until then
 * operators see them.
 */
export async function removeFailedRuns(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select graphile_worker.complete_jobs(array_agg(j.id))
       from graphile_worker.jobs j
       join graphile_worker._private_known_crontabs c on c.identifier = j.task_identifier
      where j.attempts >= j.max_attempts and j.locked_at is null and j.run_at < now() - interval '1 day'`,
  )
}

/** Counts the jobs that wait, and those that have failed for good. */
export async function countJobs(pool: pg.Pool): Promise<{ waiting: number; failed: number }> {
  const { rows } = await pool.query<{ waiting: number; failed: number }>(
    `select count(*) filter (where attempts < max_attempts)::int as waiting,
            count(*) filter (where attempts >= max_attempts)::int as failed
       from graphile_worker.jobs`,
  )
  return rows[0] as { waiting: number; failed: number }
}

/** Counts the worker pools that live: each holds the lock of its record. Locks of two halves are those of one `bigint`. */
export async function countWorkers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ living: number }>(
    `select count(*)::int as living
       from worker_pools p
      where exists (select from pg_locks l
                     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
                       and l.database = (select d.oid from pg_database d where d.datname = current_database())
                       and (l.classid::bigint << 32) | l.objid::bigint = p.lock_key)`,
  )
  return rows[0]!.living
}
