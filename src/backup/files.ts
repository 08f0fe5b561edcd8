import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { asSystem } from '../db/system.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * The files of documents beside a backup: a folder with `<organization>/<person, or company>/<id of the file>`. Files never
 * change, so a folder is kept and takes what is new. What belonged to somebody who was erased leaves it.
 */

/** Files that were copied, and those that were not. */
export interface CopiedFiles {
  copied: number
  /** They were there already. */
  present: number
  /** The ids of documents whose bytes are not there, or are others than were stored. */
  missing: string[]
}

interface DocumentFile {
  id: string
  org_id: string
  person_id: string | null
  file_id: string
  size: number
  sha256: string
  content_type: string
}

/** So many documents are read at once. */
const page = 1000

/** Copies into the folder what it lacks, and removes from it the files of people who were erased. */
export async function copyFilesOut(
  client: pg.ClientBase,
  storage: Storage,
  folder: string,
): Promise<CopiedFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { org_id, person_id } of await listErased(client))
    await rm(join(folder, org_id, person_id), { recursive: true, force: true })
  return eachFile(client, async (file) => {
    const path = pathIn(folder, file)
    if ((await sizeOf(path)) === file.size) return 'present'
    const handle = await storage.open({ orgId: file.org_id, fileId: file.file_id }, file.size)
    if (!handle) return 'missing'
    const bytes = handle.createReadStream({ start: 0 })
    return (await writeWhole(path, bytes, file)) ? 'copied' : 'missing'
  })
}

/** Puts the files of the documents of a restored database where they are kept. What is there already, of the same size, stays. */
export function copyFilesIn(client: pg.ClientBase, storage: Storage, folder: string): Promise<CopiedFiles> {
  return eachFile(client, async (file) => {
    const place = { orgId: file.org_id, fileId: file.file_id }
    const found = await storage.find(place)
    if (found?.size === file.size) return 'present'
    const path = pathIn(folder, file)
    if ((await sizeOf(path)) !== file.size || (await sha256Of(createReadStream(path))) !== file.sha256)
      return 'missing'
    // Somebody may have copied half of it: what is there is never replaced.
    if (found) await storage.remove(place)
    await storage.putFrom(place, createReadStream(path), file.size, file.content_type)
    return 'copied'
  })
}

/** Asks for one file after the other: there may be as many as documents, each as large as the largest. */
async function eachFile(
  client: pg.ClientBase,
  copy: (file: DocumentFile) => Promise<'copied' | 'present' | 'missing'>,
): Promise<CopiedFiles> {
  const all: CopiedFiles = { copied: 0, present: 0, missing: [] }
  let after: DocumentFile | undefined
  do {
    const files: DocumentFile[] = await listFiles(client, after)
    for (const file of files) {
      const how = await copy(file)
      if (how !== 'missing') all[how] += 1
      // A document may have been deleted since its page was read.
      else if (await isReady(client, file)) all.missing.push(file.id)
    }
    after = files.length === page ? files.at(-1) : undefined
  } while (after)
  return all
}

const listFiles = (client: pg.ClientBase, after: DocumentFile | undefined): Promise<DocumentFile[]> =>
  asSystem(client, async (db) => {
    const { rows } = await db.query<DocumentFile>(
      `select d.id, d.org_id, d.person_id, d.file_id, d.size::float8 as size, d.sha256, d.content_type
         from documents d
        where d.status = 'ready' and d.deleted_at is null
          and ($1::uuid is null or (d.org_id, d.file_id) > ($1::uuid, $2::uuid))
        order by d.org_id, d.file_id
        limit $3`,
      [after?.org_id ?? null, after?.file_id ?? null, page],
    )
    return rows
  })

const isReady = (client: pg.ClientBase, { org_id, id }: DocumentFile): Promise<boolean> =>
  asSystem(client, async (db) => {
    const { rows } = await db.query(
      `select 1 from documents d
        where d.org_id = $1 and d.id = $2 and d.status = 'ready' and d.deleted_at is null`,
      [org_id, id],
    )
    return rows.length > 0
  })

const listErased = (client: pg.ClientBase): Promise<{ org_id: string; person_id: string }[]> =>
  asSystem(client, async (db) => {
    const { rows } = await db.query<{ org_id: string; person_id: string }>(
      'select org_id, person_id from erasures',
    )
    return rows
  })

/** Ids are UUIDs of the database: nothing that a caller wrote is part of a path. */
const pathIn = (folder: string, { org_id, person_id, file_id }: DocumentFile): string =>
  join(folder, org_id, person_id ?? 'company', file_id)

const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size

/** Writes a file that is whole and has the digest, or none. */
async function writeWhole(path: string, bytes: Readable, { sha256 }: DocumentFile): Promise<boolean> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.unfinished`
  const hash = createHash('sha256')
  const handle = await open(unfinished, 'w', 0o600)
  try {
    for await (const piece of bytes) {
      hash.update(piece as Buffer)
      await handle.writeFile(piece as Buffer)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (hash.digest('hex') === sha256) {
    await rename(unfinished, path)
    return true
  }
  await rm(unfinished)
  return false
}

async function sha256Of(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece as Buffer)
  return hash.digest('hex')
}
