import type pg from 'pg'

/** The names of the migrations that a database has had, in their order. */
export type Migrations = string[]

export interface Table {
  name: string
  columns: string[]
  /** Its rows are hidden from its owner, too, and shown to rollcall_system. */
  guarded: boolean
}

/** The keys of persons, and the ledger of who was erased: they have a file of their own, of which only the newest is kept. */
export const keyTables: readonly string[] = ['person_keys', 'erasures']

/** Tells whether a database, of whatever schema, has the ledger of who was erased: earlier versions had none. */
export async function hasLedger(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `select to_regclass('public.erasures') is not null as has`,
  )
  return rows[0]!.has
}

/**
 * Tables about this database alone: which migrations it has had, its identity, which processes run, whether a restore runs.
 * Counters are left out, too; they are unlogged. So is the queue: jobs with `cron` find what lost jobs forgot.
 */
const ofThisPlace = [
  'schema_migrations',
  'schema_migrations_lock',
  'database_identity',
  'worker_pools',
  'unfinished_restore',
]

/** The tables of a backup, from the catalogue, so that a new one cannot be forgotten. */
export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, c.relforcerowsecurity as guarded,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relpersistence = 'p' and c.relname <> all ($1)
        and not exists (select from pg_depend d
                         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      order by c.relname`,
    [ofThisPlace],
  )
  return rows
}

/** A name of the catalogue as SQL writes it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export const inPublic = (name: string): string => `public.${quote(name)}`

export const columnsOf = ({ columns }: { columns: string[] }): string => columns.map(quote).join(', ')

/** Settings of how values are written and read, whatever the login has set. */
export const textForm = `
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8'`
