import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Company } from './company.ts'
import { unique, type TestServer } from './server.ts'
import { until } from './wait.ts'

/** The mails that a server without a mail server has written, by whom they are for; oldest first. */
export async function readMails({ dataDir }: Pick<TestServer, 'dataDir'>, to: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder)
    .filter((name) => /^\d.*\.eml$/.test(name))
    .toSorted()
  const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
  return mails.filter((mail) => mail.to?.some(({ address }) => address === to))
}

/** Waits for a mail to this address, as the first or as a later one. */
export async function mailTo(server: Pick<TestServer, 'dataDir'>, to: string, place = 1): Promise<Email> {
  return until(`mail ${place} to ${to}`, async () => (await readMails(server, to))[place - 1])
}

/** The parts of the link in a mail: the page, the organization's slug and the secret. */
export function linkIn(mail: Pick<Email, 'text'>): { url: string; organization: string; token: string } {
  const [url = '', organization = '', token = ''] =
    /https?:\/\/\S+\/([\w-]+)\/(?:invite|reset|email)\/([\w-]{43})\b/.exec(mail.text ?? '') ?? []
  return { url, organization, token }
}

/** A company whose owner has an address that no other test has, so that mails can be told apart. */
export async function companyWithMailbox(server: TestServer): Promise<Company> {
  const company = await server.company()
  company.owner.email = `${unique('owner')}@company.example`
  await server.db.query(`update users set email = $2, email_key = $2 where org_id = $1`, [
    company.id,
    company.owner.email,
  ])
  return company
}

/** The mails that wait to tell members of a company what changed about their logins, by id. */
export async function loginMails({ db }: TestServer, { id }: { id: string }): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from mails where org_id = $1 and kind = 'login_changed' and status = 'pending' order by id`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** A mail server for tests. */
export interface MailServer {
  port: number
  /** What it has taken, in order. */
  taken: { from: string; to: string[]; secure: boolean; user: string | undefined; raw: string; mail: Email }[]
  close: () => Promise<void>
}

/** A real mail server on this machine. By itself it takes every mail, without TLS and without a login. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: MailServer['taken'] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        void PostalMime.parse(raw).then((mail) => {
          const { mailFrom, rcptTo } = session.envelope
          taken.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            secure: session.secure,
            user: session.user,
            raw: raw.toString('utf8'),
            mail,
          })
          done()
        })
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  return { port, taken, close: () => new Promise((done) => server.close(() => done())) }
}

/** A server that takes connections and says only this. */
export function startSilentServer(greeting?: string): Promise<{ port: number; close: () => void }> {
  return startSocketServer((socket) => void (greeting !== undefined && socket.write(greeting)))
}

/** A mail server that breaks the connection when it has the mail, and before it says so. */
export function startCrashingServer(): Promise<{ port: number; close: () => void }> {
  return startSocketServer((socket) => {
    let text = ''
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (text.endsWith('\r\n.\r\n')) socket.destroy()
      else if (/DATA\r\n$/i.test(text)) socket.write('354 go on\r\n')
      else if (!/DATA\r\n/i.test(text)) socket.write('250 well\r\n')
    })
  })
}

async function startSocketServer(
  serve: (socket: Socket) => void,
): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serve(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
