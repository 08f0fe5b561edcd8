import type { JobTask } from './job.ts'

export const payload = { org_id: 'id' } as const
export const cron = null

/** Removes the files of an organization that was deleted. Whoever still puts one has an hour at most, so it comes twice. */
export const task: JobTask<typeof payload> = ({ org_id }, { storage }) => storage.removeOrganization(org_id)
