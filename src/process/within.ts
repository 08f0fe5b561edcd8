import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for work, but so many milliseconds at most. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = sleep(ms, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(`no answer in ${ms} ms`)),
  )
  await Promise.race([work, late])
}
