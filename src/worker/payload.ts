import type { Task } from 'graphile-worker'
import { isDay } from '../domain/day.ts'
import { isId } from '../domain/ids.ts'
import type { Job, JobTools, PayloadKind } from '../jobs/job.ts'

const fits: Record<PayloadKind, (value: unknown) => boolean> = {
  id: (value) => typeof value === 'string' && isId(value),
  ids: (value) => Array.isArray(value) && value.every(fits.id),
  day: (value) => typeof value === 'string' && isDay(value),
}

/**
 * A job as graphile-worker runs it. If the payload has a wrong form (it comes from an older version, or was queued by
 * hand), the job fails with a message that names the field, but not its value.
 */
export function checked(name: string, { payload: shape, task }: Job, tools: JobTools): Task {
  return async (given, helpers) => {
    const payload = (given ?? {}) as Record<string, unknown>
    const wrong = Object.entries(shape).filter(([field, kind]) => !fits[kind](payload[field]))
    if (wrong.length > 0)
      throw new Error(`the payload of ${name} has no good ${wrong.map(([field]) => field).join()}`)
    await task(payload as never, { ...helpers, ...tools })
  }
}
