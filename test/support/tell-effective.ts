import type { JobHelpers } from '../../src/jobs/job.ts'
import { task } from '../../src/jobs/tell_effective.ts'
import type { TestServer } from './server.ts'

/**
 * Runs the job that tells what takes effect on its day, for all organizations of the server, as at this moment. Workers run
 * it every five minutes.
 */
export async function tellEffective(server: Pick<TestServer, 'db'>, at: Date): Promise<void> {
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
    logger: { error: () => undefined },
  } as unknown as JobHelpers)
}
