import { task } from '../../src/jobs/tell_effective.ts'
import { runJob } from './run-job.ts'
import type { TestServer } from './server.ts'

/**
 * Runs the job that tells what takes effect on its day, for all organizations of the server, as at this moment. Workers run
 * it every five minutes.
 */
export const tellEffective = (server: Pick<TestServer, 'db'>, at: Date): Promise<void> =>
  runJob(server, task, at)
