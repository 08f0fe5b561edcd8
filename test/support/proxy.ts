import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * What the proxy does at the next commit. `before`: the commit does not arrive, and both connections are closed.
 * `unnoticed`: the same, but the server does not notice that its connection is closed. `after`: the commit arrives, but
 * its answer is lost.
 */
export type Cut = 'before' | 'unnoticed' | 'after'

/** A proxy in front of PostgreSQL that can cut the connection at a commit, or stop to say anything. */
export class CuttingProxy {
  #server = createServer((client) => this.#join(client))
  #sockets = new Set<Socket>()
  #target: URL
  /** What happens at the next commit. It is undefined again afterwards. */
  cut: Cut | undefined
  /**
   * While true, nothing passes in either direction and no connection is closed, as with a database process that is
   * stopped. What was sent meanwhile arrives later.
   */
  get silent(): boolean {
    return this.#silent
  }
  set silent(silent: boolean) {
    this.#silent = silent
    for (const socket of this.#sockets) this.#hush(socket)
  }
  #silent = false

  constructor(target: string) {
    this.#target = new URL(target)
  }

  /** Starts the proxy. Answers the address of the database through it. */
  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    const { port } = this.#server.address() as AddressInfo
    return Object.assign(new URL(this.#target.href), { hostname: '127.0.0.1', port: String(port) }).href
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(client: Socket): void {
    const database = connect(Number(this.#target.port), this.#target.hostname)
    for (const socket of [client, database]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
    }
    client.on('data', (data) => {
      const cut = data.includes('commit\0') ? this.cut : undefined
      if (cut) this.#cutAt(cut, data, client, database)
      else database.write(data)
    })
    database.on('data', (data) => client.write(data))
    client.on('close', () => !this.#left.has(database) && database.destroy())
    database.on('close', () => client.destroy())
    for (const socket of [client, database]) this.#hush(socket)
  }

  #hush(socket: Socket): void {
    if (this.#silent) socket.pause()
    else socket.resume()
  }

  /** Connections to the database that are left open, so that it does not notice the cut. */
  #left = new Set<Socket>()

  #cutAt(cut: Cut, data: Buffer, client: Socket, database: Socket): void {
    this.cut = undefined
    if (cut === 'unnoticed') this.#left.add(database)
    if (cut !== 'after') return void client.destroy()
    database.removeAllListeners('data')
    database.once('data', () => client.destroy())
    database.write(data)
  }
}
