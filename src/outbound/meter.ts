import type { Socket } from 'node:net'

/**
 * Bytes of one answer, with all that comes with it: far more than headers and the longest body that anybody takes. The parser
 * takes interim answers and empty lines before the headers without end.
 */
const mostBytes = 512 * 1024

/** The answer goes on and on, and is none. */
export class EndlessAnswer extends Error {
  readonly code = 'UND_ERR_RES_ENDLESS'

  constructor() {
    super(`The answer takes more than ${mostBytes} bytes.`)
  }
}

/** Counts what comes over a connection, and ends it when one answer takes too much. */
export class Meter {
  readonly #socket: Socket
  #before = 0

  constructor(socket: Socket) {
    this.#socket = socket
    // Whoever else reads the socket gets all the same: this only looks when something has come.
    socket.on('readable', () => {
      if (socket.bytesRead - this.#before > mostBytes) socket.destroy(new EndlessAnswer())
    })
  }

  /** Another request begins. */
  begin(): void {
    this.#before = this.#socket.bytesRead
  }
}
