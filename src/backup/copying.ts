import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'
import { connectAsOwner } from '../db/migrate.ts'
import { setMark, type Mark } from '../db/restoring.ts'
import { counted } from '../operator/counted.ts'
import { OperatorError } from '../operator/errors.ts'
import { findForeignKeys, makeForeignKeys, withoutIndexes } from './indexes.ts'
import { parseNext } from './lines.ts'
import type { Checked } from './reader.ts'
import { columnsOf, findTables, inPublic, keyTables, textForm, type Table } from './tables.ts'
import type { Restored } from './restored.ts'

/**
 * So many connections copy tables side by side. PostgreSQL reads the rows of one COPY and makes one index on one core:
 * the smallest machine that this is made for has two.
 */
const connections = 2

export type Copied = Required<Pick<Restored, 'rows' | 'strange'>>

/**
 * Copies all rows and makes the mark say so. Each table comes in a transaction of its own, so that tables can come side by
 * side; their foreign keys go before the first one and come after the last one, and the mark keeps them meanwhile.
 * Should anything fail, no table has rows.
 *
 * @param files of one backup; no table is in two of them
 * @param check refuses what is wrong with all rows together
 * @throws OperatorError saying what is wrong with a file
 */
export async function copyAll(
  client: pg.ClientBase,
  ownerUrl: string,
  backup: string,
  files: readonly Checked[],
  check: () => Promise<void>,
): Promise<Copied> {
  const tables = await findTables(client)
  const foreignKeys = await findForeignKeys(client, namesOf(tables))
  const mark: Mark = { backup, copied: false, foreignKeys: foreignKeys.map(({ make }) => make) }
  await inTransaction(client, async () => {
    // Migrations may have inserted rows; those of the backup are what became of them.
    await emptyTables(client, tables)
    for (const { drop } of foreignKeys) await client.query(drop)
    await setMark(client, mark)
  })
  try {
    const copied = await copySideBySide(ownerUrl, backup, files, tables)
    await inTransaction(client, () =>
      asOwner(client, tables, async () => {
        await makeForeignKeys(client, namesOf(tables), foreignKeys)
        await check()
        await setMark(client, { backup, copied: true, foreignKeys: [] })
      }),
    )
    return copied
  } catch (error) {
    // Where the connection is gone, the next restore does it.
    await beginAgain(client, mark).catch(() => undefined)
    throw error
  }
}

/** After a restore that was stopped while it copied: no table has rows, and each has its foreign keys. */
export async function beginAgain(client: pg.ClientBase, { backup, foreignKeys }: Mark): Promise<void> {
  if (foreignKeys.length === 0) return
  await inTransaction(client, async () => {
    await emptyTables(client, await findTables(client))
    for (const make of foreignKeys) await client.query(make)
    await setMark(client, { backup, copied: false, foreignKeys: [] })
  })
}

const namesOf = (tables: readonly Table[]) => tables.map(({ name }) => name)

const emptyTables = (client: pg.ClientBase, tables: readonly Table[]) =>
  client.query(`truncate ${namesOf(tables).map(inPublic).join(', ')}`)

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(
    `begin; set local idle_in_transaction_session_timeout = 0; set local maintenance_work_mem = '128MB'; ${textForm}`,
  )
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

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

/** The work that the connections share. Each reads all files, and copies the tables that no other has begun. */
interface Progress {
  /** The backup whose mark is there, as long as they may go on. */
  backup: string
  /** The tables that nobody has begun. */
  missing: Map<string, Table>
  /** The number of rows of each table that came. */
  counts: Map<string, number>
}

async function copySideBySide(
  ownerUrl: string,
  backup: string,
  files: readonly Checked[],
  tables: readonly Table[],
): Promise<Copied> {
  const expected = tables.filter(({ name }) => files.length > 1 || !keyTables.includes(name))
  const missing = new Map(expected.map((table) => [table.name, table]))
  const counts = new Map<string, number>()
  const [told] = await allOf(
    Array.from({ length: connections }, () => copyTables(ownerUrl, files, { backup, missing, counts })),
    // The others begin no further table.
    () => missing.clear(),
  )
  for (const [index, { path }] of files.entries()) refuseOtherCounts(path, told![index]!, counts)
  if (missing.size > 0)
    throw new OperatorError(`${files[0]!.path} lacks the tables ${[...missing.keys()].join(', ')}.`)
  return {
    rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
    strange: told!.flatMap(({ tables }) => [...tables].filter((name) => !counts.has(name))),
  }
}

function refuseOtherCounts(path: string, { tables, rows }: Told, counts: Map<string, number>): void {
  for (const table of tables) {
    const count = counts.get(table)
    if (count !== undefined && count !== rows[table])
      throw new OperatorError(
        `${path} has ${counted(count, 'row')} of ${table}, and tells of ${rows[table] ?? 'none'}.`,
      )
  }
}

/** Waits for all, also when one fails: nothing goes on behind the caller's back. */
async function allOf<T>(works: Promise<T>[], onFailure: () => void): Promise<T[]> {
  for (const work of works) work.catch(onFailure)
  await Promise.allSettled(works)
  return Promise.all(works)
}

/** The tables of a file, and how many rows of each its last line tells of. */
interface Told {
  tables: Set<string>
  rows: Record<string, number>
}

async function copyTables(ownerUrl: string, files: readonly Checked[], progress: Progress): Promise<Told[]> {
  const client = await connectAsOwner(ownerUrl)
  try {
    const told: Told[] = []
    for (const file of files) told.push(await copyFile(client, file, progress))
    return told
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function copyFile(
  client: pg.ClientBase,
  { path, contents }: Checked,
  { backup, missing, counts }: Progress,
): Promise<Told> {
  const from = contents()
  const tables = new Set<string>()
  await from.line()
  for (;;) {
    const next = parseNext(await from.line())
    if (!next) throw new OperatorError(`${path} is no backup: a line between its tables has another form.`)
    if ('rows' in next) return { tables, rows: next.rows }
    if (tables.has(next.table)) throw new OperatorError(`${path} has the table ${next.table} twice.`)
    tables.add(next.table)
    const table = missing.get(next.table)
    if (table) {
      missing.delete(table.name)
      counts.set(table.name, await copyTable(client, backup, table, columnsOf(next), () => from.rows()))
    } else for await (const _ of from.rows());
  }
}

/** @returns how many rows came */
async function copyTable(
  client: pg.ClientBase,
  backup: string,
  table: Table,
  columns: string,
  rows: () => AsyncIterable<Buffer>,
): Promise<number> {
  const name = inPublic(table.name)
  return inTransaction(client, async () => {
    await requireMark(client, backup)
    let count = 0
    await asOwner(client, [table], () =>
      withoutIndexes(client, table.name, async () => {
        // The transaction empties the table, so that rows can be frozen at once: the checks of foreign keys, and whoever
        // reads them later, need not ask for each whether its transaction was committed, and no vacuum writes them again.
        await client.query(`truncate ${name}`)
        const to = client.query(copyFrom(`copy ${name} (${columns}) from stdin with (freeze)`))
        await pipeline(rows, to)
        count = to.rowCount
      }),
    )
    await client.query(`analyze ${name}`)
    return count
  })
}

/**
 * Holds the mark. Where the connection that holds the lock of restores has broken, another restore may have begun, or have
 * come to its end.
 */
async function requireMark(client: pg.ClientBase, backup: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from unfinished_restore where backup = $1 and not copied for share',
    [backup],
  )
  if (rowCount === 0) throw new OperatorError('Another restore into this database has begun meanwhile.')
}
