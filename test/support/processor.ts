/** Carries out a calculation that may be interrupted, without a pause. */
export function atOnce<Result>(calculation: Generator<undefined, Result, undefined>): Result {
  for (;;) {
    const { done, value } = calculation.next()
    if (done) return value
  }
}

/**
 * The milliseconds of processor time that some work takes in this thread. Other programs of a busy machine hardly change
 * them. The least of a few rounds counts: the first one is also spent on compiling.
 */
export function processorTime(work: () => unknown, rounds = 3): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
