import { backUp, type Backup, type Before } from '../backup/backup.ts'
import { openFiles, restore, type Restored } from '../backup/restore.ts'
import { ConfigError, type Config } from '../config.ts'
import { alone } from '../db/migrate.ts'
import { withDatabase } from '../db/open.ts'
import { prepareRoles } from '../db/roles.ts'
import { refuseOldServer } from '../db/version.ts'
import { counted } from '../operator/counted.ts'
import { OperatorError } from '../operator/errors.ts'
import { keyFile } from '../secrets/secret-key.ts'
import type { Command } from './commands.ts'

const keys = (about: string) => ({ value: 'file', about })

/** What keeps a database, and brings it back. */
export const backupCommands: Record<string, Command> = {
  backup: {
    about:
      'Writes a snapshot of the whole database into a file, and the keys of persons into another one. The server may run.',
    argument: {
      name: 'file',
      about: 'takes all rows but the keys of persons; an older backup of this name is replaced',
    },
    options: {
      keys: keys('takes the keys of persons; keep only the newest. Alone, it is written without a backup'),
      replace: { about: 'also replaces the files of another database' },
    },
    async run({ config }, values) {
      const files = { data: values['file'], keys: values['keys'], replace: isSet(values['replace']) }
      if (files.data === undefined && files.keys === undefined)
        throw new OperatorError('Name a file for the backup, or one for the keys with --keys, or both.')
      const made = await plainly('No backup was made', () =>
        withDatabase(config, { make: false }, (ownerUrl) => backUp(ownerUrl, files)),
      )
      const json = {
        taken_at: made.takenAt,
        organizations: made.organizations,
        files: made.files.map(({ kind, path, rows, bytes }) => ({ holds: kind, path, rows, bytes })),
      }
      const lines = made.files.flatMap((file) => [
        `${file.path} has ${file.kind === 'keys' ? `the keys of ${counted(file.rows, 'person')}` : counted(file.rows, 'row')} as of ${made.takenAt} (${file.bytes} bytes).`,
        ...fewer(made, file),
      ])
      return { json, text: [...lines, ...notInIt(made, files.keys, config)].join('\n') }
    },
  },
  restore: {
    about:
      'Makes the database of a backup, in an empty database or where there is none. No server may run on it.',
    argument: { name: 'file', about: 'the backup', required: true },
    options: {
      keys: keys('the newest keys of persons, of whatever day the backup is'),
      'without-keys': { about: 'what no key opens is removed from what is restored' },
    },
    async run({ config }, values) {
      const files = {
        data: values['file'] as string,
        keys: values['keys'],
        withoutKeys: isSet(values['without-keys']),
      }
      const restored = await plainly('The backup was not restored', async () => {
        const source = await openFiles(files, config)
        return withDatabase(config, { make: true }, (ownerUrl) => restore(ownerUrl, source))
      })
      const { takenAt, organizations, rows, strange, unreadable } = restored
      return {
        json: { taken_at: takenAt, organizations, rows: rows ?? null, left_out: strange, unreadable },
        text: tell(restored),
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

/** What somebody who only has these files would miss. */
function notInIt({ people }: { people: number }, keys: string | undefined, config: Config): string[] {
  if (people === 0) return []
  const secret = config.secretKey ? 'SECRET_KEY' : `SECRET_KEY (${keyFile(config.dataDir)})`
  return [
    ...(keys === undefined
      ? [
          `The keys of ${people} people are not in it: without them, their private details are lost. --keys writes them.`,
        ]
      : []),
    `${secret} is not in it, and nothing else of DATA_DIR. Without it, the private details of ${people} people are lost: keep a copy elsewhere.`,
  ]
}

function tell({ takenAt, organizations, rows, strange, unreadable }: Restored): string {
  const organization = organizations === 1 ? 'organization' : 'organizations'
  const how = rows === undefined ? 'The restore that was stopped is finished' : `${rows} rows are restored`
  return [
    `${how}: ${organizations} ${organization} as of ${takenAt}. The server can start.`,
    ...(unreadable > 0
      ? [
          `There is no key for ${unreadable} people in it. Their private details could not be read, and were removed.`,
        ]
      : []),
    ...(strange.length > 0
      ? [`Not restored, because they are none of Rollcall: ${strange.join(', ')}.`]
      : []),
  ].join('\n')
}

/** Errors of files and of the database have a code, and their first line says enough. */
async function plainly<T>(failed: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OperatorError || error instanceof ConfigError) throw error
    const { code, message } = error as { code?: string; message: string }
    if (code === undefined && !message.startsWith('Connection terminated')) throw error
    throw new OperatorError(`${failed}: ${message.split('\n')[0]}`)
  }
}
