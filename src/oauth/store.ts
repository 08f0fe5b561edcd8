import type pg from 'pg'
import { translate } from '../db/errors.ts'
import { withOrganization, type Db } from '../db/transaction.ts'
import type { AuthDeps } from '../auth/authenticate.ts'
import type { Paused } from '../domain/paused.ts'
import { hashSecret } from '../secrets/credentials.ts'

/** The part of its objects that the authorization server keeps: no ids of tokens, and nothing that is one. */
export type Payload = Record<string, unknown>

export interface StoredObject {
  payload: Payload
  consumed_at: string | null
  org_id: string | null
  connection_id: string | null
}

export interface NewObject {
  model: string
  /** Of a token: the token itself. Only its hash is stored. */
  id: string
  payload: Payload
  /** Null: never. */
  expiresAt: Date | null
}

const put = 'select oauth_put($1, $2, $3, $4, $5, $6, $7)'

/** Stores an object that belongs to no organization (yet). */
export async function putObject({ pool, clock }: AuthDeps, object: NewObject): Promise<void> {
  await ask(pool, put, valuesOf(object, null, null, clock()))
}

/** Stores an object of a connection, in a transaction of its organization. */
export async function putOwnObject(
  db: Db,
  object: NewObject,
  connectionId: string,
  now: Date,
): Promise<void> {
  await db.query(put, valuesOf(object, db.orgId, connectionId, now))
}

function valuesOf(
  { model, id, payload, expiresAt }: NewObject,
  orgId: string | null,
  connectionId: string | null,
  now: Date,
): unknown[] {
  return [model, hashSecret(id), JSON.stringify(payload), orgId, connectionId, expiresAt, now]
}

/** An object that has not expired, and whose connection still lives. */
export async function findObject(
  { pool, clock }: AuthDeps,
  model: string,
  id: string,
): Promise<StoredObject | undefined> {
  const [row] = await ask<StoredObject>(pool, 'select * from oauth_find($1, $2, $3)', [
    model,
    hashSecret(id),
    clock(),
  ])
  return row
}

/** Marks an object as used; false: it was already. Of two at the same moment, one gets true. */
export async function consumeObject({ pool, clock }: AuthDeps, model: string, id: string): Promise<boolean> {
  const [row] = await ask<{ first: boolean }>(pool, 'select oauth_consume($1, $2, $3) as first', [
    model,
    hashSecret(id),
    clock(),
  ])
  return row!.first
}

export async function destroyObject({ pool }: AuthDeps, model: string, id: string): Promise<void> {
  await ask(pool, 'select oauth_destroy($1, $2)', [model, hashSecret(id)])
}

/** The last good document of an app, if it was fetched since then. */
export async function keptDocument(
  { pool }: AuthDeps,
  clientId: string,
  since: Date,
): Promise<string | undefined> {
  const [row] = await ask<{ document: string | null }>(
    pool,
    'select oauth_kept_document($1, $2) as document',
    [clientId, since],
  )
  return row?.document ?? undefined
}

export async function keepDocument(
  { pool, clock }: AuthDeps,
  clientId: string,
  document: string,
): Promise<void> {
  await ask(pool, 'select oauth_keep_document($1, $2, $3)', [clientId, document, clock()])
}

/** Runs work in a transaction of an organization that writes. */
export const inOrganization = <T>(
  { pool }: AuthDeps,
  orgId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> => withOrganization(pool, orgId, { mode: 'write' }, work)

/** Why an organization is paused or closed; undefined while it is active. */
export async function whyPaused({ pool }: AuthDeps, orgId: string): Promise<Paused | undefined> {
  const [paused] = await withOrganization(pool, orgId, { mode: 'read' }, (db) =>
    db.last(() =>
      db.query<Paused>(
        `select status, pause_reason as "pauseReason", delete_on::text as "deleteOn"
           from organizations where org_id = $1 and status <> 'active'`,
        [db.orgId],
      ),
    ),
  )
  return paused
}

async function ask<Row extends object>(pool: pg.Pool, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await pool.query<Row>(text, values).catch((error: unknown) => {
    throw translate(error)
  })
  return rows
}
