import { endOnSignals } from './signals.ts'
import { stopCluster } from './cluster.ts'
import { recordLocks } from './lock-order.ts'
import { CallError } from './client.ts'
import { endings } from './endings.ts'
import { endPrograms } from './process.ts'
import { problemsOf, whatWasSeen } from '../run/saw.ts'
import { recordAnswers } from './row-recorder.ts'
import { recordStatements } from './sql-recorder.ts'

recordStatements()
recordAnswers()
recordLocks()
endOnSignals(abandonTests)
// It would end a server. Mocha passes it over in silence, and fails the test for an exception that nobody catches. A refusal that
// a test looks at later is none of the service's.
process.on('unhandledRejection', (reason) => {
  if (!(reason instanceof CallError)) throw reason
})

/** Ends what the tests of this process have started, though they have not ended. */
export async function abandonTests(): Promise<void> {
  await endPrograms()
  await stopCluster()
}

/** Stops what the tests of this process shared. */
export async function endTests(): Promise<void> {
  for (const end of endings.toReversed()) await end()
  await stopCluster()
}

/** For a run in one process. */
export const mochaHooks = {
  async afterAll() {
    await endTests()
    const problems = await problemsOf(whatWasSeen(), process.env['ROLLCALL_FULL_RUN'] === '1')
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n\n'))
  },
}
