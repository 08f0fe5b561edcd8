import type pg from 'pg'
import { ConfigError } from '../config/error.ts'
import {
  alone,
  bringToNewest,
  doneMigrations,
  migrateOurs,
  refuseUnknown,
  unknownMigrations,
} from '../db/migrate.ts'
import { asSystem } from '../db/system.ts'
import { readMark, removeMark, setMark } from '../db/restoring.ts'
import { prepareRoles } from '../db/roles.ts'
import { refuseOldServer } from '../db/version.ts'
import { counted } from '../operator/counted.ts'
import { OperatorError } from '../operator/errors.ts'
import { hasSecretKey, keyFile, secretKeysOf, type SecretSettings } from '../secrets/secret-key.ts'
import { replayErasures } from '../services/erasing/replay.ts'
import { Vault } from '../secrets/personal.ts'
import { beginAgain, copyAll } from './copying.ts'
import { erasedSince } from './format.ts'
import type { CopiedFiles } from './files.ts'
import { checkFile, type Checked } from './reader.ts'
import { countMails, listDeleted, type Restored } from './restored.ts'
import { countKeyless, removeUnreadable } from './unreadable.ts'

export interface RestoreFiles {
  data: string
  keys?: string | undefined
  /** Details that no key opens may go. */
  withoutKeys: boolean
}

interface Source {
  data: Checked
  keys: Checked | undefined
  withoutKeys: boolean
}

/**
 * Reads the files to their ends and holds them against the settings, before anything is touched.
 *
 * @throws OperatorError, ConfigError saying what is wrong and what to do
 */
export async function openFiles(
  { data, keys, withoutKeys }: RestoreFiles,
  settings: SecretSettings,
): Promise<Source> {
  const source = {
    data: await checkFile(data, 'data'),
    keys: keys === undefined ? undefined : await checkFile(keys, 'keys'),
    withoutKeys,
  }
  const unknown = unknownMigrations(source.data.header.migrations)
  if (unknown)
    throw new OperatorError(
      `${data} is of ${unknown.version} of Rollcall: its database had the migration ${unknown.migrations}, which this one lacks. Restore it with that version.`,
    )
  if (!withoutKeys) refuseMissingKeys(source)
  if (source.keys) refuseOtherSecret(source.keys, settings)
  return source
}

const accept = 'Or accept with --without-keys that what no key opens is removed from what is restored.'

/** Erasing a person destroys their key, so that missing keys are right in a backup from before. */
const whyMissing = `If these people were erased since, or their organization was deleted, their details are to be lost; if not, give the newest keys of this database. ${accept}`

/** The counts of the headers cannot tell the keys of other people from those of the same ones. */
function refuseMissing(path: string, keyless: number): void {
  if (keyless > 0)
    throw new OperatorError(
      `Nothing was restored: ${path} has the private details of ${counted(keyless, 'person')} whose ${keyless === 1 ? 'key is' : 'keys are'} missing. ${whyMissing}`,
    )
}

function refuseMissingKeys({ data, keys }: Source): void {
  const people = sum(data.header.keys)
  if (!keys && people > 0)
    throw new OperatorError(
      `${data.path} holds the private details of ${counted(people, 'person')} and not their keys. Give the newest keys as --keys. ${accept}`,
    )
  if (keys && sum(keys.header.keys) + erasedSince(data.header, keys.header) < people)
    throw new OperatorError(
      `${keys.path} has ${counted(sum(keys.header.keys), 'key')}, and ${data.path} was made when ${counted(people, 'person')} had one. ${whyMissing}`,
    )
  if (keys && keys.header.taken_at < data.header.taken_at)
    throw new OperatorError(
      `${keys.path} is from ${keys.header.taken_at}, before the backup (${data.header.taken_at}): private details that came in between would be lost. Give the newest keys. ${accept}`,
    )
}

/** As the start does it (src/operator/person-keys.ts), for keys that are still in their file. */
function refuseOtherSecret({ path, header }: Checked, settings: SecretSettings): void {
  if (sum(header.keys) === 0) return
  if (!hasSecretKey(settings))
    throw new ConfigError(
      `SECRET_KEY is not set, and there is no ${keyFile(settings.dataDir)}. One of them encrypted the keys in ${path}: set that key, or restore that file.`,
    )
  const { keyIds } = new Vault(secretKeysOf(settings))
  const others = sum(Object.fromEntries(Object.entries(header.keys).filter(([id]) => !keyIds.includes(id))))
  if (others > 0)
    throw new ConfigError(
      `SECRET_KEY, or where it is not set DATA_DIR/secret.key, is not the key of this backup: ${counted(others, 'key')} in ${path} ${others === 1 ? 'was' : 'were'} encrypted with another one. Set that one; if SECRET_KEY was replaced since, set it as SECRET_KEY_PREVIOUS.`,
    )
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)

/**
 * Makes the database of the backup in an empty one: its schema of that day, then all rows, then the newest schema. Stopped anywhere, it leaves a mark that no server starts on, and the same call goes on.
 *
 * @param copyFiles brings the files of documents back, once nobody is there who was erased
 * @throws OperatorError when the database is not empty
 */
export function restore(
  ownerUrl: string,
  source: Source,
  copyFiles?: (client: pg.ClientBase) => Promise<CopiedFiles>,
): Promise<Restored> {
  const { data, keys } = source
  return alone(ownerUrl, async (client) => {
    await refuseOldServer(client)
    const backup = keys ? `${data.sha256} ${keys.sha256}` : data.sha256
    const mark = await readMark(client)
    if (!mark) await refuseUsed(client)
    if (mark?.copied && mark.backup !== backup)
      throw new OperatorError(
        'The restore of another backup into this database was stopped before its end. Run that one again, or begin with an empty database.',
      )
    let copied: Pick<Restored, 'rows' | 'strange'> = { strange: [] }
    if (!mark?.copied) {
      if (mark) await beginAgain(client, mark)
      await setMark(client, { backup, copied: false, foreignKeys: [] })
      await prepareRoles(client)
      await makeSchema(client, ownerUrl, data.header.migrations)
      copied = await copyAll(client, ownerUrl, backup, keys ? [data, keys] : [data], async () => {
        if (!source.withoutKeys) refuseMissing(data.path, await countKeyless(client))
      })
    }
    await bringToNewest(client, ownerUrl)
    // Before anything is served, and before what no key opens is counted.
    const erased = await replayErasures(client)
    const unreadable = await asSystem(client, removeUnreadable)
    const mails = await asSystem(client, countMails)
    const deletedBefore = await asSystem(client, (db) => listDeleted(db, data.header, keys?.header))
    const files = await copyFiles?.(client)
    await removeMark(client)
    const { taken_at: takenAt, organizations } = data.header
    const knowsErasures = keys?.header.erasures !== undefined
    return {
      ...{ takenAt, organizations, erased, knowsErasures, deletedBefore, unreadable, mails, files },
      ...copied,
    }
  })
}

/** Tables, views and sequences of anybody, but not those that came with an extension. */
async function refuseUsed(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (select from pg_depend d
                         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by 1 limit 1`,
  )
  if (rows[0])
    throw new OperatorError(
      `A backup is restored into an empty database, and this one has tables, such as ${rows[0].name}. Make another one for DATABASE_URL. If that is not set, the database is below DATA_DIR: move the folder postgres away, or let DATA_DIR name another folder.`,
    )
}

/** The schema that the backup was taken from. A restore that was stopped may have made some of it. */
async function makeSchema(client: pg.ClientBase, ownerUrl: string, migrations: string[]): Promise<void> {
  await refuseUnknown(client)
  const done = await doneMigrations(client)
  if (done.some((name) => !migrations.includes(name)))
    throw new OperatorError(
      'The restore of a later backup into this database was stopped before its end. Begin with an empty database.',
    )
  await migrateOurs(ownerUrl, migrations)
}
