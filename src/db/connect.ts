import pg from 'pg'

/** Milliseconds for a connection. A database that is busy or far away takes less; one that says nothing is told of. */
const connectMs = 10_000

/** A connection that could not be made: the network, PostgreSQL or the address itself is the reason (`cause`). */
export class NotConnected extends Error {
  /** The code of the cause. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    const { code, message } = cause as { code?: string; message: string }
    super(message, { cause })
    this.code = code
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
  try {
    const settings = { connectionString, keepAlive: true, connectionTimeoutMillis: connectMs, ...further }
    // An address with a certificate that is not there fails here.
    const client = new pg.Client(settings)
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (error) {
    throw new NotConnected(error)
  }
}
