import { newAddress } from './browser.ts'
import { TestClient } from './client.ts'
import type { TestServer } from './server.ts'

/** An answer to a browser that follows no redirect. */
export interface Stop {
  url: URL
  status: number
  headers: Headers
  /** Where it is sent; null for nowhere. */
  location: URL | null
}

/** A browser without scripts: it keeps cookies by origin, and goes where it is sent. */
export class Visitor {
  readonly #server: TestServer
  readonly #jars = new Map<string, Map<string, string>>()
  readonly address = newAddress()

  constructor(server: TestServer) {
    this.#server = server
  }

  cookies(url: string | URL = this.#server.baseUrl): Map<string, string> {
    const { origin } = new URL(url)
    let jar = this.#jars.get(origin)
    if (!jar) this.#jars.set(origin, (jar = new Map()))
    return jar
  }

  /** The secret of the session at the service. */
  get session(): string | undefined {
    return this.cookies().get('rollcall')
  }

  /** Forgets who is signed in at providers. */
  leaveProviders(): void {
    const { origin } = new URL(this.#server.baseUrl)
    for (const [other, jar] of this.#jars) if (other !== origin) jar.clear()
  }

  /** A client with the session that the browser has at the service. */
  client(): TestClient {
    return new TestClient(this.#server.baseUrl, { kind: 'web', secret: this.session ?? '' })
  }

  /** Opens one address. */
  async open(address: string | URL, headers: Record<string, string> = {}): Promise<Stop> {
    const url = new URL(address, this.#server.baseUrl)
    const jar = this.cookies(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { ...(cookie && { Cookie: cookie }), 'X-Forwarded-For': this.address, ...headers },
    })
    await answer.arrayBuffer()
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    const to = answer.headers.get('location')
    return {
      url,
      status: answer.status,
      headers: answer.headers,
      location: to === null ? null : new URL(to, url),
    }
  }

  /** Goes on until it would leave for an address that `until` names, or is sent nowhere. */
  async follow(
    address: string | URL,
    until: (next: URL) => boolean,
    headers: Record<string, string> = {},
  ): Promise<Stop> {
    let stop = await this.open(address, headers)
    for (let steps = 0; stop.location && !until(stop.location); steps++) {
      if (steps > 10) throw new Error(`too many redirects, the last one to ${stop.location.href}`)
      stop = await this.open(stop.location)
    }
    return stop
  }

  /** From the start at the service to the provider and to where the provider sends it back; does not go there. */
  async atProvider(path: string, headers: Record<string, string> = {}): Promise<URL> {
    const back = (next: URL) => /^\/auth\/\w+\/callback$/.test(next.pathname)
    const { location, status, url } = await this.follow(path, back, headers)
    if (!location) throw new Error(`the browser stays at ${url.href} (${status})`)
    return location
  }

  /** All of it: where the service sends the browser in the end. */
  async signIn(path: string, headers: Record<string, string> = {}): Promise<string> {
    const stop = await this.open(await this.atProvider(path, headers))
    return stop.location!.pathname + stop.location!.search
  }
}
