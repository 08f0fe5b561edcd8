import type { JobHelpers, JobTask } from '../../src/jobs/job.ts'
import type { TestServer } from './server.ts'

/**
 * Runs a job that needs no payload, for all organizations of the server, as workers do at this moment. The shared server
 * has thousands of them in a full run, so a test of a job that looks at each has a server of its own.
 */
export async function runJob(
  server: Pick<TestServer, 'db'> & Partial<Pick<TestServer, 'running'>>,
  task: JobTask<Record<never, never>>,
  at: Date,
  logger: Pick<JobHelpers['logger'], 'error' | 'warn'> = { error: () => undefined, warn: () => undefined },
): Promise<void> {
  const withPgClient = async (work: (client: unknown) => Promise<unknown>) => {
    const client = await server.db.connect()
    let broken: Error | undefined
    const note = (error: Error) => void (broken = error)
    client.on('error', note)
    try {
      return await work(client)
    } finally {
      client.off('error', note)
      client.release(broken)
    }
  }
  await task({}, {
    withPgClient,
    clock: () => at,
    logger,
    storage: server.running?.runtime.storage,
    vault: server.running?.runtime.vault,
    postbox: server.running?.runtime.postbox,
  } as unknown as JobHelpers)
}
