import type { JobTask } from './job.ts'

export const payload = {} as const
/** It is queued with each import. This finds what a connection said later. */
export const cron = '* * * * *'

/**
 * Has PostgreSQL count again what is in tables that have grown by half. It plans by these figures, and keeps plans until
 * there are new ones: after a first import it would read all of an organization for each person, until it finds out by
 * itself, which takes up to a minute.
 */
export const task: JobTask<typeof payload> = (_payload, { withPgClient }) =>
  withPgClient(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', s.schemaname, s.relname) as name
         from pg_stat_user_tables s
         join pg_class c on c.oid = s.relid
        where s.schemaname = 'public' and s.n_mod_since_analyze > 200 + greatest(c.reltuples, 0) / 2
        order by name`,
    )
    if (rows.length > 0) await client.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
  })
