import { ConfigError } from './error.ts'

/** The way in which mails leave this service. */
export interface MailSettings {
  /** Absent: mails are files below `DATA_DIR/mail`. */
  smtp: SmtpSettings | undefined
  from: Mailbox
  /** Mails that an organization may cause on one of its days. */
  perDay: number
}

export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS. */
  secure: boolean
  /** Tells that a connection without TLS is refused. Only a server on this machine may have none. */
  needsTls: boolean
  login: { user: string; pass: string } | undefined
}

export interface Mailbox {
  name: string
  address: string
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const

/**
 * @param text `smtps://user:password@smtp.example.com`
 * @throws ConfigError without repeating the text, which has a password
 */
export function smtpSettings(text: string | undefined): SmtpSettings | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  const form = 'such as smtps://user:password@smtp.example.com or smtp://user:password@smtp.example.com:587'
  if (!url || !isSmtp(url.protocol) || !url.hostname || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    throw new ConfigError(`SMTP_URL must be the address of a mail server, ${form}.`)
  if (Boolean(url.username) !== Boolean(url.password))
    throw new ConfigError(`SMTP_URL must have a user and a password, or neither, ${form}.`)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(url.port) || ports[url.protocol],
    secure,
    needsTls: !secure && !isThisMachine(host),
    login: url.username ? { user: decode(url.username), pass: decode(url.password) } : undefined,
  }
}

const isSmtp = (protocol: string): protocol is keyof typeof ports => protocol in ports

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** Node keeps escapes in user and password. A `%` that begins none stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * @param text `people@example.com` or `Acme People <people@example.com>`
 * @param needed whether mails leave this machine, so that there is no address for everybody
 * @throws ConfigError
 */
export function mailFrom(text: string | undefined, needed: boolean): Mailbox {
  if (!text) {
    if (needed) throw new ConfigError('MAIL_FROM is needed with SMTP_URL: the address that mails come from.')
    return { name: 'Rollcall', address: 'rollcall@localhost.localdomain' }
  }
  const [, name = 'Rollcall', inside, bare] = /^(?:([^<>]*?) *<([^<>]*)>|([^<>]*))$/.exec(text) ?? []
  const address = (inside ?? bare)?.trim() ?? ''
  const problem = /\p{C}/u.test(text) || !/^[!-;=?A-Z[-~]+@[^\s@<>(),;:"]+$/.test(address)
  if (problem || [...name].length > 100)
    throw new ConfigError(
      'MAIL_FROM must be an e-mail address, such as people@example.com or Acme People <people@example.com>.',
    )
  return { name: name.replace(/^"(.*)"$/, '$1').trim() || 'Rollcall', address }
}
