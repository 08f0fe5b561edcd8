import { latencyOf } from '../neighbor.ts'
import { unitsList } from '../rows/compare.ts'
import type { Site } from '../world.ts'

const rounds = 5
const seconds = 2

/**
 * How long 99 of 100 calls of another company take while nobody else calls, and during the load: the round with the median
 * ratio.
 *
 * @param step one call of the load; false when there is nothing left. Without it this only warms up
 */
export async function besideNeighbor(
  { ours, keys }: Site,
  step: (() => Promise<boolean>) | undefined,
): Promise<{ quiet: number; during: number; ratio: number }> {
  const target = { url: ours.url, path: unitsList, body: '{}', keys }
  await latencyOf(target, 1)
  const results = []
  for (let round = 0; step && round < rounds; round++) {
    const { p99: quiet } = await latencyOf(target, seconds)
    let over = false
    const load = (async () => {
      while (!over && (await step()));
    })()
    const { p99: during } = await latencyOf(target, seconds)
    over = true
    await load
    results.push({ quiet, during, ratio: during / quiet })
  }
  const sorted = results.toSorted((a, b) => a.ratio - b.ratio)
  return sorted[Math.floor(rounds / 2)] ?? { quiet: NaN, during: NaN, ratio: NaN }
}
