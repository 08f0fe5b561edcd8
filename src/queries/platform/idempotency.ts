import type { Db } from '../../db/transaction.ts'

/** A use of an Idempotency-Key by a member. */
export interface NewUse {
  holderId: string
  key: string
  /** The action's name. */
  action: string
  /** Equal for calls that are the same. */
  fingerprint: Buffer
  /** After this the key is free again. */
  expiresAt: Date
}

/** The answer that a call stores for later uses of its key. */
export interface StoredAnswer {
  /** The answer, or what may be stored of it; null for nothing. */
  response: string | null
  activityId: string | null
  /** The people in the response; null for too many. */
  mentions: string[] | null
}

/** An earlier use of a key. */
export interface StoredUse {
  action: string
  fingerprint: Buffer
  response: string | null
  activity_id: string | null
  /**
   * The kind of record of the first line of the log about this use; null when there is no line, or it is about no
   * record.
   */
  subject_type: string | null
  subject_id: string | null
}

/**
 * Claims a key that is free. Of two calls at the same time the second one waits here until the first has ended.
 *
 * @returns false when the key has been used
 * @throws PostgreSQL's error 55P03 (lock timeout) when the first call takes too long
 */
export async function claim(db: Db, use: NewUse, now: Date): Promise<boolean> {
  const rows = await db.query(
    `insert into idempotency_records as r (org_id, holder_id, key, action, fingerprint, mentions, expires_at)
     values ($1, $2, $3, $4, $5, '{}', $6)
     on conflict (org_id, holder_id, key) do update
       set action = excluded.action, fingerprint = excluded.fingerprint, response = null, activity_id = null,
           mentions = excluded.mentions, expires_at = excluded.expires_at
     where r.expires_at < $7
     returning 1`,
    [db.orgId, use.holderId, use.key, use.action, use.fingerprint, use.expiresAt, now],
  )
  return rows.length > 0
}

/** The earlier use of a key; undefined when there was none or it has expired. */
export async function find(db: Db, holderId: string, key: string, now: Date): Promise<StoredUse | undefined> {
  const [use] = await db.query<StoredUse>(
    `select r.action, r.fingerprint, r.response, r.activity_id, a.subject_type, a.subject_id
       from idempotency_records r
       left join activity a on a.org_id = $1 and a.id = r.activity_id
      where r.org_id = $1 and r.holder_id = $2 and r.key = $3 and r.expires_at >= $4`,
    [db.orgId, holderId, key, now],
  )
  return use
}

/** Stores the answer for later uses of the key. Without a proof of the commit (`Db.proof`), the record becomes it. */
export async function complete(
  db: Db,
  { holderId, key, expiresAt }: NewUse,
  { response, activityId, mentions }: StoredAnswer,
): Promise<void> {
  db.proof ??= { table: 'idempotency_records', holderId, key, expiresAt }
  await db.query(
    `update idempotency_records set response = $4, activity_id = $5, mentions = $6
      where org_id = $1 and holder_id = $2 and key = $3`,
    [db.orgId, holderId, key, response, activityId, mentions],
  )
}

/** The stored answers that name a person, by holder and key. The same holds as for `findEventsMentioning`. */
export const findAnswersMentioning = (
  db: Db,
  personId: string,
  limit: number,
): Promise<{ holder_id: string; key: string }[]> =>
  db.query(
    `select r.holder_id, r.key from idempotency_records r
      where r.org_id = $1 and r.mentions <> '{}' and r.mentions @> array[$2::uuid]
      union all
     select r.holder_id, r.key from idempotency_records r
      where r.org_id = $1 and r.mentions is null and strpos(r.response, $2::uuid::text) > 0
      limit $3`,
    [db.orgId, personId, limit],
  )
