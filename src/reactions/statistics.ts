import { on } from './reaction.ts'

/** PostgreSQL plans by its statistics, which know nothing of many new rows for a while. */
export const reactions = [
  on('import.applied', {
    does: 'counts people and jobs for the plans of queries',
    jobs: () => [{ task: 'renew_statistics', payload: {} }],
  }),
]
