import { runInNewContext } from 'node:vm'

const rounds = 4e6
/**
 * Nanoseconds that a round of the loop takes on a processor for which the bounds are chosen: one on which 300 million of them by
 * `node -e` take 1.45 seconds.
 */
const usualNs = 6.3

/**
 * How many times slower this processor is now than a usual one, at least 1: pieces of work are held against bounds as if they had
 * been done on a usual one. What grows faster than its input is seconds on either.
 */
export function slowness(): number {
  const before = process.threadCpuUsage()
  runInNewContext(`let sum = 0; for (let round = 0; round < ${rounds}; round++) sum += round`)
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(1, ((user + system) * 1000) / rounds / usualNs)
}
