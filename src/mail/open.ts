import type { MailSettings } from '../config/mail.ts'
import { fileTransport } from './files.ts'
import { MailQueue, type PostboxOptions } from './mail-queue.ts'
import { smtpTransport } from './smtp.ts'

/** The postbox of these settings: a mail server, or a folder below the data folder. */
export function openPostbox({
  mail,
  dataDir,
  ...options
}: Omit<PostboxOptions, 'transport' | 'settings'> & { mail: MailSettings; dataDir: string }): MailQueue {
  const transport = mail.smtp ? smtpTransport(mail.smtp) : fileTransport(dataDir)
  return new MailQueue({ ...options, transport, settings: mail })
}
