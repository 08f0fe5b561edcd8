import Mocha from 'mocha'
import { isInCluster } from './cluster.ts'

const { EVENT_RUN_BEGIN, EVENT_TEST_PENDING } = Mocha.Runner.constants

/** The only reasons for which a test is left out in a Citus cluster. */
const reasons = {
  plans: 'a plan shows which node is asked, and not how that finds the rows',
  statistics: 'the job renews those of the coordinator, and autovacuum those of the nodes (docs/cluster.md)',
} as const

export type Reason = keyof typeof reasons

/** Numbers of tests that were left out, by reason. */
export type LeftOut = Partial<Record<Reason, number>>

/** Tests, and suites of them, that said so themselves. */
const saidSo = new WeakMap<Mocha.Runnable | Mocha.Suite, Reason>()

/**
 * Leaves a test out, or all of a `describe` from its `before`, if the database is in a Citus cluster. On a PostgreSQL of its
 * own, nothing is left out.
 *
 * @param context `this` of the test or of `before`
 */
export async function leaveOutInCluster(context: Mocha.Context, url: string, reason: Reason): Promise<void> {
  if (!(await isInCluster(url))) return
  const one = context.runnable() as Mocha.Runnable & { type?: string }
  saidSo.set(one.type === 'hook' ? one.parent! : one, reason)
  context.skip()
}

/**
 * Lets a run leave out tests by `leaveOutInCluster`, and in no other way.
 *
 * @returns their numbers, which grow while it goes on
 */
export function countLeftOut(runner: Mocha.Runner): LeftOut {
  const numbers: LeftOut = {}
  // Mocha sets it after the reporter is made.
  runner.once(EVENT_RUN_BEGIN, () => Object.assign(runner, { forbidPending: false }))
  runner.on(EVENT_TEST_PENDING, (test) => {
    const reason = reasonOf(test)
    if (reason) addLeftOut(numbers, { [reason]: 1 })
    else (runner as Failing).fail(test, new Error('Only leaveOutInCluster may leave a test out'), true)
  })
  return numbers
}

type Failing = Mocha.Runner & { fail: (test: Mocha.Test, error: Error, force: true) => void }

function reasonOf(test: Mocha.Test): Reason | undefined {
  let one: Mocha.Test | Mocha.Suite | undefined = test
  while (one && !saidSo.has(one)) one = one.parent
  return one && saidSo.get(one)
}

/** Adds the numbers of another run. */
export function addLeftOut(numbers: LeftOut, others: LeftOut): void {
  for (const [reason, number] of Object.entries(others) as [Reason, number][])
    numbers[reason] = (numbers[reason] ?? 0) + number
}

/** Lines that tell what was left out; none where nothing was. */
export const leftOutLines = (numbers: LeftOut): string[] =>
  Object.entries(numbers).map(
    ([reason, number]) => `${number} left out in a cluster: ${reasons[reason as Reason]}`,
  )
