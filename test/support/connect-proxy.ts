import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

/** An HTTP proxy as operators have: it takes CONNECT alone, and connects to everything that it is asked for, or to `port`. */
export class ConnectProxy {
  /** What it was asked for. */
  readonly asked: { target: string; credential: string | undefined }[] = []
  /** It answers this instead of connecting. */
  status: number | undefined
  /** It connects to this port of this machine, whatever it is asked for. */
  port: number | undefined
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((_request, response) => void response.writeHead(405).end()).on(
    'connect',
    ({ url = '', headers }, client: Socket) => {
      this.asked.push({ target: url, credential: headers['proxy-authorization'] })
      this.#keep(client)
      if (this.status !== undefined) return void client.end(`HTTP/1.1 ${this.status} No\r\n\r\n`)
      const { hostname, port } = new URL(`http://${url}`)
      const target = this.#keep(
        this.port === undefined ? connect(Number(port || 80), hostname) : connect(this.port, '127.0.0.1'),
      )
      target.on('connect', () => client.write('HTTP/1.1 200 Connected\r\n\r\n'))
      client.pipe(target).pipe(client)
    },
  )

  async start(): Promise<URL> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return new URL(`http://us%40er:pass@127.0.0.1:${(this.#server.address() as AddressInfo).port}`)
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    if (!this.#server.listening) return
    this.#server.close()
    await once(this.#server, 'close')
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket))
    return socket
  }
}
