import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
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
import { erasedSince } from './format.ts'
import type { CopiedFiles } from './files.ts'
import { parseNext } from './lines.ts'
import { withoutIndexes } from './indexes.ts'
import { checkFile, type Checked } from './reader.ts'
import { columnsOf, findTables, keyTables, quote, textForm, type Table } from './tables.ts'
import { countMails, type Restored } from './restored.ts'
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
const whyMissing = `If these people were erased since, their details are to be lost; if not, give the newest keys of this database. ${accept}`

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
 * Makes the database of the backup in an empty one: its schema of that day, then all rows in one transaction, then the
 * newest schema. Stopped anywhere, it leaves a mark that no server starts on, and the same call goes on.
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
    let copied: Copied = { strange: [] }
    if (!mark?.copied) {
      await setMark(client, { backup, copied: false })
      await prepareRoles(client)
      await makeSchema(client, ownerUrl, data.header.migrations)
      copied = await copyAll(client, source, () => setMark(client, { backup, copied: true }))
    }
    await bringToNewest(client, ownerUrl)
    // Before anything is served, and before what no key opens is counted.
    const erased = await replayErasures(client)
    const unreadable = await asSystem(client, removeUnreadable)
    const mails = await asSystem(client, countMails)
    const files = await copyFiles?.(client)
    await removeMark(client)
    const { taken_at: takenAt, organizations } = data.header
    const knowsErasures = keys?.header.erasures !== undefined
    return { takenAt, organizations, erased, knowsErasures, unreadable, mails, files, ...copied }
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

type Copied = Pick<Restored, 'rows' | 'strange'>

/**
 * Copies all rows in one transaction: all are there, or none.
 *
 * @param done what belongs to the same transaction
 */
async function copyAll(
  client: pg.ClientBase,
  { data, keys, withoutKeys }: Source,
  done: () => Promise<void>,
): Promise<Copied> {
  await client.query(
    `begin; set local idle_in_transaction_session_timeout = 0; set local maintenance_work_mem = '128MB'; ${textForm}`,
  )
  try {
    const tables = await findTables(client)
    const names = tables.map(({ name }) => name)
    const missing = new Set(names.filter((name) => keys || !keyTables.includes(name)))
    const copied: Required<Copied> = { rows: 0, strange: [] }
    await asOwner(client, tables, () =>
      withoutIndexes(client, names, async () => {
        // Migrations may have inserted rows; those of the backup are what became of them.
        await client.query(`truncate ${names.map(inPublic).join(', ')}`)
        for (const file of keys ? [data, keys] : [data]) {
          const { rows, strange } = await copyFile(client, file, missing)
          copied.rows += rows
          copied.strange.push(...strange)
        }
        if (missing.size > 0)
          throw new OperatorError(`${data.path} lacks the tables ${[...missing].join(', ')}.`)
        if (!withoutKeys) refuseMissing(data.path, await countKeyless(client))
      }),
    )
    for (const name of names) await client.query(`analyze ${inPublic(name)}`)
    await done()
    await client.query('commit')
    return copied
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const inPublic = (name: string) => `public.${quote(name)}`

/** Rows cannot be copied into a table that hides them from whoever copies. The transaction has these tables for itself. */
async function asOwner(
  client: pg.ClientBase,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const guarded = tables.filter((table) => table.guarded)
  const each = (how: string) =>
    client.query(
      guarded.map(({ name }) => `alter table ${inPublic(name)} ${how} row level security`).join(';'),
    )
  await each('no force')
  await work()
  await each('force')
}

/**
 * @param missing the tables that have not come yet
 */
async function copyFile(
  client: pg.ClientBase,
  { path, contents }: Checked,
  missing: Set<string>,
): Promise<Required<Copied>> {
  const from = contents()
  const counts: Record<string, number> = {}
  const strange: string[] = []
  await from.line()
  for (;;) {
    const next = parseNext(await from.line())
    if (!next) throw new OperatorError(`${path} is no backup: a line between its tables has another form.`)
    if ('rows' in next) {
      for (const [table, count] of Object.entries(counts))
        if (next.rows[table] !== count)
          throw new OperatorError(
            `${path} has ${counted(count, 'row')} of ${table}, and tells of ${next.rows[table] ?? 'none'}.`,
          )
      return { rows: sum(counts), strange }
    }
    if (next.table in counts || strange.includes(next.table))
      throw new OperatorError(`${path} has the table ${next.table} twice.`)
    if (missing.delete(next.table)) {
      // The transaction has emptied the table, so that rows can be frozen at once: the checks of foreign keys, and whoever
      // reads them later, need not ask for each whether its transaction was committed, and no vacuum writes them again.
      const into = `copy ${inPublic(next.table)} (${columnsOf(next)}) from stdin with (freeze)`
      const to = client.query(copyFrom(into))
      await pipeline(from.rows(), to)
      counts[next.table] = to.rowCount
    } else {
      strange.push(next.table)
      for await (const _ of from.rows());
    }
  }
}
