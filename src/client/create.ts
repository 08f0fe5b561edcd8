import { actions, type ActionFacts, type Client } from '../generated/client-actions.ts'
import type { ActionName } from '../generated/client-schemas.ts'
import { call, type Settings, type Target } from './call.ts'
import { eventsOf } from './events.ts'
import { pages } from './pages.ts'
import { uploadOf } from './upload.ts'
import type { CallOptions, ClientOptions, WriteOptions } from './types.ts'

/** The settings of each client, for clients that are made from it. */
const settingsOf = new WeakMap<Client, Settings>()

/**
 * A client of all actions. The action `org.units.create` is `client.org.units.create(input, options)`, and answers the
 * `data` of the service's answer.
 */
export function createClient(options: ClientOptions): Client {
  return clientWith(options)
}

/**
 * Gives each write of a client an idempotency key of its own. The key stays the same when the client repeats the call,
 * so that nothing is done twice. A write that is given its own `idempotencyKey` keeps that.
 *
 * @param newKey makes a key for one call; random ones when left out
 */
export function withIdempotency(client: Client, newKey: () => string = () => crypto.randomUUID()): Client {
  const settings = settingsOf.get(client)
  if (!settings) throw new TypeError('withIdempotency takes what createClient made.')
  return clientWith({ ...settings, newKey })
}

type Node = { [name: string]: Node | Method }
type Method = (input?: object, options?: WriteOptions) => unknown

function clientWith(settings: Settings): Client {
  const client: Node = {}
  for (const [name, facts] of Object.entries(actions)) {
    const steps = name.split('.')
    const last = steps.pop() as string
    let node = client
    for (const step of steps) node = (node[step] ??= {}) as Node
    node[last] = method(settings, name as ActionName, facts)
  }
  client['events'] = eventsOf(settings)
  client['upload'] = uploadOf(settings) as unknown as Method
  settingsOf.set(client as unknown as Client, settings)
  return client as unknown as Client
}

/** The function of an action, with what else it can do. */
function method(settings: Settings, action: ActionName, { write, paging }: ActionFacts): Method {
  const target: Target = { action, write, dryRun: false }
  const run = async (input?: object, options?: WriteOptions) =>
    (await call(settings, target, input, options)).data
  if (write)
    return Object.assign(run, {
      dryRun: (input?: object, options?: CallOptions) =>
        call(settings, { ...target, dryRun: true }, input, options),
    })
  if (!paging) return run
  return Object.assign(run, {
    pages: (input?: object, options?: CallOptions) => pages(run, paging, input, options),
    async *all(input?: object, options?: CallOptions) {
      for await (const page of pages(run, paging, input, options)) yield* page[paging.items] as unknown[]
    },
  })
}
