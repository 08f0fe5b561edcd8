import { stopCluster } from './cluster.ts'

export const mochaHooks = {
  async afterAll() {
    await stopCluster()
  },
}
