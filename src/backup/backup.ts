import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectTo } from '../db/connect.ts'
import { databaseIdentity } from '../db/identity.ts'
import { doneMigrations, refuseUnknown } from '../db/migrate.ts'
import { refuseUnfinishedRestore } from '../db/restoring.ts'
import { OperatorError } from '../operator/errors.ts'
import type { CopiedFiles } from './files.ts'
import { formVersion, type Header, type Kind } from './format.ts'
import { counted } from '../operator/counted.ts'
import { readBackup } from './reader.ts'
import { columnsOf, findTables, hasLedger, keyTables, quote, textForm, type Table } from './tables.ts'
import { writeFile, type TableRows, type Written } from './writer.ts'

export interface BackupFiles {
  /** All rows but those of `person_keys`. */
  data?: string | undefined
  /** The rows of `person_keys`. */
  keys?: string | undefined
  /** Backups of other databases may be replaced. */
  replace?: boolean | undefined
  /** Copies the files of documents, after the snapshot: so each document in it that is still there has its file. */
  copyFiles?: ((client: pg.ClientBase) => Promise<CopiedFiles>) | undefined
}

export interface Backup {
  takenAt: string
  organizations: number
  /** The number of people with private details, which only SECRET_KEY opens. */
  people: number
  documents: CopiedFiles | undefined
  files: { kind: Kind; path: string; rows: number; bytes: number; before: Before | undefined }[]
}

/** Facts that the replaced file told. */
export interface Before {
  takenAt: string
  organizations: number
  people: number
}

/**
 * Writes one or both files from one snapshot of the database, which may be in use. It reads with one connection, and what
 * it says of files is true when it resolves: they are whole and on the disk.
 *
 * @throws OperatorError when a file is in the way, or something failed; then there is no new file
 */
export async function backUp(ownerUrl: string, asked: BackupFiles): Promise<Backup> {
  const files = await checkPlaces(asked)
  const client = await connectTo(ownerUrl)
  const written: Written[] = []
  try {
    const header = await begin(client)
    if (!asked.replace) refuseOtherDatabase(files, header)
    const tables = await findTables(client)
    for (const { kind, path } of files) {
      const some = tables.filter(({ name }) => keyTables.includes(name) === (kind === 'keys'))
      const { organization_ids: ids, ...facts } = header
      const told = { ...facts, kind, organization_ids: kind === 'keys' ? ids : undefined }
      written.push(await writeFile(path, told, () => copyAll(client, some)))
    }
    // The keys first: those that are newer than a backup can be restored with it, older ones cannot.
    for (const one of written.toReversed()) await one.finish()
    await client.query('commit')
    const documents = await asked.copyFiles?.(client)
    return {
      documents,
      takenAt: header.taken_at,
      organizations: header.organizations,
      people: peopleOf(header),
      files: files.map(({ kind, path, replaced }, index) => ({
        kind,
        path,
        before: replaced && {
          takenAt: replaced.taken_at,
          organizations: replaced.organizations,
          people: peopleOf(replaced),
        },
        rows: written[index]!.rows,
        bytes: written[index]!.bytes,
      })),
    }
  } catch (error) {
    for (const one of written) await one.discard()
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Place {
  kind: Kind
  path: string
  /** Of the backup that is there. */
  replaced?: Header | undefined
}

const peopleOf = ({ keys }: Pick<Header, 'keys'>) => Object.values(keys).reduce((sum, one) => sum + one, 0)

/** Only a backup of the same kind is replaced: a mistaken name must not cost another file. */
async function checkPlaces({ data, keys }: BackupFiles): Promise<Place[]> {
  const places: Place[] = [
    ...(data === undefined ? [] : [{ kind: 'data' as const, path: resolve(data) }]),
    ...(keys === undefined ? [] : [{ kind: 'keys' as const, path: resolve(keys) }]),
  ]
  if (places.length === 2 && places[0]!.path === places[1]!.path)
    throw new OperatorError(
      'The keys need a file of their own: that is why they can be destroyed in old backups.',
    )
  for (const place of places) {
    const { path, kind } = place
    if (!existsSync(path)) continue
    place.replaced = await readBackup(path, kind)
    if (!place.replaced)
      throw new OperatorError(
        `${path} exists, and is no whole backup of this kind. Remove it, or take another name.`,
      )
  }
  return places
}

/**
 * The file may be the only copy of the keys of another database: a server that lost its DATA_DIR, or one that a backup was
 * restored into to try it, runs the same command with the same names.
 */
function refuseOtherDatabase(places: readonly Place[], { database }: Pick<Header, 'database'>): void {
  for (const { path, replaced } of places)
    if (replaced && (replaced.database === undefined || replaced.database !== database))
      throw new OperatorError(
        `${path} is of another database, as of ${replaced.taken_at}, with ${counted(peopleOf(replaced), 'key')} of people: a restored database and a new one are others, too. Take another name, or say --replace if nobody needs it any more.`,
      )
}

/** More ids make the first line too long for who reads it. */
const mostIds = 10_000

/** Begins the snapshot. */
async function begin(client: pg.ClientBase): Promise<Omit<Header, 'kind'>> {
  await client.query('begin isolation level repeatable read read only')
  // Large tables take longer than the deadlines that the login may have. In a cluster a second connection to a node would
  // have a snapshot of its own.
  await client.query(
    `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local citus.max_adaptive_executor_pool_size = 1; ${textForm}`,
  )
  await refuseUnfinishedRestore(client)
  await refuseUnknown(client)
  const migrations = await doneMigrations(client)
  if (migrations.length === 0) throw new OperatorError('There is nothing to back up: the database is empty.')
  const database = await databaseIdentity(client)
  const erasures = (await hasLedger(client)) ? '(select count(*)::int from erasures)' : 'null::int'
  await client.query(asSystem)
  const { rows } = await client.query<{
    taken_at: string
    organizations: number
    organization_ids: string[] | null
    erasures: number | null
    keys: Header['keys'] | null
  }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at, (select count(*)::int from organizations) as organizations,
            (select array_agg(o.org_id::text) from organizations o) as organization_ids,
            ${erasures} as erasures,
            (select json_object_agg(key_id, people)
               from (select key_id, count(*)::int as people from person_keys group by key_id) k) as keys`,
  )
  const { taken_at, organizations, organization_ids: ids, keys, erasures: erased } = rows[0]!
  return {
    form: 'rollcall backup',
    version: formVersion,
    taken_at,
    database,
    migrations,
    organizations,
    organization_ids: organizations > mostIds ? undefined : (ids ?? []),
    erasures: erased ?? undefined,
    keys: keys ?? {},
  }
}

/** The role that sees the rows of all organizations, whoever owns the tables. */
const asSystem = 'set local role rollcall_system; set local row_security = on'
/** With this, PostgreSQL refuses to leave out rows that the owner may not see. */
const asOwner = 'set local role none; set local row_security = off'

/** One table after the other. When the last one has ended, so has its statement. */
async function* copyAll(client: pg.ClientBase, tables: readonly Table[]): AsyncGenerator<TableRows> {
  for (const table of tables) {
    const { name, columns, guarded } = table
    await client.query(guarded ? asSystem : asOwner)
    const rows = client.query(copyTo(`copy public.${quote(name)} (${columnsOf(table)}) to stdout`))
    yield { table: name, columns, rows }
  }
  await client.query(asOwner)
}
