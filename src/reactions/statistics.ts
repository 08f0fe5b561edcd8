import { on } from './reaction.ts'

/** PostgreSQL plans by its statistics, which know nothing of many new rows for a while, and have values of columns as examples. */
export const reactions = [
  on('import.applied', {
    does: 'counts people and jobs for the plans of queries',
    // By itself a connection says at most once a second what it has written, and the job would come before that.
    rows: (db) => db.query('select pg_stat_force_next_flush()'),
    jobs: () => [{ task: 'renew_statistics', payload: {} }],
  }),
  on('person.erased', {
    does: 'takes what they were called out of the statistics of the database',
    jobs: () => [{ task: 'renew_statistics', payload: {} }],
  }),
]
