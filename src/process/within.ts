import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for work, but so many milliseconds at most. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = sleep(ms, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(`no answer in ${ms} ms`)),
  )
  return Promise.race([work, late])
}
