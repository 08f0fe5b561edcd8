import type { JobTask } from './job.ts'

export const payload = { org_id: 'id' } as const
export const cron = null

/** Removes the files of an organization that was deleted. One that comes after it stays: `sweep_files` tells the operator of those. */
export const task: JobTask<typeof payload> = ({ org_id }, { storage }) => storage.removeOrganization(org_id)
