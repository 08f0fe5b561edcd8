import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpSettings } from '../config/mail.ts'
import type { Message } from './message.ts'
import { NotSent, type Transport } from './transport.ts'

/** Milliseconds that a mail server may take. */
export const patience = {
  /** Until it can be reached, and says who it is. */
  connectMs: 10_000,
  /** For each answer. */
  answerMs: 20_000,
  /** For all of it, however often it says a little. */
  wholeMs: 45_000,
}

/** A failure, as nodemailer tells it. */
interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
}

/**
 * Hands mails to a mail server, each over a connection of its own. They are few; a connection that is kept would be closed
 * by most servers before the next one.
 */
export function smtpTransport(settings: SmtpSettings, times: typeof patience = patience): Transport {
  return { reaches: true, send: (message, stop) => new Delivery(settings, times).send(message, stop) }
}

/** One mail on its way. */
class Delivery {
  readonly #settings: SmtpSettings
  readonly #times: typeof patience
  readonly #connection: SMTPConnection
  readonly #broken = Promise.withResolvers<never>()
  /** Tells that the server has asked for the mail itself: from then on it may have it, whatever happens. */
  #handedOver = false
  /** Tells that the server is ready for a mail. */
  #ready = false

  constructor(settings: SmtpSettings, times: typeof patience) {
    this.#settings = settings
    this.#times = times
    this.#connection = new SMTPConnection({
      host: settings.host,
      port: settings.port,
      secure: settings.secure,
      requireTLS: settings.needsTls,
      // A server on this machine often has a certificate that nobody can check.
      ignoreTLS: !settings.secure && !settings.needsTls,
      tls: { minVersion: 'TLSv1.2' },
      connectionTimeout: times.connectMs,
      greetingTimeout: times.connectMs,
      dnsTimeout: times.connectMs,
      socketTimeout: times.answerMs,
    })
    this.#connection.on('error', (error: Error) => this.#broken.reject(error))
    this.#broken.promise.catch(() => undefined)
  }

  /** @throws NotSent */
  async send({ envelope, bytes }: Message, stop?: AbortSignal): Promise<void> {
    const stopped = () => {
      if (!this.#handedOver) this.#broken.reject(new Error('the service stops'))
    }
    stop?.addEventListener('abort', stopped, { once: true })
    if (stop?.aborted) stopped()
    const late = setTimeout(
      () => this.#broken.reject(new Error('the mail server took too long')),
      this.#times.wholeMs,
    )
    try {
      await this.#step((done) => this.#connection.connect(done))
      const { login } = this.#settings
      if (login) await this.#step((done) => this.#connection.login({ credentials: login }, done))
      this.#ready = true
      await this.#step((done) => this.#connection.send(envelope, this.#read(bytes), done))
      this.#connection.quit()
    } catch (error) {
      this.#connection.close()
      throw this.#explain(error as SmtpError)
    } finally {
      clearTimeout(late)
      stop?.removeEventListener('abort', stopped)
    }
  }

  #step(begin: (done: (error?: Error | null) => void) => void): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    begin((error) => (error ? reject(error) : resolve()))
    return Promise.race([promise, this.#broken.promise])
  }

  /** The bytes as a stream. It is read when the server has asked for them. */
  #read(bytes: Buffer): Readable {
    const stream: Readable = new Readable({
      read: () => {
        this.#handedOver = true
        stream.push(bytes)
        stream.push(null)
      },
    })
    return stream
  }

  /** Only what a server says of this mail itself is final. A wrong password is corrected by the operator. */
  #explain({ responseCode, command, code, message }: SmtpError): NotSent {
    const said = [code, command, responseCode].filter(Boolean).join(' ') || message
    const answered = responseCode !== undefined
    if (this.#handedOver && !answered) return new NotSent('unknown', `no answer after the mail (${said})`)
    const aboutMail = command === 'RCPT TO' || command === 'DATA' || this.#handedOver
    if (answered && responseCode >= 500 && aboutMail) return new NotSent('never', `refused (${said})`)
    return new NotSent('later', `not taken (${said})`, !this.#ready)
  }
}
