// Compiled here, and in projects that have installed the client: see types.test.ts. Each line below `@ts-expect-error`
// must be refused by the compiler.
import {
  ConnectionError,
  RollcallError,
  createClient,
  verifyWebhook,
  withIdempotency,
  type ActionName,
  type ActionRefusals,
  type AnswerInfo,
  type Client,
  type ClientOptions,
  type DirectoryPerson,
  type DryRun,
  type EventData,
  type EventsOptions,
  type FeedItem,
  type OrgPeopleListInput,
  type Problem,
  type ProblemCode,
  type Refusals,
  type Unit,
  type WebhookEvent,
} from '../../../src/client/index.ts'

declare const undefinedOrText: string | undefined
const options: ClientOptions = {
  baseUrl: 'https://people.example.com',
  key: undefinedOrText,
  headers: { 'X-Request-Id': 'one' },
  timeoutMs: 1000,
  retries: 0,
  maxWaitMs: 0,
  fetch: async (url, { method, headers, body }) => ({
    status: 200,
    headers: { get: (name) => headers[name] ?? null },
    text: async () => `${method} ${url} ${body}`,
  }),
  onAnswer: ({ action, attempt, status, request_id, replayed, calls_left }: AnswerInfo): void => {
    const name: ActionName = action
    const facts: [string, number, number, string | null, boolean, number | null] = [
      name,
      attempt,
      status,
      request_id,
      replayed,
      calls_left,
    ]
    void facts
  },
}
export const client: Client = createClient(options)
export const safe: Client = withIdempotency(client, () => 'a-key')
// @ts-expect-error a client needs an address
createClient({})

export async function calls(): Promise<void> {
  const units: Unit[] = await client.org.units.list()
  await client.org.units.list({ include_archived: true }, { retries: 1, timeoutMs: 10, maxWaitMs: 10 })
  const unit: Unit = await client.org.units.create(
    { name: 'Research', kind: 'team' },
    { idempotencyKey: 'k' },
  )
  const { data, dry_run }: DryRun<Unit> = await client.org.units.create.dryRun({
    name: 'Research',
    kind: 'team',
  })
  const summaries: string[] = dry_run.activity.map(({ summary }) => summary)
  void [units, unit, data.name, summaries, dry_run.events]
  // @ts-expect-error there is no such action
  await client.org.units.creat({ name: 'Research', kind: 'team' })
  // @ts-expect-error a property is missing
  await client.org.units.create({ kind: 'team' })
  // @ts-expect-error the input is missing
  await client.org.units.create()
  // @ts-expect-error no such value
  await client.org.units.create({ name: 'Research', kind: 'tribe' })
  // @ts-expect-error no such property
  await client.org.units.create({ name: 'Research', kind: 'team', colour: 'red' })
  // @ts-expect-error a read has no dry run
  await client.org.units.list.dryRun()
  // @ts-expect-error a read takes no key
  await client.org.units.list({}, { idempotencyKey: 'k' })
  // @ts-expect-error a dry run takes no key
  await client.org.units.create.dryRun({ name: 'Research', kind: 'team' }, { idempotencyKey: 'k' })
  // @ts-expect-error this list has no pages
  client.org.units.list.all()
  // @ts-expect-error an action without input takes nothing
  await client.platform.whoami({ name: 'me' })
}

export async function lists(filter: OrgPeopleListInput): Promise<DirectoryPerson[]> {
  const found: DirectoryPerson[] = []
  for await (const person of client.org.people.list.all(filter)) found.push(person)
  for await (const { people, total } of client.org.people.list.pages()) found.push(...people.slice(0, total))
  for await (const { summary } of client.platform.activity.list.all({ limit: 10 })) void summary.length
  return found
}

export function refusals(error: unknown): string | undefined {
  if (error instanceof ConnectionError) return `${error.action} ${error.status ?? ''} ${error.attempts}`
  if (!(error instanceof RollcallError)) return undefined
  const id: string = error.request_id
  // @ts-expect-error only some refusals say when to come back
  void error.retry_after
  switch (error.code) {
    case 'rate_limited':
    case 'internal':
      return `in ${error.retry_after ?? 0} s`
    case 'conflict': {
      const other: string | undefined = error.problem('unit_name_taken')?.record_id
      // @ts-expect-error this code is of another kind of failure
      void error.details.some(({ code }) => code === 'too_long')
      return other ?? error.activity_id ?? id
    }
    case 'validation_failed':
      return error.details.map(textOf).join()
    case 'unauthenticated':
    case 'forbidden':
    case 'not_found':
    case 'payload_too_large':
      return error.message
    default: {
      const none: never = error
      return none
    }
  }
}

function textOf(problem: Problem): string {
  switch (problem.code) {
    case 'too_long':
      return `${problem.path} is too long`
    case 'unit_name_taken': {
      const id: string = problem.record_id
      return id
    }
    // @ts-expect-error there is no such code
    case 'no_such_code':
      return ''
    default:
      return problem.message
  }
}

export const code: ProblemCode = 'unit_name_taken'
export const ofAction: ActionRefusals['org.units.create'] = 'unit_name_taken'
// @ts-expect-error that action does not refuse so
export const ofOther: ActionRefusals['org.units.list'] = 'unit_name_taken'
export const record: Refusals['unit_name_taken']['record'] = 'unit'

export async function events(request: {
  headers: Record<string, string | string[] | undefined>
}): Promise<string[]> {
  const event: WebhookEvent = await verifyWebhook('whsec_', request.headers, new Uint8Array())
  await verifyWebhook(['whsec_'], { get: () => null }, '')
  // @ts-expect-error what was parsed of a body has no signature
  await verifyWebhook('whsec_', request.headers, { id: '' })
  const cursors: string[] = []
  const options: EventsOptions = { after: undefinedOrText, from: 'now', types: ['unit.updated'], retries: 1 }
  for await (const item of client.events({ ...options, onGone: () => {}, onCursor: async () => {} })) {
    const one: FeedItem = item
    cursors.push(one.cursor)
    if (item.type === 'unit.updated') cursors.push(item.data.unit.name)
  }
  // @ts-expect-error there is no such type
  client.events({ types: ['unit.sold'] })
  return [...cursors, receive(event)]
}

export function receive(event: WebhookEvent): string {
  if (event.type === 'unit.updated') {
    const data: EventData['unit.updated'] = event.data
    return data.unit.name
  }
  // @ts-expect-error only some events have a unit
  return event.data.unit.name
}
