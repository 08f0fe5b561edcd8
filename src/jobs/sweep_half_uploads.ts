import type { JobTask } from './job.ts'

export const payload = {} as const
export const cron = '23 * * * *'

/** Removes what half an upload has left behind when its process was killed. */
export const task: JobTask<typeof payload> = (_payload, { storage }) => storage.sweep()
