import type { Db } from '../../db/transaction.ts'
import { difference, type Timeline } from '../../domain/employment.ts'
import { keyOf, keysToSeal, loadKeys, openKey, placeIn, type WithKey } from './person-keys.ts'

/**
 * Why employments ended. It stands in the employment and in its last job row, sealed by the key of the person and bound to the
 * employment, so both hold the same bytes.
 */

const placeOf = (employmentId: string) => placeIn('end_reason', employmentId)

/**
 * Opens why an employment ended. Of a person whose key is gone nobody can tell it any more.
 *
 * @param sealed in base64
 */
export function openReason(
  db: Db,
  personId: string,
  key: WithKey,
  employmentId: string,
  sealed: string | null,
): string | null {
  if (sealed === null || !keyOf(key)) return null
  return openKey(db, personId, key).open(placeOf(employmentId), Buffer.from(sealed, 'base64')) as string
}

/** Why employments ended, by employment, as text that PostgreSQL reads as bytes. */
export type SealedReasons = ReadonlyMap<string, string>

/**
 * Seals why employments end that a change writes, or whose rows it writes. Where one of them ends for a reason, it takes a
 * statement for the keys, and one more for people who have none.
 */
export async function sealReasons(
  db: Db,
  changes: readonly { personId: string; before: Timeline; after: Timeline }[],
): Promise<SealedReasons> {
  const ends = changes.flatMap(({ personId, before, after }) => {
    const reasons = after.employments.filter(({ endReason }) => endReason !== null)
    if (reasons.length === 0) return []
    const { rows, employments } = difference(before, after)
    const written = new Set([
      ...[...employments.changed, ...employments.added].map(({ id }) => id),
      ...[...rows.changed, ...rows.added].map(({ employmentId }) => employmentId),
    ])
    return reasons.flatMap(({ id, endReason }) => (written.has(id) ? [{ id, personId, endReason }] : []))
  })
  if (ends.length === 0) return new Map()
  const people = [...new Set(ends.map(({ personId }) => personId))]
  const keys = await keysToSeal(db, people, await loadKeys(db, people))
  return new Map(
    ends.map(({ id, personId, endReason }) => [
      id,
      `\\x${keys.get(personId)!.seal(placeOf(id), endReason)!.toString('hex')}`,
    ]),
  )
}
