import { relative } from 'node:path'
import Mocha from 'mocha'

const { EVENT_RUN_BEGIN, EVENT_RUN_END, EVENT_SUITE_BEGIN, EVENT_SUITE_END } = Mocha.Runner.constants

let summary: string | undefined
let stats: Mocha.Stats | undefined

/**
 * Dots, and the story of each failure; on a terminal the names as well. The very last line is `N passed, N failed`. A
 * failed hook counts as failed, and so does a run that never came to its end: a test file that does not load must not
 * look like a run without failures.
 *
 * `npm test -- --reporter-option times` also prints what each file took, the slowest first.
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

/**
 * Seconds of each file, with its hooks: by the clock, and of this process's own CPU. What the first lacks in the second
 * was spent waiting, mostly for PostgreSQL or for another program.
 */
function measure(runner: Mocha.Runner): () => string {
  const spent = new Map<string, { wall: number; cpu: number }>()
  const now = () => {
    const { user, system } = process.cpuUsage()
    return { wall: performance.now() / 1000, cpu: (user + system) / 1e6 }
  }
  let start = now()
  let loaded = start
  const ofFile = (suite: Mocha.Suite) => suite.parent?.root === true && suite.file !== undefined
  runner.once(EVENT_RUN_BEGIN, () => (loaded = now()))
  runner.on(EVENT_SUITE_BEGIN, (suite) => {
    if (ofFile(suite)) start = now()
  })
  runner.on(EVENT_SUITE_END, (suite) => {
    if (!ofFile(suite)) return
    const file = relative(process.cwd(), suite.file as string)
    const end = now()
    const before = spent.get(file) ?? { wall: 0, cpu: 0 }
    spent.set(file, {
      wall: before.wall + end.wall - start.wall,
      cpu: before.cpu + end.cpu - start.cpu,
    })
  })
  const line = (wall: number, cpu: number, what: string) =>
    `${wall.toFixed(2).padStart(8)} ${cpu.toFixed(2).padStart(8)}  ${what}`
  return () =>
    [
      '',
      '    wall      cpu  (seconds)',
      ...[...spent]
        .sort(([, a], [, b]) => b.wall - a.wall)
        .map(([file, { wall, cpu }]) => line(wall, cpu, file)),
      line(loaded.wall, loaded.cpu, 'starting and loading the test files'),
      line(now().wall, now().cpu, 'in all'),
      '',
    ].join('\n')
}

function print(passed: number, failed: number): void {
  summary = `${passed} passed, ${failed} failed`
  console.log(summary)
}

process.once('exit', () => {
  if (summary === undefined) print(stats?.passes ?? 0, Math.max(stats?.failures ?? 0, 1))
})
