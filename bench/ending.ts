import { endOnSignals } from '../test/support/signals.ts'

/** How often it is looked whether the parent still lives. */
const lookMs = 500
/** How long the end may take. */
const patienceMs = 20_000

/**
 * Ends what this process has started, and then the process: when it is told to stop, after an error that nobody caught,
 * and when its parent is gone, such as the terminal or the script that has started it. `Keeper` does the same for a
 * process that cannot do it itself.
 */
export function endWhateverHappens(end: () => Promise<unknown>): void {
  endOnSignals(end)
  process.on('uncaughtException', (error) => {
    console.error(error)
    setTimeout(() => process.exit(1), patienceMs).unref()
    void end().finally(() => process.exit(1))
  })
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, lookMs)
  look.unref()
}
