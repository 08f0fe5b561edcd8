import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mailbox } from '../config/mail.ts'
import { layOut } from './layout.ts'
import { mailKinds, type MailKind, type MailKindName } from './kinds.ts'
import { onOneLine, type Letter } from './letter.ts'

/** A letter with its addresses. */
export interface Outgoing {
  /** The id of the mail: its Message-ID follows from it, so that a program that gets it twice can tell. */
  id: string
  kind: MailKindName
  to: Mailbox
  replyTo?: Mailbox | undefined
  letter: Letter
  date: Date
  /** Where the receiver stops mails of this kind. Only of optional kinds. */
  unsubscribe?: string | undefined
}

/** A mail as it is handed over: to whom, and its bytes. */
export interface Message {
  id: string
  date: Date
  envelope: { from: string; to: string[] }
  bytes: Buffer
}

/**
 * Writes a mail in the format of the internet. Values of headers have one line: marks and line breaks are taken out here,
 * and nodemailer encodes what is not ASCII.
 */
export async function writeMessage(from: Mailbox, mail: Outgoing): Promise<Message> {
  const { html, text } = layOut(mail.letter)
  const { optional }: MailKind = mailKinds[mail.kind]
  const composer = new MailComposer({
    from: safe(from),
    to: safe(mail.to),
    ...(mail.replyTo && { replyTo: safe(mail.replyTo) }),
    subject: inHeader(mail.letter.subject),
    messageId: `<${mail.id}@${domainOf(from.address)}>`,
    date: mail.date,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.letter.language,
      ...(optional && mail.unsubscribe !== undefined ? { 'List-Unsubscribe': `<${mail.unsubscribe}>` } : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const node = composer.compile()
  const { from: sender, to } = node.getEnvelope()
  const bytes = await node.build()
  return { id: mail.id, date: mail.date, envelope: { from: sender || from.address, to: [...to] }, bytes }
}

/** nodemailer takes a mailbox as an object and so reads no addresses out of a name. */
const safe = ({ name, address }: Mailbox) => ({ name: inHeader(name), address: onOneLine(address) })

/**
 * A text for a header. Lines of a header have a limit, and nodemailer cannot break a long word. `=?` begins an encoded word:
 * whoever has that in their name would write what they like, line breaks included.
 */
const inHeader = (text: string): string =>
  Array.from(onOneLine(text).replaceAll('=?', '= ?')).slice(0, 200).join('')

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
