/**
 * Ends what this process has started, and then the process, when it is told to stop: databases would live on, because they
 * do not belong to its group. Further signals are ignored while that happens.
 *
 * @param patienceMs how long `end` may take
 */
export function endOnSignals(end: () => Promise<unknown>, patienceMs = 20_000): void {
  let ending: Promise<unknown> | undefined
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }))
    process.on(signal, () => {
      setTimeout(() => process.exit(128 + number), patienceMs).unref()
      ending ??= end().finally(() => process.exit(128 + number))
    })
}
