import { stopCluster } from './cluster.ts'
import { checkCoverage } from './coverage.ts'
import { stopSharedServer } from './server.ts'

export const mochaHooks = {
  async afterAll() {
    await stopSharedServer()
    await stopCluster()
    // Only a run of everything can say what was left out.
    if (process.env['ROLLCALL_FULL_RUN'] === '1') checkCoverage()
  },
}
