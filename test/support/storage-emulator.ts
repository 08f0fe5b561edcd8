import { once } from 'node:events'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Keeper } from './google-storage.ts'

/** Objects that an emulator keeps, behind the verifier of signed URLs: emulators look at none of what is signed. */
export class Emulator implements Keeper {
  readonly #url: URL

  /** @param url where it runs, such as `http://127.0.0.1:9023` */
  constructor(url: string) {
    this.#url = new URL(url)
  }

  async createBucket(name: string): Promise<void> {
    await fetch(new URL('/storage/v1/b?project=test', this.#url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  }

  async exists(path: string): Promise<boolean> {
    const [, bucket, ...name] = path.split('/')
    const address = `/storage/v1/b/${bucket}/o/${encodeURIComponent(name.join('/'))}`
    return (await fetch(new URL(address, this.#url))).ok
  }

  async answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const { method, url, headers } = request
    const { hostname, port } = this.#url
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...rest } = headers
    // `rest` tells the length where there is a body.
    const asked = ask({
      hostname,
      port,
      path: url,
      method,
      headers: { ...rest, host: 'storage.googleapis.com', 'content-length': body.length },
    })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    // Google does so; the emulator does not know these parameters.
    const told = new URL(url!, this.#url).searchParams
    const named = ['content-type', 'content-disposition'].flatMap((name) => {
      const value = told.get(`response-${name}`)
      return value === null ? [] : [[name, value] as const]
    })
    response.writeHead(answer.statusCode!, { ...answer.headers, ...Object.fromEntries(named) })
    answer.pipe(response)
    await once(response, 'close')
  }
}
