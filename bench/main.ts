import { parseArgs } from 'node:util'
import { judge } from './judge.ts'
import { rows } from './rows.ts'
import type { Result, Row } from './rows/compare.ts'
import { endOnSignals } from '../test/support/signals.ts'
import { World } from './world.ts'

const usage = `npm run bench -- [--json] [--only <row>]

Measures the service beside hand-written servers that do the same work, and fails when a row falls below its floor. A row
below its floor is run twice more, and the median of the three runs decides.
  --json  print only {"rows":[{"name","ours","limit","ratio","floor","ok","runs"}]}; runs are the ratios of all runs
  --only  run one row, by its name or the beginning of it`

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const chosen = choose(values.only)
const world = new World()
endOnSignals(() => world.stop())
try {
  if (!values.json) console.log(line('', 'ours', 'limit', 'ratio', 'floor'))
  const results = []
  for (const row of chosen) {
    const { median, runs } = await judge(() => row.run(world), row.floor)
    const measured = {
      name: row.name,
      ours: round(median.ours, 1),
      limit: round(median.limit, 1),
      ratio: round(median.ratio, 3),
      runs: runs.map(({ ratio }) => round(ratio, 3)),
    }
    results.push({ ...measured, floor: row.floor, ok: median.ratio >= row.floor })
    if (!values.json) console.log(describe(row, median, runs))
  }
  if (values.json) console.log(JSON.stringify({ rows: results }))
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
} finally {
  await world.stop()
}

/** The row with this name, else the first one whose name begins with it. Without a name: all rows. */
function choose(name: string | undefined): Row[] {
  if (name === undefined) return rows
  const found = rows.find((row) => row.name === name) ?? rows.find((row) => row.name.startsWith(name))
  if (found) return [found]
  console.error(`There is no row ${name}. The rows are:\n${rows.map((row) => `  ${row.name}`).join('\n')}`)
  process.exit(2)
}

function describe({ name, floor, unit }: Row, { ours, limit, ratio }: Result, runs: Result[]): string {
  const number = (value: number) =>
    `${value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })} ${unit}`
  const verdict = ratio >= floor ? '' : '  below the floor'
  const all = runs.length > 1 ? `  median of ${runs.map((run) => run.ratio.toFixed(2)).join(', ')}` : ''
  return line(name, number(ours), number(limit), ratio.toFixed(2), floor.toFixed(2)) + verdict + all
}

function line(name: string, ...cells: string[]): string {
  return name.padEnd(54) + cells.map((cell, index) => cell.padStart(index < 2 ? 14 : 8)).join('')
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
