import { parseArgs } from 'node:util'
import { endWhateverHappens } from './ending.ts'
import { makeCompany, type Employee } from './large/company.ts'
import { History } from './large/history.ts'
import { Loader } from './large/loader.ts'
import { watchHealth, type Watch } from './large/watch.ts'
import { timeReads } from './large/reads.ts'
import { besideNeighbor } from './large/beside.ts'
import { World, type Site } from './world.ts'

const usage = `npm run load:large -- [people]

Makes a company of so many people (300,000 without a number), loads it through a running service by setup.apply and
import_csv in batches of 250, and fails when
- the median of the last ten batches is more than 1.5 times that of the first ten,
- /healthz answered later than after 50 ms, or later than the longest delay of a quiet server plus 50 ms,
- the 99th percentile of another company's units.list is more than doubled.
Then it times reports of the company.`

const limits = { batches: 1.5, healthMs: 50, neighbor: 2 }
const batchSize = 250
const measured = 10

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const count = Number(positionals[0] ?? 300_000)
if (values.help || !Number.isInteger(count) || count < 4 * measured * batchSize) {
  console.log(values.help ? usage : `Give at least ${4 * measured * batchSize} people.\n\n${usage}`)
  process.exit(values.help ? 0 : 2)
}

const world = new World()
endWhateverHappens(() => world.stop())
try {
  process.exitCode = (await load(await world.empty())) ? 0 : 1
} finally {
  await world.stop()
}

async function load(site: Site): Promise<boolean> {
  const watch = watchHealth(site.ours)
  try {
    return await loadWatched(site, watch)
  } finally {
    await watch.stop()
  }
}

/** @returns whether everything stayed within its limit */
async function loadWatched(site: Site, watch: Watch): Promise<boolean> {
  await besideNeighbor(site, undefined)
  await watch.longest()
  const company = makeCompany(count)
  const loader = new Loader(site)
  await loader.setUp(company)
  const batches = [...inBatches(company.employees)]
  await loader.warmUp(batches.slice(0, measured))
  const quietHealth = await watch.longest().then(async () => {
    await new Promise((done) => setTimeout(done, 3000))
    return watch.longest()
  })

  const last = batches.splice(-measured)
  const withNeighbor = batches.splice(-Math.max(3 * measured, Math.floor(batches.length / 4)))
  const history = new History(site)
  const first = await loader.timeEach(batches)
  const health = await watch.longest()
  const rest = withNeighbor[Symbol.iterator]()
  const neighbor = await besideNeighbor(site, () => loader.next(rest))
  for (const batch of rest) await loader.send(batch)
  await history.write([...batches, ...withNeighbor])
  await watch.longest()
  const end = await loader.timeEach(last)
  const longest = Math.max(health, await watch.longest())
  await history.write(last)
  await history.close()

  const [early, late] = [median(first.slice(0, measured)), median(end)]
  console.log(`\n${count} people, ${history.rows} job rows`)
  const checks = [
    judge(
      'median of ten batches, last beside first',
      late / early,
      limits.batches,
      `${ms(late)} / ${ms(early)}`,
    ),
    judge(
      'longest delay of /healthz in ms',
      longest,
      Math.max(limits.healthMs, quietHealth + limits.healthMs),
      `quiet: ${ms(quietHealth)}`,
    ),
    judge(
      "p99 of another company's units.list",
      neighbor.ratio,
      limits.neighbor,
      `${ms(neighbor.during)} / ${ms(neighbor.quiet)}`,
    ),
  ]
  await timeReads(site)
  return checks.every(Boolean)
}

function* inBatches(employees: Iterable<Employee>): Generator<Employee[]> {
  let batch: Employee[] = []
  for (const employee of employees) {
    batch.push(employee)
    if (batch.length === batchSize) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

function judge(what: string, found: number, most: number, how: string): boolean {
  const good = found <= most
  console.log(`${good ? 'ok  ' : 'BAD '} ${what}: ${found.toFixed(2)}, at most ${most.toFixed(2)} (${how})`)
  return good
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}
