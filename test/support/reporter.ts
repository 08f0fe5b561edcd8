import { relative } from 'node:path'
import Mocha from 'mocha'
import { cpuOfEndedPrograms } from './process.ts'

const { EVENT_RUN_BEGIN, EVENT_RUN_END, EVENT_SUITE_BEGIN, EVENT_SUITE_END } = Mocha.Runner.constants

let summary: string | undefined
let stats: Mocha.Stats | undefined

/**
 * Prints dots and the failures; on a terminal also the names of the tests. The last line is always `N passed, N
 * failed`. A failed hook counts as a failure, and so does a run that did not reach its end, because a test file that
 * cannot be loaded must not look like success.
 *
 * `npm test -- --reporter-option times` also prints how long each file took, the slowest first.
 */
export default class Reporter {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    const { Dot, Spec } = Mocha.reporters
    const { stats: counted } = process.stdout.isTTY ? new Spec(runner, options) : new Dot(runner, options)
    stats = counted
    const asked = (options?.reporterOptions ?? {}) as Record<string, unknown>
    const times = 'times' in asked ? measure(runner) : undefined
    runner.once(EVENT_RUN_END, () => {
      if (times) console.log(times())
      print(counted.passes, counted.failures)
    })
  }
}

/** Seconds. */
interface Spent {
  /** Time by the clock. What is more than CPU time was spent waiting, mostly for PostgreSQL. */
  wall: number
  /** CPU time of this process. */
  cpu: number
  /** CPU time of other programs, counted when they end. So that of the run's PostgreSQL is only in the last line. */
  programs: number
}

const columns = ['wall', 'cpu', 'programs'] as const

/** Measures each test file with its hooks. Answers a function that prints the table. */
function measure(runner: Mocha.Runner): () => string {
  const files = new Map<string, Spent>()
  const start = now()
  let begun = start
  let loaded = start
  const isFile = (suite: Mocha.Suite) => suite.parent?.root === true && suite.file !== undefined
  runner.once(EVENT_RUN_BEGIN, () => (loaded = now()))
  runner.on(EVENT_SUITE_BEGIN, (suite) => {
    if (isFile(suite)) begun = now()
  })
  runner.on(EVENT_SUITE_END, (suite) => {
    if (!isFile(suite)) return
    const file = relative(process.cwd(), suite.file as string)
    const before = files.get(file) ?? { wall: 0, cpu: 0, programs: 0 }
    files.set(file, combine(before, combine(now(), begun, -1), 1))
  })
  const line = (spent: Spent, what: string) =>
    `${columns.map((name) => spent[name].toFixed(2).padStart(9)).join('')}  ${what}`
  return () =>
    [
      '',
      `${columns.map((name) => name.padStart(9)).join('')}  (seconds)`,
      ...[...files].sort(([, a], [, b]) => b.wall - a.wall).map(([file, spent]) => line(spent, file)),
      line(loaded, 'starting and loading the test files'),
      line(now(), 'in all'),
      '',
    ].join('\n')
}

function combine(a: Spent, b: Spent, sign: 1 | -1): Spent {
  return {
    wall: a.wall + sign * b.wall,
    cpu: a.cpu + sign * b.cpu,
    programs: a.programs + sign * b.programs,
  }
}

function now(): Spent {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now() / 1000, cpu: (user + system) / 1e6, programs: cpuOfEndedPrograms() }
}

function print(passed: number, failed: number): void {
  summary = `${passed} passed, ${failed} failed`
  console.log(summary)
}

process.once('exit', () => {
  if (summary === undefined) print(stats?.passes ?? 0, Math.max(stats?.failures ?? 0, 1))
})
