import { setTimeout as sleep } from 'node:timers/promises'
import type { Input, Result } from '../actions/action.ts'
import type { ActionId } from '../generated/actions.ts'
import { authenticate, type AuthDeps } from '../auth/authenticate.ts'
import { signOut } from '../auth/sessions.ts'
import { signIn } from '../auth/sign-in.ts'
import { ApiError } from '../errors.ts'
import { actions } from '../generated/actions.ts'
import { execute } from '../pipeline/execute.ts'
import type { Runtime } from '../pipeline/runtime.ts'
import { textOf } from '../streaming/json-writer.ts'

/** Calls an action of the service. */
export type Call = <K extends ActionId>(id: K, input: Partial<Input<K>>) => Promise<Result<K>>

/** Somebody in a browser session. */
export interface DemoCaller {
  call: Call
  /** Reads again who the caller is: the role, and the person behind the login. */
  identify: () => Promise<void>
  secret: string
}

const ignore = () => undefined
const visit = { address: 'demo', browser: null, requestId: 'demo', note: ignore, fail: ignore }

export async function enter(
  runtime: Runtime & AuthDeps,
  login: { organization: string; email: string; password: string },
): Promise<DemoCaller> {
  const { secret } = await patiently(() => signIn(runtime, login, visit))
  const present = { authorization: undefined, session: secret, address: 'demo', via: 'api' as const }
  const identify = async () => (await patiently(() => authenticate(runtime, present))).caller
  let caller = await identify()
  return {
    secret,
    async identify() {
      caller = await identify()
    },
    async call(id, input) {
      const options = { dryRun: false, idempotencyKey: undefined, language: 'en' as const, requestId: 'demo' }
      const outcome = await patiently(() =>
        execute(runtime, { action: actions[id], caller, input, ...options }),
      )
      return (JSON.parse(textOf(outcome.json)) as { data: Result<typeof id> }).data
    },
  }
}

export async function leave(runtime: Runtime & AuthDeps, { secret }: DemoCaller): Promise<void> {
  await signOut(runtime, secret, visit)
}

/** At most so many times a call is made that is told to come back later. */
const mostTries = 10

/** Does what clients do with `Retry-After`: a machine that does much else may be too busy for a call. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      const seconds = error instanceof ApiError ? error.options.retryAfterSeconds : undefined
      if (seconds === undefined || tries === mostTries) throw error
      await sleep(seconds * 1000)
    }
  }
}

/** Calls that are sent at the same time: as many as one credential may have at work, and some that wait. */
const most = 10

/** Does the same for several things, some at a time. When one fails, no other one is under way any more. */
export async function forEach<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < things.length; from += most) {
    const outcomes = await Promise.allSettled(things.slice(from, from + most).map(work))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }
}
