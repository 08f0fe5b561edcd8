import type { ClientBase } from 'pg'
import { asSystem } from '../db/system.ts'
import { findLastErasure, renewStatistics } from '../queries/system/statistics.ts'
import type { JobTask } from './job.ts'

export const payload = {} as const
/** It is queued with each import and each erasure. This finds what a connection said later. */
export const cron = '* * * * *'

/**
 * Has PostgreSQL count again what is in tables that have grown by half. It plans by these figures, and keeps plans until
 * there are new ones: after a first import it would read all of an organization for each person, until it finds out by
 * itself, which takes up to a minute. The figures have values of columns as examples, so they are renewed when somebody was
 * erased, too.
 */
export const task: JobTask<typeof payload> = (_payload, { withPgClient }) =>
  withPgClient(async (client) => {
    const connection = client as ClientBase
    await renewStatistics(connection, await asSystem(connection, findLastErasure))
  })
