import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type pg from 'pg'
import { backUp, type Backup, type Before } from '../backup/backup.ts'
import { copyFilesIn, copyFilesOut, type CopiedFiles } from '../backup/files.ts'
import { openFiles, restore } from '../backup/restore.ts'
import type { Restored } from '../backup/restored.ts'
import type { Config } from '../config.ts'
import { ConfigError } from '../config/error.ts'
import { alone } from '../db/migrate.ts'
import { withDatabase } from '../db/open.ts'
import { prepareRoles } from '../db/roles.ts'
import { refuseOldServer } from '../db/version.ts'
import { counted } from '../operator/counted.ts'
import { OperatorError } from '../operator/errors.ts'
import { hasSecretKey, keyFile } from '../secrets/secret-key.ts'
import { openStorage } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'
import type { Command } from './command.ts'

const keys = (about: string) => ({ value: 'file', about })
const folder = (about: string) => ({ value: 'folder', about })

/** The storage, of which no link is made here: so it needs no SECRET_KEY. */
const storageOf = (config: Config): Promise<Storage> =>
  openStorage({
    ...config,
    secrets: { current: randomBytes(32) },
    baseUrl: () => '',
    clock: () => new Date(),
  })

/** Commands that keep a database, and bring it back. */
export const backupCommands: Record<string, Command> = {
  backup: {
    needsSecret: false,
    about:
      'Writes a snapshot of the whole database into a file, and the keys of persons into another one. The server may run.',
    argument: {
      name: 'file',
      about: 'takes all rows but the keys of persons; an older backup of this name is replaced',
    },
    options: {
      keys: keys('takes the keys of persons; keep only the newest. Alone, it is written without a backup'),
      files: folder('takes the files of documents; keep it, and it takes what is new'),
      replace: { about: 'also replaces the files of another database' },
    },
    async run({ config }, values) {
      const into = values['files']
      const storage = into === undefined ? undefined : await storageOf(config)
      const files = {
        data: values['file'],
        keys: values['keys'],
        replace: isSet(values['replace']),
        copyFiles: storage && ((client: pg.ClientBase) => copyFilesOut(client, storage, resolve(into!))),
      }
      if (files.data === undefined && files.keys === undefined)
        throw new OperatorError('Name a file for the backup, or one for the keys with --keys, or both.')
      const made = await plainly('No backup was made', () =>
        withDatabase(config, { make: false }, (ownerUrl) => backUp(ownerUrl, files)),
      )
      const json = {
        taken_at: made.takenAt,
        organizations: made.organizations,
        files: made.files.map(({ kind, path, rows, bytes }) => ({ holds: kind, path, rows, bytes })),
        documents: made.documents ?? null,
      }
      const lines = made.files.flatMap((file) => [
        `${file.path} has ${file.kind === 'keys' ? `the keys of ${counted(made.people, 'person')}` : counted(file.rows, 'row')} as of ${made.takenAt} (${file.bytes} bytes).`,
        ...fewer(made, file),
      ])
      if (made.documents) lines.push(...copied(made.documents, `copied into ${resolve(into!)}`))
      return { json, text: [...lines, ...notInIt(made, files.keys, config)].join('\n') }
    },
  },
  restore: {
    about:
      'Makes the database of a backup, in an empty database or where there is none. No server may run on it.',
    argument: { name: 'file', about: 'the backup', required: true },
    options: {
      keys: keys('the newest keys of persons, of whatever day the backup is'),
      files: folder('the files of documents'),
      'without-keys': { about: 'what no key opens is removed from what is restored' },
    },
    async run({ config }, values) {
      const files = {
        data: values['file'] as string,
        keys: values['keys'],
        withoutKeys: isSet(values['without-keys']),
      }
      const from = values['files']
      const storage = from === undefined ? undefined : await storageOf(config)
      const copyFiles = storage && ((client: pg.ClientBase) => copyFilesIn(client, storage, resolve(from!)))
      const restored = await plainly('The backup was not restored', async () => {
        if (from !== undefined && !existsSync(from))
          throw new OperatorError(`There is no folder ${resolve(from)}.`)
        const source = await openFiles(files, config)
        return withDatabase(config, { make: true }, (ownerUrl) => restore(ownerUrl, source, copyFiles))
      })
      const { takenAt, organizations, rows, strange, unreadable, mails, erased, knowsErasures } = restored
      return {
        json: {
          taken_at: takenAt,
          into: placeOf(config),
          organizations,
          rows: rows ?? null,
          left_out: strange,
          erased_again: erased,
          erasures_known: knowsErasures,
          deleted_before: restored.deletedBefore,
          unreadable,
          pending_mails: mails,
          documents: restored.files ?? null,
        },
        text: tell(restored, placeOf(config)),
      }
    },
  },
  roles: {
    about:
      'Makes the roles that tables and functions name, where they are missing: before pg_restore or psql loads a dump.',
    options: {},
    async run({ config }) {
      const made = await plainly('The roles were not made', () =>
        withDatabase(config, { make: true }, (ownerUrl) =>
          alone(ownerUrl, async (client) => {
            await refuseOldServer(client)
            return prepareRoles(client)
          }),
        ),
      )
      const text =
        made.length > 0 ? `Made ${made.join(', ')}.` : 'There was nothing to do: all roles are there.'
      return { json: { made }, text }
    },
  },
}

const isSet = (flag: unknown) => flag === true

/** Said when the file that was replaced had more: somebody may want to know why. */
function fewer(made: Backup, { before }: Backup['files'][number]): string[] {
  if (!before || (before.people <= made.people && before.organizations <= made.organizations)) return []
  const words = ({ people, organizations }: Omit<Before, 'takenAt'>) =>
    `${counted(organizations, 'organization')} and ${counted(people, 'key')} of people`
  return [
    `It has fewer than the one that it replaced: ${words(made)} now, ${words(before)} on ${before.takenAt}.`,
  ]
}

/** Names the keys that somebody who only has these files would miss. */
function notInIt({ people }: { people: number }, keys: string | undefined, config: Config): string[] {
  if (people === 0) return []
  const secret =
    !config.secretKey && hasSecretKey(config)
      ? `SECRET_KEY (${keyFile(config.dataDir)})`
      : 'The SECRET_KEY of the server'
  return [
    ...(keys === undefined
      ? [
          `The keys of ${counted(people, 'person')} are not in it: without them, their private details are lost. --keys writes them.`,
        ]
      : []),
    `${secret} is not in it, and nothing else of DATA_DIR. Without it, the private details of ${counted(people, 'person')} are lost: keep a copy elsewhere.`,
  ]
}

/** Never a password: it is printed. */
function placeOf({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `the embedded database below ${resolve(dataDir)}`
  const { pathname, host, searchParams } = new URL(databaseUrl)
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host || (searchParams.get('host') ?? 'this machine')}`
}

function tell(restored: Restored, place: string): string {
  const { takenAt, organizations, rows, strange, unreadable, mails, erased, knowsErasures } = restored
  const how =
    rows === undefined ? 'The restore that was stopped is finished' : `${counted(rows, 'row')} restored`
  return [
    `${how} into ${place}: ${counted(organizations, 'organization')} as of ${takenAt}. The server can start.`,
    ...(mails > 0
      ? [
          `${counted(mails, 'mail')} of that day had not been sent, and will be when a worker starts. To try a backup, leave SMTP_URL empty.`,
        ]
      : []),
    ...(restored.files ? copied(restored.files, 'restored') : []),
    ...(erased > 0
      ? [`Erased again: ${counted(erased, 'person')}, who had been erased after the backup.`]
      : []),
    ...(restored.deletedBefore.length > 0
      ? [
          `Deleted after the backup, and back with it: ${restored.deletedBefore.join(', ')}. Delete again what nobody wants back, before the server starts: npm run org -- delete.`,
        ]
      : []),
    ...(knowsErasures
      ? []
      : [
          `Who was erased after ${takenAt} is not known here, because the file of the keys tells it: whoever was has to be erased again.`,
        ]),
    ...(unreadable > 0
      ? [
          `There is no key for ${counted(unreadable, 'person')} in it. Their private details could not be read, and were removed.`,
        ]
      : []),
    ...(strange.length > 0
      ? [`Not restored, because they are none of Rollcall: ${strange.join(', ')}.`]
      : []),
  ].join('\n')
}

/** The documents whose files are missing are named, as far as a line has room. */
function copied({ copied: count, present, missing }: CopiedFiles, how: string): string[] {
  const some = missing.slice(0, 5).join(', ')
  return [
    `${counted(count, 'file')} of documents ${how}, ${present} were there.`,
    ...(missing.length > 0
      ? [
          `${counted(missing.length, 'document')} ${missing.length === 1 ? 'has' : 'have'} no file, or another one than was stored: ${some}${missing.length > 5 ? ' …' : ''}`,
        ]
      : []),
  ]
}

/** Errors of files and of the database have a code, and their first line says enough. */
async function plainly<T>(failed: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OperatorError || error instanceof ConfigError) throw error
    const { code, message, path } = error as { code?: string; message: string; path?: string }
    if (code === undefined && !message.startsWith('Connection terminated')) throw error
    const words = plainWords[code ?? '']
    const place = path?.replace(/\.new\.\d+$/, '') ?? 'a file'
    throw new OperatorError(`${failed}: ${words ? `${place} ${words}` : message.split('\n')[0]}`)
  }
}

const plainWords: Record<string, string> = {
  ENOENT: 'does not exist, or its folder does not.',
  ENOTDIR: 'is below something that is no folder.',
  EISDIR: 'is a folder. Name a file.',
  EACCES: 'may not be read or written by this user.',
  EPERM: 'may not be read or written by this user.',
  EROFS: 'is on a disk that cannot be written.',
  ENOSPC: 'does not fit on its disk: that is full.',
}
