import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { refuseSigned, type SignedUrlRefusal } from './signed-urls.ts'

/** Objects as they are kept: in memory, or by an emulator. */
export interface Keeper {
  exists: (path: string) => Promise<boolean>
  /** Answers a request that was verified, or one of the JSON API. `body` is undefined where none has come. */
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => Promise<void>
}

/**
 * Google Cloud Storage as far as the service calls it. Requests by signed URLs are verified first, then the conditions in
 * their headers: the size, and that nothing is there. The rest is up to whoever keeps the objects.
 */
export class GoogleStorage {
  /** Left out: the real time. */
  now: Date | undefined
  readonly account = 'rollcall@test.iam.gserviceaccount.com'
  readonly credentialsFile: string
  readonly #server: Server
  readonly #keeper: Keeper
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  /** Paths that are being put: of two requests at the same moment, one is first. */
  readonly #putting = new Set<string>()

  private constructor(folder: string, keeper: Keeper) {
    this.#keeper = keeper
    this.credentialsFile = join(folder, 'account.json')
    const key = {
      type: 'service_account',
      project_id: 'test',
      client_email: this.account,
      private_key: this.#keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }
    writeFileSync(this.credentialsFile, JSON.stringify(key))
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        if (!response.headersSent) response.statusCode = 500
        response.end(String(error))
      })
    })
  }

  /** @param folder of the file with the key of the service account */
  static async start(folder: string, keeper: Keeper): Promise<GoogleStorage> {
    const google = new GoogleStorage(folder, keeper)
    google.#server.listen(0, '127.0.0.1')
    await once(google.#server, 'listening')
    return google
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (/^\/(upload\/)?(resumable\/)?(storage|download)\/v1\//.test(request.url!))
      return this.#keeper.answer(request, response, await bodyOf(request))
    const path = request.url!.split('?')[0]!
    const refusal =
      refuseSigned(request, {
        keys: new Map([[this.account, this.#keys.publicKey]]),
        now: () => this.now ?? new Date(),
      }) ?? refuseSize(request)
    if (refusal) return refuse(response, refusal)
    if (request.method !== 'PUT') return this.#keeper.answer(request, response, Buffer.alloc(0))
    const body = await bodyOf(request)
    const mustBeNew = request.headers['x-goog-if-generation-match'] === '0'
    const isTaken = this.#putting.has(path) || (await this.#keeper.exists(path))
    if (mustBeNew && isTaken) return refuse(response, { status: 412, code: 'PreconditionFailed' })
    if (this.#putting.has(path)) return refuse(response, { status: 412, code: 'PreconditionFailed' })
    this.#putting.add(path)
    try {
      await this.#keeper.answer(request, response, body)
    } finally {
      this.#putting.delete(path)
    }
  }
}

/** The range of sizes that a signed header allows. */
function refuseSize({ method, headers }: IncomingMessage): SignedUrlRefusal | undefined {
  const range = headers['x-goog-content-length-range'] as string | undefined
  if (method !== 'PUT' || range === undefined) return undefined
  const [least, most] = range.split(',').map(Number) as [number, number]
  if (headers['content-length'] === undefined) return { status: 411, code: 'MissingContentLength' }
  const length = Number(headers['content-length'])
  if (length < least) return { status: 400, code: 'EntityTooSmall' }
  return length > most ? { status: 400, code: 'EntityTooLarge' } : undefined
}

function refuse(response: ServerResponse, { status, code }: SignedUrlRefusal): void {
  response.writeHead(status, { 'Content-Type': 'application/xml', Connection: 'close' })
  response.end(`<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code></Error>`)
}

/** @throws Error when the connection ends in the middle: then nothing is stored */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
