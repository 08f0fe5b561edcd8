import { randomBytes } from 'node:crypto'
import { TestClient, type RawAnswer } from './client.ts'
import type { Company } from './company.ts'
import type { TestServer } from './server.ts'

export interface SignInInput {
  organization: string
  email: string
  password: string
}

/** What the owner of a company types into the sign-in page. */
export function loginOf({ slug, owner }: Company): SignInInput {
  return { organization: slug, email: owner.email, password: owner.password }
}

/** What a browser sends besides the body. */
export interface BrowserHeaders {
  /** The address of the page; left out: that of the service. */
  origin?: string
  /** The address of the browser as the proxy saw it; left out: a new one, so that tests share no limit. */
  address?: string
}

/** Signs in with a password, as the sign-in page does. The server must trust its proxy (`TRUST_PROXY`). */
export function signIn(
  server: TestServer,
  input: SignInInput,
  headers: BrowserHeaders = {},
): Promise<RawAnswer> {
  const { origin = server.running.runtime.baseUrl, address = newAddress() } = headers
  return server.anonymous().post('/auth/sign_in', input, { Origin: origin, 'X-Forwarded-For': address })
}

/** An address in a network (IPv6 /48) that no other test uses. */
export function newAddress(): string {
  const [a, b, c] = randomBytes(5)
    .toString('hex')
    .match(/^(..)(....)(....)$/)!
    .slice(1)
  return `fd${a}:${b}:${c}::1`
}

export interface Cookie {
  name: string
  value: string
  /** Lower-case name → value, `''` for a flag. */
  attributes: Record<string, string>
}

/** The only cookie that an answer sets. */
export function cookieOf(answer: RawAnswer): Cookie {
  const [header, ...others] = answer.headers.getSetCookie()
  if (header === undefined || others.length > 0) throw new Error('the answer was expected to set one cookie')
  const [[name, value], ...attributes] = header.split('; ').map(split) as [
    [string, string],
    ...[string, string][],
  ]
  const pairs = attributes.map(([attribute, text]) => [attribute.toLowerCase(), text])
  return { name, value, attributes: Object.fromEntries(pairs) as Cookie['attributes'] }
}

function split(part: string): [string, string] {
  const [name = '', ...rest] = part.split('=')
  return [name, rest.join('=')]
}

/** The caller with the cookie that an answer has set. */
export function browserOf(server: TestServer, answer: RawAnswer): TestClient {
  return new TestClient(server.baseUrl, { kind: 'web', secret: cookieOf(answer).value })
}

/**
 * Does `work` within one minute, for tests of limits per minute. The clock of the server stands still meanwhile. Calls with
 * a credential are counted by the clock of the database: if a new minute begins there, `work` is done again. So it must
 * create everything that it counts.
 */
export async function inOneMinute<T>(server: TestServer, work: () => Promise<T>): Promise<T> {
  const minute = async () => {
    const { rows } = await server.db.query<{ minute: string }>(
      `select date_trunc('minute', now())::text as minute`,
    )
    return rows[0]!.minute
  }
  server.now ??= new Date()
  for (;;) {
    const before = await minute()
    const [outcome] = await Promise.allSettled([work()])
    if (before === (await minute())) {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
    // What the process remembers of this minute is over, too.
    server.now = new Date(server.now.getTime() + 60_000)
  }
}
