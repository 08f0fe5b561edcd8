import Mocha from 'mocha'
import { countLeftOut, leftOutLines } from './left-out.ts'
import { add, longSeconds, spentSince, spentSoFar, tableOfTimes, type Spent } from './times.ts'

const { EVENT_RUN_BEGIN, EVENT_RUN_END, EVENT_SUITE_BEGIN, EVENT_SUITE_END } = Mocha.Runner.constants

let summary: string | undefined
let stats: Mocha.Stats | undefined

/**
 * Prints dots and the failures; on a terminal also the names of the tests. The last line is always `N passed, N
 * failed`. A failed hook counts as a failure, and so does a run that did not reach its end, because a test file that
 * cannot be loaded must not look like success.
 *
 * A full run also prints how long the long files took, and `npm test -- --reporter-option times` how long each file took,
 * the slowest first. A run in several processes is printed by test/run/together.ts.
 */
export default class Reporter {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    const { Dot, Spec } = Mocha.reporters
    const { stats: counted } = process.stdout.isTTY ? new Spec(runner, options) : new Dot(runner, options)
    stats = counted
    const leftOut = countLeftOut(runner)
    const asked = (options?.reporterOptions ?? {}) as Record<string, unknown>
    const isFull = process.env['ROLLCALL_FULL_RUN'] === '1'
    const times = isFull || 'times' in asked ? measure(runner, 'times' in asked ? 0 : longSeconds) : undefined
    runner.once(EVENT_RUN_END, () => {
      if (times) console.log(times())
      for (const line of leftOutLines(leftOut)) console.log(line)
      print(counted.passes, counted.failures)
    })
  }
}

/** Measures each test file with its hooks. Answers a function that prints the table. */
function measure(runner: Mocha.Runner, least: number): () => string {
  const files = new Map<string, Spent>()
  let begun = spentSoFar()
  let loaded = begun
  const isFile = (suite: Mocha.Suite) => suite.parent?.root === true && suite.file !== undefined
  runner.once(EVENT_RUN_BEGIN, () => (loaded = spentSoFar()))
  runner.on(EVENT_SUITE_BEGIN, (suite) => {
    if (isFile(suite)) begun = spentSoFar()
  })
  runner.on(EVENT_SUITE_END, (suite) => {
    if (!isFile(suite)) return
    const file = suite.file as string
    const spent = spentSince(begun)
    files.set(file, files.has(file) ? add(files.get(file)!, spent) : spent)
  })
  return () => {
    const further: [string, Spent][] = [
      ['starting and loading the test files', loaded],
      ['in all', spentSoFar()],
    ]
    return tableOfTimes(files, further, least)
  }
}

function print(passed: number, failed: number): void {
  summary = `${passed} passed, ${failed} failed`
  console.log(summary)
}

process.once('exit', () => {
  if (summary === undefined) print(stats?.passes ?? 0, Math.max(stats?.failures ?? 0, 1))
})
