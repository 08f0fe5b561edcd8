import { on } from './reaction.ts'

/** PostgreSQL plans by its statistics, which know nothing of many new rows for a while. */
export const reactions = [
  on('import.applied', {
    does: 'counts people and jobs for the plans of queries',
    // By itself a connection says at most once a second what it has written, and the job would come before that.
    rows: (db) => db.query('select pg_stat_force_next_flush()'),
    jobs: () => [{ task: 'renew_statistics', payload: {} }],
  }),
]
