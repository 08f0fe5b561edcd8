import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from './message.ts'
import { NotSent, type Transport } from './transport.ts'

/** The folder of mails where there is no mail server. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

/** Files are kept as long as the rows of mails are (`sweep_mails`): they hold names and addresses. */
const keptMs = 90 * 24 * 3_600_000

/**
 * Writes each mail as a file, which programs for mail open. Only its owner may read it, because of the links in it. Old files
 * are looked for with the first mail of each day: to list the folder takes longer the more there are.
 */
export function fileTransport(dataDir: string): Transport {
  const folder = mailFolder(dataDir)
  let cleared = ''
  return {
    reaches: false,
    send: async (message) => {
      const moment = momentOf(message.date)
      try {
        await write(folder, moment, message)
        if (dayOf(moment) <= cleared) return
        await removeBefore(folder, momentOf(new Date(message.date.getTime() - keptMs)))
        cleared = dayOf(moment)
      } catch (error) {
        throw new NotSent('later', `not written (${(error as NodeJS.ErrnoException).code})`, true)
      }
    },
  }
}

async function write(folder: string, moment: string, { id, bytes }: Message): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${moment}-${id}.eml`
  await writeFile(join(folder, `.${name}`), bytes, { mode: 0o600 })
  await rename(join(folder, `.${name}`), join(folder, name))
}

/** `20261122T093000Z`, the beginning of a file's name: names are in the order of time. */
const momentOf = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '')
const dayOf = (moment: string): string => moment.slice(0, 8)

/** Also removes what a process that was killed had not given its name yet. */
async function removeBefore(folder: string, moment: string): Promise<void> {
  const names = await readdir(folder)
  const old = names.filter((name) => {
    const begins = name.replace(/^\./, '')
    return /^\d{8}T\d{6}Z-.*\.eml$/.test(begins) && begins < moment
  })
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}
