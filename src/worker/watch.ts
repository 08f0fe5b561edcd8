import type { Logger } from 'pino'

/** A restart of all workers takes less. */
const patienceMs = 5 * 60_000
const lookMs = 20_000
const repeatMs = 60 * 60_000

export interface WorkerWatch {
  /** `missing`: no worker has lived for five minutes, as far as this process knows. */
  state: () => 'ok' | 'missing'
  /** Looks once more. */
  look: () => Promise<void>
  stop: () => void
}

/**
 * Watches over workers from a process that is none. Without any, nobody notices at first: calls are answered, but changes do
 * not take effect on their day, leavers keep their logins, and mails that failed once stay where they are. So the log says it
 * after five minutes, and once an hour from then on.
 *
 * @param countWorkers how many worker pools live; while the database does not answer, nothing is concluded
 */
export function watchWorkers(
  countWorkers: () => Promise<number>,
  log: Logger,
  clock: () => Date,
): WorkerWatch {
  const now = () => clock().getTime()
  let livedAt = now()
  let toldAt: number | undefined

  async function look(): Promise<void> {
    const lives = await countWorkers().then(
      (count) => count > 0,
      () => true,
    )
    if (lives) {
      if (toldAt !== undefined) log.warn('a worker lives again')
      livedAt = now()
      toldAt = undefined
    } else if (now() - livedAt >= patienceMs && now() - (toldAt ?? 0) >= repeatMs) {
      toldAt = now()
      const minutes = Math.floor((toldAt - livedAt) / 60_000)
      log.error(
        { minutes },
        'no worker lives: start a process with ROLE=worker, or nothing takes effect on its day',
      )
    }
  }

  const timer = setInterval(() => void look(), lookMs).unref()
  return {
    state: () => (toldAt === undefined ? 'ok' : 'missing'),
    look,
    stop: () => clearInterval(timer),
  }
}
