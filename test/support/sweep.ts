import { contractActions, type ActionEntry } from './contract.ts'
import { forgetAttempts, type TestServer } from './server.ts'

export const allActions: ActionEntry[] = Object.values(contractActions)
export const reads = allActions.filter(({ operation }) => operation['x-class'] === 'read')
export const writes = allActions.filter(({ operation }) => operation['x-class'] !== 'read')

/** As many calls as platform/can takes at once. */
export const inFifties = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / 50) }, (_, part) => all.slice(part * 50, (part + 1) * 50))

const atOnce = 8
/** Less than the limit of 60 refused credentials per address and minute. */
const perWindow = 50

/**
 * Runs `check` for all cases, several at the same time, and fails at the end with all failures. The limits per minute
 * are reset in between, because a sweep makes more calls. A case may make one call with a refused credential, and five
 * others.
 *
 * @param name the name of a case, for failures
 * @param together so many at the same time: where the server has few connections, no more than these
 */
export async function sweep<T>(
  server: TestServer,
  cases: T[],
  name: (one: T) => string,
  check: (one: T) => Promise<void>,
  together = atOnce,
): Promise<void> {
  const failures: string[] = []
  for (let start = 0; start < cases.length; start += perWindow) {
    await forgetRates(server)
    const queue = cases.slice(start, start + perWindow)
    const work = async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const case_ = one
        await check(case_).catch((error: unknown) =>
          failures.push(`${name(case_)}: ${(error as Error).message}`),
        )
      }
    }
    await Promise.all(Array.from({ length: together }, work))
  }
  if (failures.length === 0) return
  const more = failures.length > 10 ? `\n… and ${failures.length - 10} more` : ''
  throw new Error(
    `${failures.length} of ${cases.length} cases failed:\n${failures.slice(0, 10).join('\n')}${more}`,
  )
}

/** Resets the limits per minute of all credentials and addresses. */
export async function forgetRates(server: TestServer): Promise<void> {
  await server.db.query('delete from rate_windows')
  await forgetAttempts(server)
}
