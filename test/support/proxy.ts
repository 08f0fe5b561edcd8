import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy in front of PostgreSQL. What it does with a connection is said by its kind. */
abstract class Proxy {
  #server = createServer((client) => this.#join(client))
  #sockets = new Set<Socket>()
  #target: URL
  #silent = false

  constructor(target: string) {
    this.#target = new URL(target)
  }

  /**
   * While true, nothing passes in either direction and no connection is closed, as with a database process that is
   * stopped. What was sent meanwhile arrives later.
   */
  set silent(silent: boolean) {
    this.#silent = silent
    for (const socket of this.#sockets) this.#hush(socket)
  }

  /** Starts the proxy. Answers the address of the database through it. */
  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return this.addressOf(this.#target.href)
  }

  /** The same database and login as `url`, through the proxy. */
  addressOf(url: string): string {
    const { port } = this.#server.address() as AddressInfo
    return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
  }

  async stop(): Promise<void> {
    this.closeConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Closes all connections. New ones are taken. */
  closeConnections(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  #join(client: Socket): void {
    const database = connect(Number(this.#target.port), this.#target.hostname)
    for (const socket of [client, database]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
    }
    client.on('close', () => this.whenClientCloses(database))
    database.on('close', () => client.destroy())
    this.pass(client, database)
    for (const socket of [client, database]) this.#hush(socket)
  }

  #hush(socket: Socket): void {
    if (this.#silent) socket.pause()
    else socket.resume()
  }

  /** Passes what one side says to the other. */
  protected abstract pass(client: Socket, database: Socket): void

  protected whenClientCloses(database: Socket): void {
    database.destroy()
  }
}

/**
 * A proxy that can drop the setting `options` of new connections, as pgbouncer does with `ignore_startup_parameters`.
 * The role and the deadlines of the application are in it.
 */
export class DroppingProxy extends Proxy {
  drops = true

  protected pass(client: Socket, database: Socket): void {
    let first = Buffer.alloc(0)
    const begin = (data: Buffer) => {
      first = Buffer.concat([first, data])
      if (first.length < 4 || first.length < first.readInt32BE(0)) return
      client.off('data', begin)
      database.write(this.drops ? withoutOptions(first) : first)
      client.on('data', (more) => database.write(more))
    }
    client.on('data', begin)
    database.on('data', (data) => client.write(data))
  }
}

/** The first packet of a connection: its length, the version of the protocol, and names and values that end with 0. */
function withoutOptions(packet: Buffer): Buffer {
  const words = packet.toString('utf8', 8, packet.readInt32BE(0)).split('\0')
  const kept = words.filter((_, index) => words[index - (index % 2)] !== 'options')
  const text = Buffer.from(kept.join('\0'))
  const head = Buffer.from(packet.subarray(0, 8))
  head.writeInt32BE(8 + text.length, 0)
  return Buffer.concat([head, text])
}

/**
 * What the proxy does at the next commit. `before`: the commit does not arrive, and both connections are closed.
 * `unnoticed`: the same, but the server does not notice that its connection is closed. `after`: the commit arrives, but
 * its answer is lost.
 */
export type Cut = 'before' | 'unnoticed' | 'after'

/** A proxy in front of PostgreSQL that can cut the connection at a commit. */
export class CuttingProxy extends Proxy {
  /** What happens at the next commit. It is undefined again afterwards. */
  cut: Cut | undefined
  /** Connections to the database that are left open, so that it does not notice the cut. */
  #left = new Set<Socket>()

  protected pass(client: Socket, database: Socket): void {
    client.on('data', (data) => {
      const cut = data.includes('commit\0') ? this.cut : undefined
      if (cut) this.#cutAt(cut, data, client, database)
      else database.write(data)
    })
    database.on('data', (data) => client.write(data))
  }

  protected override whenClientCloses(database: Socket): void {
    if (!this.#left.has(database)) database.destroy()
  }

  #cutAt(cut: Cut, data: Buffer, client: Socket, database: Socket): void {
    this.cut = undefined
    if (cut === 'unnoticed') this.#left.add(database)
    if (cut !== 'after') return void client.destroy()
    database.removeAllListeners('data')
    database.once('data', () => client.destroy())
    database.write(data)
  }
}
