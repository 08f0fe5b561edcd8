import pg from 'pg'

/** Milliseconds for a connection. A database that is busy or far away takes less; one that says nothing is told of. */
const connectMs = 10_000

/** A connection that could not be made: the network, PostgreSQL or the address itself is the reason (`cause`). */
export class NotConnected extends Error {
  /** The code of the cause, or that of a database that says nothing. */
  readonly code: string | undefined

  /** @param ms how long it was waited for */
  constructor(cause: unknown, ms = 0) {
    const { code, message } = cause as { code?: string; message: string }
    super(message, { cause })
    this.code = code ?? (ms >= connectMs ? 'ETIMEDOUT' : undefined)
  }
}

/**
 * A connection that the caller ends.
 *
 * @throws NotConnected
 */
export async function connectTo(
  connectionString: string,
  further: Pick<pg.ClientConfig, 'types'> = {},
): Promise<pg.Client> {
  const begun = performance.now()
  try {
    const settings = { connectionString, keepAlive: true, connectionTimeoutMillis: connectMs, ...further }
    // An address with a certificate that is not there fails here.
    const client = new pg.Client(settings)
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (error) {
    throw new NotConnected(error, performance.now() - begun)
  }
}
