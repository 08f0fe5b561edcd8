/** A row is run this often before it fails: other work of the machine can spoil one run. */
const runsToFail = 3

/**
 * Runs once. If the ratio is below the floor, runs twice more and judges by the median of all three.
 *
 * @returns the run that decides, and all runs in their order
 */
export async function judge<T extends { ratio: number }>(
  run: () => Promise<T>,
  floor: number,
): Promise<{ median: T; runs: T[] }> {
  const first = await run()
  const runs = [first]
  while (first.ratio < floor && runs.length < runsToFail) runs.push(await run())
  const sorted = runs.toSorted((a, b) => a.ratio - b.ratio)
  return { median: sorted[Math.floor(runs.length / 2)] as T, runs }
}
