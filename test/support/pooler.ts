import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The length of a message from PostgreSQL is behind its type, and counts itself. */
const headBytes = 5
const ready = 'Z'.charCodeAt(0)
const keyData = 'K'.charCodeAt(0)
const authentication = 'R'.charCodeAt(0)

/** A connection to PostgreSQL, and what its start said: that is told to later clients, too. */
interface Upstream {
  socket: Socket
  welcome: Buffer[]
  /** The clients that wait for it. The first one has it until PostgreSQL is in no transaction. */
  turns: { client: Socket; data: Buffer }[]
  holder: Socket | undefined
}

/** Milliseconds after which a client that has said goodbye is let go. Its connection is another client's by then. */
const goodbyeMs = 300

/**
 * A pooler in front of PostgreSQL, as pgbouncer is one: the number of the server process that it tells its clients is its own. With
 * `session` each client has a connection until it goes, with `transaction` all clients have one in turn.
 */
export class Pooler {
  mode: 'session' | 'transaction'
  readonly #target: URL
  readonly #server = createServer({ allowHalfOpen: true }, (client) => this.#join(client))
  readonly #sockets = new Set<Socket>()
  #shared: Upstream | undefined
  /** Connections whose client has gone. */
  readonly #free: Upstream[] = []

  constructor(target: string, mode: Pooler['mode']) {
    this.#target = new URL(target)
    this.mode = mode
  }

  /** Starts it, and answers the address of the database through it. */
  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    const { port } = this.#server.address() as AddressInfo
    return Object.assign(new URL(this.#target), { hostname: '127.0.0.1', port: String(port) }).href
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    return socket
  }

  #join(client: Socket): void {
    this.#keep(client)
    const known = this.mode === 'transaction' ? this.#shared : this.#free.shift()
    if (known) {
      if (this.mode === 'session') known.holder = client
      // The client asks to begin, and hears what the first one heard.
      client.once('data', () => {
        client.write(Buffer.concat(known.welcome))
        client.on('data', (data) => this.#ask(known, client, data))
      })
      return
    }
    const upstream: Upstream = {
      socket: this.#keep(connect(Number(this.#target.port), this.#target.hostname)),
      welcome: [],
      turns: [],
      holder: client,
    }
    if (this.mode === 'transaction') this.#shared = upstream
    upstream.socket.on(
      'data',
      messages((message) => this.#tell(upstream, message)),
    )
    client.on('data', (data) => this.#ask(upstream, client, data))
  }

  #ask(upstream: Upstream, client: Socket, data: Buffer): void {
    if (data[0] === 'X'.charCodeAt(0)) {
      if (this.mode === 'session') this.#free.push(upstream)
      setTimeout(() => client.end(), goodbyeMs)
      return
    }
    upstream.holder ??= client
    if (upstream.holder === client) upstream.socket.write(data)
    else upstream.turns.push({ client, data })
  }

  #tell(upstream: Upstream, message: Buffer): void {
    const [type] = message
    if (type === keyData) message.writeInt32BE(message.readInt32BE(headBytes) + 1_000_000, headBytes)
    const isWelcomed = upstream.welcome.at(-1)?.[0] === ready
    const isAllowed = type !== authentication || message.readInt32BE(headBytes) === 0
    if (!isWelcomed && isAllowed) upstream.welcome.push(message)
    upstream.holder?.write(message)
    // `I` says that it is in no transaction.
    if (this.mode === 'session' || type !== ready || message[headBytes] !== 'I'.charCodeAt(0)) return
    upstream.holder = undefined
    const waiting = upstream.turns.splice(0)
    for (const { client, data } of waiting) this.#ask(upstream, client, data)
  }
}

/** Passes on whole messages of PostgreSQL. */
function messages(each: (message: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (data) => {
    rest = Buffer.concat([rest, data])
    while (rest.length >= headBytes && rest.length >= 1 + rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1)
      each(Buffer.from(rest.subarray(0, length)))
      rest = rest.subarray(length)
    }
  }
}
