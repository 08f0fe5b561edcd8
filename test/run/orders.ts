import { readFileSync } from 'node:fs'
import Mocha from 'mocha'
import { abandonTests, endTests } from '../support/hooks.ts'
import { countLeftOut, type LeftOut } from '../support/left-out.ts'
import { spentSince, spentSoFar } from '../support/times.ts'
import type { Failure, Order, Report, Thrown } from './messages.ts'
import { whatWasSeen } from './saw.ts'

const { EVENT_HOOK_BEGIN, EVENT_TEST_BEGIN, EVENT_TEST_FAIL, EVENT_TEST_PASS } = Mocha.Runner.constants

/** The settings of mocha's command line that are about tests. */
const { timeout, forbidOnly, forbidPending } = JSON.parse(
  readFileSync('.mocharc.json', 'utf8'),
) as Mocha.MochaOptions

const tell = (report: Report): void => void process.send!(report)

/** Runs files one after the other, as the parent orders them. All share a server and a PostgreSQL. */
export function takeOrders(): void {
  process.on('message', (order: Order) => void follow(order))
  process.once('disconnect', whenTheParentIsGone)
}

/** Without a parent nobody would stop the databases. */
function whenTheParentIsGone(): void {
  void abandonTests().finally(() => process.exit(1))
}

async function follow(order: Order): Promise<void> {
  if ('run' in order) return tell(await run(order.run))
  await endTests()
  process.off('disconnect', whenTheParentIsGone)
  // If a test has left something open, this process does not end then, and the parent says so.
  process.send!({ kind: 'saw', saw: whatWasSeen() } satisfies Report, () => process.disconnect())
}

async function run(file: string): Promise<Report> {
  const before = spentSoFar()
  tell({ kind: 'begins', title: 'the file is loaded' })
  const result = await runFile(file).catch((error: unknown) => ({
    passes: 0,
    leftOut: {},
    failures: [{ titles: [file, 'cannot be loaded'], err: plain(error) }],
  }))
  const { exitCode } = process
  if (exitCode !== undefined) {
    // Otherwise this process would fail at its end, and nobody would know by which file.
    process.exitCode = undefined
    const message = `it has set the exit code of its process to ${exitCode}`
    result.failures.push({ titles: [file], err: plain(new Error(message)) })
  }
  return { kind: 'file', ...result, spent: spentSince(before) }
}

/** @throws whatever the file throws while it is loaded */
async function runFile(file: string): Promise<{ passes: number; leftOut: LeftOut; failures: Failure[] }> {
  let teller!: Teller
  const reporterOptions = { made: (one: Teller) => (teller = one) }
  const mocha = new Mocha({ timeout, forbidOnly, forbidPending, reporter: Teller, reporterOptions } as object)
  mocha.addFile(file)
  await mocha.loadFilesAsync()
  await new Promise((done) => mocha.run(done))
  // Its listeners of the process go, too.
  mocha.dispose()
  return { passes: teller.stats.passes, leftOut: teller.leftOut, failures: failuresOf(teller.failures) }
}

/** Tells the parent of each test, and keeps failures as all reporters do. */
class Teller extends Mocha.reporters.Base {
  readonly leftOut: LeftOut

  constructor(runner: Mocha.Runner, options: { reporterOptions: { made: (teller: Teller) => void } }) {
    super(runner, options as object)
    this.leftOut = countLeftOut(runner)
    options.reporterOptions.made(this)
    const begins = ({ title }: Mocha.Runnable) => tell({ kind: 'begins', title })
    runner.on(EVENT_TEST_BEGIN, begins)
    runner.on(EVENT_HOOK_BEGIN, begins)
    runner.on(EVENT_TEST_PASS, () => tell({ kind: 'ends', ok: true }))
    runner.on(EVENT_TEST_FAIL, () => tell({ kind: 'ends', ok: false }))
  }
}

/** A test that failed twice is twice in the list, and has both errors. */
function failuresOf(tests: Mocha.Test[]): Failure[] {
  const errors = new Map<Mocha.Test, unknown[]>()
  return tests.map((test) => {
    const { multiple = [] } = test.err as { multiple?: unknown[] }
    const left = errors.get(test) ?? [test.err, ...multiple]
    errors.set(test, left)
    return { titles: test.titlePath(), err: plain(left.shift()) }
  })
}

/** An error as a plain object, with all that mocha prints of it. */
function plain(thrown: unknown): Thrown {
  const {
    message = String(thrown),
    stack,
    cause,
    ...rest
  } = Object(thrown) as Partial<Error> & Partial<Thrown>
  const { uncaught = false, actual, expected, showDiff } = rest
  const differs = typeof actual === 'string' && typeof expected === 'string' && showDiff !== false
  return {
    message,
    stack: stack ?? message,
    uncaught,
    showDiff: differs,
    ...(differs && { actual, expected }),
    ...(cause instanceof Error && { cause: plain(cause) }),
  }
}
