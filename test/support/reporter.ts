import Mocha from 'mocha'

const { EVENT_RUN_END } = Mocha.Runner.constants

let summary: string | undefined
let stats: Mocha.Stats | undefined

/**
 * Dots, and the story of each failure; on a terminal the names as well. The very last line is `N passed, N failed`. A
 * failed hook counts as failed, and so does a run that never came to its end: a test file that does not load must not
 * look like a run without failures.
 */
export default class Reporter {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    const { Dot, Spec } = Mocha.reporters
    const { stats: counted } = process.stdout.isTTY ? new Spec(runner, options) : new Dot(runner, options)
    stats = counted
    runner.once(EVENT_RUN_END, () => print(counted.passes, counted.failures))
  }
}

function print(passed: number, failed: number): void {
  summary = `${passed} passed, ${failed} failed`
  console.log(summary)
}

process.once('exit', () => {
  if (summary === undefined) print(stats?.passes ?? 0, Math.max(stats?.failures ?? 0, 1))
})
