import { Provider } from 'oidc-provider'
import { admitAttempt } from '../auth/attempts.ts'
import { networksOf } from '../auth/addresses.ts'
import type { AuthDeps } from '../auth/authenticate.ts'
import type { Outbound } from '../outbound/client.ts'
import { keepDocument, keptDocument } from './store.ts'

const maxBytes = 5 * 1024
const timeoutMs = 2500
/** Milliseconds that the last good document of an app still counts when its host does not answer. */
const keptMs = 7 * 86_400_000

/** Answers with which a host says nothing about its document, but only that it has too much to do now. */
const busy = new Set([408, 425, 429])

/**
 * Fetches the document by which an app introduces itself, at its client id. When the host does not answer, or this server
 * has asked for too many documents, the last good one is answered: a host that is down must not disconnect its app. Nor may
 * strangers, who make this server ask a host until that has had enough of it.
 *
 * It has the form of `fetch`, because that is what the authorization server calls.
 */
export function documentFetcher(door: AuthDeps, outbound: Outbound) {
  return async (address: string): Promise<Response> => {
    const fetched = await fetchNow(door, outbound, address).catch((error: unknown) => error as Error)
    if (!(fetched instanceof Error) && fetched.status < 500 && !busy.has(fetched.status)) {
      if (fetched.status === 200 && isDocumentOf(address, fetched.text))
        await keepDocument(door, address, fetched.text)
      return new Response(fetched.text, { status: fetched.status, headers: fetched.headers })
    }
    const since = new Date(door.clock().getTime() - keptMs)
    const kept = await keptDocument(door, address, since)
    if (kept !== undefined) return new Response(kept, { status: 200 })
    throw fetched instanceof Error ? fetched : new Error(`The host answered ${fetched.status}.`)
  }
}

interface Fetched {
  status: number
  headers: Record<string, string>
  text: string
}

async function fetchNow(door: AuthDeps, outbound: Outbound, address: string): Promise<Fetched> {
  await requireShare(door)
  const answer = await outbound.send(address, {
    headers: { accept: 'application/json' },
    timeoutMs,
    maxBytes,
  })
  const caching = answer.headers['cache-control']
  return {
    // 204, 304 and the like cannot have a body as a Response, and are no documents.
    status: answer.status === 200 || answer.status >= 400 ? answer.status : 502,
    headers: typeof caching === 'string' ? { 'cache-control': caching } : {},
    text: answer.body.toString('utf8'),
  }
}

/**
 * Counts a document that is asked for: who sends very many client ids makes us ask very many hosts.
 *
 * @throws Error past the limit of the client's address, or that of all of them
 */
async function requireShare(door: AuthDeps): Promise<void> {
  const client = Provider.ctx?.state['address'] as string | undefined
  const { address, network } = networksOf(client ?? '')
  const { limits } = door
  const attempt = {
    subjects: [`app document address ${address}`, `app document network ${network}`, 'app document'],
    limits: [limits.oauth['document address'], limits.oauth['document network'], limits.oauth.document],
  }
  const { refusedBy } = await admitAttempt(door.pool, attempt, door.clock())
  if (refusedBy !== undefined) throw new Error('Too many documents of apps were asked for in this minute.')
}

/** Only what names its own address is kept. All else of it is checked by the authorization server. */
function isDocumentOf(address: string, text: string): boolean {
  try {
    return (JSON.parse(text) as { client_id?: unknown } | null)?.client_id === address
  } catch {
    return false
  }
}
