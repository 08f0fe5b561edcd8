import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from './message.ts'
import { NotSent, type Transport } from './transport.ts'

/** The folder of mails where there is no mail server. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

/** Writes each mail as a file, which programs for mail open. Only its owner may read it, because of the links in it. */
export function fileTransport(dataDir: string): Transport {
  const folder = mailFolder(dataDir)
  return {
    reaches: false,
    send: (message) =>
      write(folder, message).catch((error: NodeJS.ErrnoException) => {
        throw new NotSent('later', `not written (${error.code})`, true)
      }),
  }
}

async function write(folder: string, { id, date, bytes }: Message): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${date.toISOString().replace(/[-:]|\.\d+/g, '')}-${id}.eml`
  await writeFile(join(folder, `.${name}`), bytes, { mode: 0o600 })
  await rename(join(folder, `.${name}`), join(folder, name))
}
