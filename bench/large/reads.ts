import { peopleList } from '../rows/compare.ts'
import type { Site } from '../world.ts'

const times = 5

const reads = [
  {
    what: 'headcount, 60 months by unit',
    path: '/v1/org/reports.headcount',
    body: { from: '1995-01', to: '1999-12', by: 'unit' },
  },
  { what: 'chart, depth 2', path: '/v1/org/people.chart', body: { depth: 2 } },
  { what: 'directory, 50 people', path: peopleList, body: { limit: 50 } },
]

/** Prints how long the reports of a company take: the median of five calls. */
export async function timeReads({ ours, largeKeys }: Site): Promise<void> {
  for (const { what, path, body } of reads) {
    const found: number[] = []
    let bytes = 0
    for (let run = 0; run < times; run++) {
      const started = performance.now()
      const response = await fetch(`${ours.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${largeKeys[run]!}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      bytes = (await response.arrayBuffer()).byteLength
      if (!response.ok) throw new Error(`${path} answers ${response.status}`)
      found.push(performance.now() - started)
    }
    found.sort((a, b) => a - b)
    console.log(
      `     ${what}: ${found[Math.floor(times / 2)]!.toFixed(0)} ms, ${(bytes / 1000).toFixed(0)} kB`,
    )
  }
}
