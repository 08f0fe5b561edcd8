import { parseArgs } from 'node:util'
import { endWhateverHappens } from './ending.ts'
import { judge } from './judge.ts'
import { rows } from './rows.ts'
import type { Result, Row } from './rows/compare.ts'
import { World } from './world.ts'

const usage = `npm run bench -- [--json] [--only <row>]

Measures the service beside hand-written servers that do the same work, and fails when a row falls below its floor. A row
below its floor is run twice more, and the median of the three runs decides.
  --json  print only {"rows":[{"name","ours","limit","ratio","quartiles","floor","ok","runs","seconds"}]}; between the
          quartiles are half of the rounds of the run that decides, and runs are the ratios of all runs
  --only  run one row, by its name or the beginning of it`

/** Of a reason. */
const mostLines = 20
/** Of the columns after the name. */
const widths = [14, 14, 8, 11, 8, 9]

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
endWhateverHappens(() => world.stop())
try {
  if (values.only === undefined) await prepareAll()
  if (!values.json) console.log(line('', 'ours', 'limit', 'ratio', 'quartiles', 'floor', 'seconds'))
  const results = []
  for (const row of chosen) {
    const started = performance.now()
    const judged = await judge(() => row.run(world), row.floor).catch(reasonOf)
    const seconds = (performance.now() - started) / 1000
    if (typeof judged === 'string') {
      // The machine may be too slow for it; the others can still tell something.
      results.push({
        name: row.name,
        failed: judged,
        floor: row.floor,
        ok: false,
        seconds: round(seconds, 1),
      })
      if (!values.json) console.log(`${row.name.padEnd(54)}  could not be measured: ${judged}`)
      continue
    }
    const { median, runs } = judged
    const measured = {
      name: row.name,
      ours: round(median.ours, 1),
      limit: round(median.limit, 1),
      ratio: round(median.ratio, 3),
      quartiles: median.quartiles.map((ratio) => round(ratio, 3)),
      runs: runs.map(({ ratio }) => round(ratio, 3)),
    }
    results.push({ ...measured, floor: row.floor, ok: median.ratio >= row.floor, seconds: round(seconds, 1) })
    if (!values.json) console.log(describe(row, median, runs, seconds))
  }
  if (values.json) console.log(JSON.stringify({ rows: results }))
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
} finally {
  await world.stop()
}

/** Why a row could not be measured: what differs between two answers may be thousands of lines. */
function reasonOf(error: unknown): string {
  const lines = String(error).split('\n')
  const more = lines.length - mostLines
  return more > 0 ? [...lines.slice(0, mostLines), `… and ${more} lines more`].join('\n') : lines.join('\n')
}

async function prepareAll(): Promise<void> {
  const started = performance.now()
  await world.prepare()
  const seconds = (performance.now() - started) / 1000
  if (!values.json) console.log(`The databases are filled (${seconds.toFixed(0)} s).`)
}

/** The row with this name, else the first one whose name begins with it. Without a name: all rows. */
function choose(name: string | undefined): Row[] {
  if (name === undefined) return rows
  const found = rows.find((row) => row.name === name) ?? rows.find((row) => row.name.startsWith(name))
  if (found) return [found]
  console.error(`There is no row ${name}. The rows are:\n${rows.map((row) => `  ${row.name}`).join('\n')}`)
  process.exit(2)
}

function describe({ name, floor, unit }: Row, median: Result, runs: Result[], seconds: number): string {
  const { ours, limit, ratio, quartiles } = median
  const number = (value: number) =>
    `${value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })} ${unit}`
  const verdict = ratio >= floor ? '' : '  below the floor'
  const all = runs.length > 1 ? `  median of ${runs.map((run) => run.ratio.toFixed(2)).join(', ')}` : ''
  const spread = quartiles.map((one) => one.toFixed(2)).join('-')
  const cells = [number(ours), number(limit), ratio.toFixed(2), spread, floor.toFixed(2), seconds.toFixed(0)]
  return line(name, ...cells) + verdict + all
}

function line(name: string, ...cells: string[]): string {
  return name.padEnd(54) + cells.map((cell, index) => cell.padStart(widths[index]!)).join('')
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
