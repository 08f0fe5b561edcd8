import { endOnSignals } from './signals.ts'
import { stopCluster } from './cluster.ts'
import { checkCoverage } from './coverage.ts'
import { checkLocks, recordLocks } from './lock-order.ts'
import { endPrograms } from './process.ts'
import { stopSharedServer } from './server.ts'
import { checkStatements, recordStatements } from './sql-recorder.ts'

recordStatements()
recordLocks()
endOnSignals(async () => {
  await endPrograms()
  await stopCluster()
})

export const mochaHooks = {
  async afterAll() {
    await stopSharedServer()
    await stopCluster()
    // Only a full run can tell that something was left out.
    const isFull = process.env['ROLLCALL_FULL_RUN'] === '1'
    checkStatements(isFull)
    checkLocks()
    if (isFull) checkCoverage()
  },
}
