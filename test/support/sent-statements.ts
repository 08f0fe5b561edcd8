import { loadModule, parseSync } from 'libpg-query'
import pg from 'pg'

await loadModule()

/** What `pg` gets to send: a text, or an object that has one. */
type Sent = string | { text?: string } | undefined

/**
 * Calls `notice` before each message that this process sends to PostgreSQL, and sends what it answers instead.
 *
 * @returns ends that
 */
function watch(notice: (client: pg.Client, text: string) => string | undefined): () => void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
    const first = args[0] as Sent
    const other = notice(this, (typeof first === 'string' ? first : first?.text) ?? '')
    const sent = other === undefined ? args : [{ text: other }, ...args.slice(1)]
    return (query as (...all: any[]) => any).apply(this, sent)
  } as typeof query
  return () => void (pg.Client.prototype.query = query)
}

/**
 * Sends another statement before each message that begins so, on its connection, and so in its transaction.
 *
 * @param another answers the next one
 * @returns ends that
 */
export const sendBefore = (beginning: string, another: () => string): (() => void) =>
  watch((client, text) => {
    if (text.startsWith(beginning)) client.query(another()).catch(() => undefined)
    return undefined
  })

/**
 * Sends another statement instead of each message that begins so.
 *
 * @param another answers the next one, or nothing for the message itself
 * @returns ends that
 */
export const sendInstead = (beginning: string, another: () => string | undefined): (() => void) =>
  watch((_, text) => (text.startsWith(beginning) ? another() : undefined))

/**
 * The SQL statements that this process sends while `work` goes on, each by itself. `begin; set local …` is two. What a
 * function of the database runs does not count.
 */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const stop = watch((_, text) => {
    texts.push(text)
    return undefined
  })
  try {
    await work()
  } finally {
    stop()
  }
  return texts.flatMap((text) =>
    (parseSync(text).stmts ?? []).map(({ stmt_location: from = 0, stmt_len: length }) =>
      // The places are those of bytes.
      Buffer.from(text)
        .subarray(from, length ? from + length : undefined)
        .toString()
        .trim(),
    ),
  )
}
