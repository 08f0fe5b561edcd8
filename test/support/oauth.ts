import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { Audience } from '../../src/domain/caller.ts'
import { hashSecret } from '../../src/secrets/credentials.ts'
import { newAddress } from './browser.ts'
import { checkedFetch, TestClient } from './client.ts'
import type { Company, Member } from './company.ts'
import { unique, type TestServer } from './server.ts'

/** A page or redirect, as the browser of a member gets it. */
export interface Visited {
  url: string
  status: number
  headers: Headers
  text: string
  /** Where it leads; undefined for a page. */
  location: string | undefined
}

/** A service that an app connects to: that of a test, or any other one. */
type Site = Pick<TestServer, 'baseUrl'> & { running?: { runtime: { baseUrl: string } } }

/** The browser of a member: keeps cookies, and follows redirects as long as they stay on this service. */
export class MemberBrowser {
  readonly server: Site
  readonly cookies = new Map<string, { value: string; path: string }>()
  readonly address = newAddress()

  /** @param member who is signed in; left out: nobody */
  constructor(server: Site, member?: TestClient) {
    this.server = server
    if (member?.credential.kind === 'web') this.signIn(member)
  }

  /** From now on, this member is signed in. */
  signIn({ credential }: TestClient): void {
    if (credential.kind !== 'web') throw new Error('a browser needs a session')
    this.cookies.set('rollcall', { value: credential.secret, path: '/' })
  }

  /** One request, without following redirects. */
  async visit(url: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Visited> {
    const target = new URL(url, this.server.baseUrl)
    const cookie = [...this.cookies]
      .filter(([, { path }]) => target.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(target, {
      ...init,
      redirect: 'manual',
      headers: {
        Accept: 'text/html',
        'X-Forwarded-For': this.address,
        ...(cookie && { Cookie: cookie }),
        ...init.headers,
      },
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const { status, headers } = response
    const location = headers.get('location') ?? undefined
    return { url: target.href, status, headers, text: await response.text(), location }
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    if (value === '') this.cookies.delete(name)
    else this.cookies.set(name, { value, path })
  }

  /** Goes to an address and on to where it leads, until there is a page or another site. */
  async go(url: string): Promise<Visited> {
    let page = await this.visit(url)
    while (page.location !== undefined) {
      const next = new URL(page.location, page.url)
      if (next.origin !== this.server.baseUrl) break
      page = await this.visit(next.href)
    }
    return page
  }

  /** Sends the form of a page. */
  submit(
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Visited> {
    return this.visit(url, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: this.server.running?.runtime.baseUrl ?? this.server.baseUrl,
        ...headers,
      },
    })
  }

  /** Decides on a consent page, and goes back to the app. */
  async decide(page: Visited, audience: Audience | 'no'): Promise<URL> {
    const fields =
      audience === 'no'
        ? { decision: 'deny' }
        : { decision: 'approve', audience, membership: hiddenField(page.text, 'membership') }
    const answer = await this.submit(page.url, fields)
    if (answer.location === undefined) throw new Error(`not decided: ${answer.status} ${answer.text}`)
    const { location } = await this.go(answer.location)
    if (location === undefined) throw new Error('the browser did not go back to the app')
    return new URL(location)
  }
}

/** The value of a hidden field of a page; an empty text when it has none. */
export const hiddenField = (text: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

export interface AppOptions {
  metadata?: Partial<OAuthClientMetadata>
  redirectUri?: string
  /** An app that publishes who it is. */
  metadataUrl?: string
}

/** An app that connects with the SDK's own client, and keeps what it learns. */
export class TestApp implements OAuthClientProvider {
  readonly server: Site
  readonly redirectUrl: string
  readonly clientMetadataUrl?: string
  readonly #metadata: Partial<OAuthClientMetadata>
  #verifier = ''
  information: OAuthClientInformationMixed | undefined
  saved: OAuthTokens | undefined
  /** Where the member was sent to. */
  asked: URL | undefined
  /** Addresses of requests that the SDK made. */
  readonly requests: string[] = []

  constructor(server: Site, options: AppOptions = {}) {
    this.server = server
    this.redirectUrl = options.redirectUri ?? 'http://localhost:53682/callback'
    if (options.metadataUrl !== undefined) this.clientMetadataUrl = options.metadataUrl
    this.#metadata = options.metadata ?? {}
  }

  get clientMetadata(): OAuthClientMetadata {
    return { client_name: 'Claude', redirect_uris: [this.redirectUrl], ...this.#metadata }
  }

  state = (): string => 'the state of the app'
  clientInformation = () => this.information
  saveClientInformation = (information: OAuthClientInformationMixed) => void (this.information = information)
  tokens = () => this.saved
  saveTokens = (tokens: OAuthTokens) => void (this.saved = tokens)
  redirectToAuthorization = (url: URL) => void (this.asked = url)
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  codeVerifier = () => this.#verifier
  /** What the authorization server no longer takes; without this the SDK would end there, and not ask again. */
  invalidateCredentials = (scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') => {
    if (scope === 'all' || scope === 'tokens') this.saved = undefined
  }

  transport(query = ''): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(`${this.server.baseUrl}/mcp${query}`), {
      authProvider: this,
      fetch: (url, init) => {
        this.requests.push(String(url))
        return fetch(url, init)
      },
    })
  }

  /** Asks the member for access: the app's first request is refused, and the SDK finds out what to do. */
  async ask(): Promise<URL> {
    const client = new Client({ name: 'test', version: '1' })
    this.asked = undefined
    await client.connect(this.transport() as Transport).then(
      () => {
        throw new Error('the app was connected before the member agreed')
      },
      (error: unknown) => {
        if (this.asked === undefined) throw error
      },
    )
    return this.asked!
  }

  /** Connects from the beginning to the end, with the consent of the member. */
  async connect(member: TestClient, audience: Audience): Promise<this> {
    const browser = new MemberBrowser(this.server, member)
    const page = await browser.go((await this.ask()).href)
    const back = await browser.decide(page, audience)
    await this.transport().finishAuth(back.searchParams.get('code')!)
    return this
  }

  /** Runs `work` with a client of the SDK that uses this app's tokens. */
  async use<T>(work: (client: Client) => Promise<T>, query = ''): Promise<T> {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(this.transport(query) as Transport)
    try {
      return await work(client)
    } finally {
      await client.close()
    }
  }

  /** What whoami says of the caller. */
  whoami(): Promise<any> {
    return this.use(async (client) => {
      const result = (await client.callTool({ name: 'platform_whoami' })) as { content: { text: string }[] }
      return JSON.parse(result.content[0]!.text).data
    })
  }
}

export interface NewConnection {
  audience?: Audience
  name?: string
  /** Left out: it works. */
  state?: 'pending' | 'revoked' | 'expired'
  /** How long ago the member agreed. */
  daysAgo?: number
}

/** A connected app of a member, written directly to the tables, and its access token. */
export async function connectedApp(
  { db, baseUrl }: Pick<TestServer, 'db' | 'baseUrl'>,
  company: Pick<Company, 'id'>,
  { membershipId }: Pick<Member, 'membershipId'>,
  { audience = 'manage', name = 'Claude', state, daysAgo = 40 }: NewConnection = {},
): Promise<{ id: string; client: TestClient }> {
  const id = randomUUIDv7()
  const secret = randomBytes(32).toString('base64url')
  const now = Date.now()
  const days = (count: number) => new Date(now + count * 86_400_000)
  await db.query(
    `insert into oauth_connections
            (org_id, id, membership_id, client_id, client_name, client_kind, redirect_host, redirect_kind, audience,
             created_at, connected_at, expires_at, revoked_at)
     values ($1, $2, $3, $4, $5, 'dcr', 'localhost', 'local', $6, $7, $8, $9, $10)`,
    [
      company.id,
      id,
      membershipId,
      unique('client'),
      name,
      audience,
      days(-daysAgo),
      state === 'pending' ? null : days(-daysAgo),
      state === 'expired' ? days(-1) : days(30),
      state === 'revoked' ? days(-1) : null,
    ],
  )
  await db.query(
    `insert into oauth_objects (model, id_hash, org_id, connection_id, payload, created_at, expires_at)
     values ('AccessToken', $1, $2, $3, '{}', now(), $4)`,
    [hashSecret(secret), company.id, id, days(1)],
  )
  return { id, client: new TestClient(baseUrl, { kind: 'key', secret }) }
}

/** One request of the protocol, for tests of what a correct client cannot send. */
export class RawApp {
  readonly server: TestServer
  readonly redirectUri: string
  readonly verifier = randomBytes(32).toString('base64url')
  clientId = ''

  constructor(server: TestServer, redirectUri = 'http://localhost:53682/callback') {
    this.server = server
    this.redirectUri = redirectUri
  }

  async register(metadata: Record<string, unknown> = {}): Promise<{ status: number; body: any }> {
    const answer = await this.post(
      '/oauth/register',
      JSON.stringify({ client_name: 'Raw', redirect_uris: [this.redirectUri], ...metadata }),
      'application/json',
    )
    this.clientId = answer.body?.client_id ?? ''
    return answer
  }

  /** The address at which a member decides; an empty value leaves a parameter out. */
  authorizeUrl(changes: Record<string, string> = {}): string {
    const challenge = createHash('sha256').update(this.verifier).digest('base64url')
    const all = {
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      response_type: 'code',
      scope: 'me manage',
      state: 'xyz',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${this.server.baseUrl}/mcp`,
      ...changes,
    }
    const kept = Object.entries(all).filter(([, value]) => value !== '')
    return `${this.server.baseUrl}/oauth/authorize?${new URLSearchParams(kept).toString()}`
  }

  /** A code that a member has agreed to. */
  async code(
    member: TestClient,
    audience: Audience = 'manage',
    changes: Record<string, string> = {},
  ): Promise<URL> {
    const browser = new MemberBrowser(this.server, member)
    return browser.decide(await browser.go(this.authorizeUrl(changes)), audience)
  }

  /** An empty value leaves a field out. */
  token(fields: Record<string, string>): ReturnType<RawApp['post']> {
    const all = Object.entries({ client_id: this.clientId, ...fields }).filter(([, value]) => value !== '')
    return this.post('/oauth/token', new URLSearchParams(all).toString())
  }

  exchange(code: string, changes: Record<string, string> = {}): Promise<{ status: number; body: any }> {
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      code_verifier: this.verifier,
      ...changes,
    }
    return this.token(fields)
  }

  refresh(token: string, changes: Record<string, string> = {}): ReturnType<RawApp['post']> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token, ...changes })
  }

  async post(
    path: string,
    body: string,
    type = 'application/x-www-form-urlencoded',
  ): Promise<{ status: number; headers: Headers; body: any }> {
    const headers = { 'Content-Type': type, Accept: 'application/json', 'X-Forwarded-For': newAddress() }
    const url = `${this.server.baseUrl}${path}`
    const { status, headers: sent, text } = await checkedFetch(url, { method: 'POST', body, headers })
    return { status, headers: sent, body: text ? (JSON.parse(text) as any) : undefined }
  }
}
