import { parseArgs } from 'node:util'
import type { EventType } from '../../generated/client-events.ts'
import { createClient } from '../create.ts'
import { forward } from './forward.ts'
import { developmentSecret } from './secret.ts'

export const usage = `rollcall listen --forward-to <url> [--server <url>] [--types <types>] [--after <cursor>]

Reads the feed of events and sends each to a receiver on this machine, as webhooks send it: signed, with a secret for
development that is made once for this user. Needs the key of an owner or admin, for manage, in ROLLCALL_KEY.
  --forward-to  the receiver, such as http://localhost:4000/hooks
  --server      where Rollcall is; ROLLCALL_URL when left out, or else http://localhost:3000
  --types       only these types of events: person.hired,person.left
  --after       go on after this event, as the end of an earlier run says; from now on when left out`

/** The error of a command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

interface Settings {
  url: string
  server: string
  key: string
  types: EventType[] | undefined
  after: string | undefined
}

/**
 * Forwards events until the signal comes.
 *
 * @throws UsageError, and what the loop over events throws
 */
export async function listen(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<void> {
  const { url, server, key, types, after } = readSettings(args, env)
  const { secret, file } = developmentSecret(env)
  console.log(`Signing secret: ${secret} (from ${file})`)
  const client = createClient({ baseUrl: server, key })
  const target = {
    url,
    secret,
    signal,
    onAbsent: () => console.log(`Nobody listens at ${url} yet. Waiting …`),
  }
  const begin = after === undefined ? ({ from: 'now' } as const) : { after }
  const sayBegun = () => console.log(`Events of ${server} go to ${url}. Ctrl-C ends it.`)
  let next = after
  if (next !== undefined) sayBegun()
  const onCursor = (cursor: string) => {
    if (next === undefined) sayBegun()
    next = cursor
  }
  const onGone = (beginsAt: string | null) =>
    console.log(`Some events are gone: there are those from ${beginsAt ?? 'now'} on.`)
  try {
    for await (const event of client.events({ ...begin, types, signal, onCursor, onGone })) {
      const outcome = await forward(event, target)
      console.log(`${event.timestamp}  ${event.type}  ${event.id}  ${outcome}`)
      next = event.cursor
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  if (next !== undefined) console.log(`To go on from here: --after ${next}`)
}

function readSettings(args: string[], env: Readonly<Record<string, string | undefined>>): Settings {
  const values = parse(args)
  const key = env['ROLLCALL_KEY']
  if (!key) throw new UsageError('ROLLCALL_KEY is not set: it is the key with which the feed is read.')
  const url = values['forward-to']
  if (url === undefined) throw new UsageError('--forward-to is missing: where events go.')
  return {
    url: expectUrl(url, '--forward-to'),
    server: expectUrl(values.server ?? env['ROLLCALL_URL'] ?? 'http://localhost:3000', '--server'),
    key,
    // The service refuses those that it does not know.
    types: values.types?.split(',').map((type) => type.trim()) as EventType[] | undefined,
    after: values.after,
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { 'forward-to': text, server: text, types: text, after: text } }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function expectUrl(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${option} is an address such as http://localhost:4000/hooks.`)
  return text
}
