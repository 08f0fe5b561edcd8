import type { MailSettings } from '../config/mail.ts'
import { fileTransport } from './files.ts'
import { Postbox, type PostboxOptions } from './postbox.ts'
import { smtpTransport } from './smtp.ts'

/** The postbox of these settings: a mail server, or a folder below the data folder. */
export function openPostbox({
  mail,
  dataDir,
  ...options
}: Omit<PostboxOptions, 'transport' | 'settings'> & { mail: MailSettings; dataDir: string }): Postbox {
  const transport = mail.smtp ? smtpTransport(mail.smtp) : fileTransport(dataDir)
  return new Postbox({ ...options, transport, settings: mail })
}
