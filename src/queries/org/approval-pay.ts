import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { PayShown } from './approvals.ts'
import { openTerms } from './pay-terms.ts'
import { joinKey, keyColumns, openKey, placeIn, type WithKey } from './person-keys.ts'

/** A request about pay, with the row that applies again by today's history if it removes one and is made. */
interface SealedPay extends WithKey {
  request_id: string
  person_id: string
  removes: boolean
  shown: Buffer
  again_id: string | null
  again_from: Day | null
  again_sealed: Buffer | null
}

/** Loads the contents of requests about pay, by request. Call it only after it is decided that the caller may see it. */
export async function loadPayShown(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PayShown>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<SealedPay>(
    `select a.request_id, r.person_id, a.shown, r.change = 'pay_remove' and r.status = 'pending' as removes,
            again.id as again_id, again.applies_from as again_from, again.sealed as again_sealed, ${keyColumns}
       from approval_pay a
       join approval_requests r on r.org_id = $1 and r.id = a.request_id
       ${joinKey('r.person_id')}
       left join lateral (
              select p.id, p.applies_from, p.sealed
                from pay_rows p
               where p.org_id = $1 and p.person_id = r.person_id and p.removed_at is null
                 and p.applies_from < r.effective_date and r.change = 'pay_remove' and r.status = 'pending'
               order by p.applies_from desc
               limit 1) again on true
      where a.org_id = $1 and a.request_id = any($2::uuid[])`,
    [db.orgId, ids],
  )
  return new Map(rows.map((row) => [row.request_id, openPayShown(db, row)]))
}

function openPayShown(db: Db, row: SealedPay): PayShown {
  const key = openKey(db, row.person_id, row)
  const shown = key.open(placeIn('shown', row.request_id), row.shown) as PayShown
  if (!row.removes) return shown
  const { again_id: id, again_from: from, again_sealed: sealed } = row
  if (id === null || from === null || sealed === null) return { ...shown, before: null }
  const { note: _note, ...amount } = openTerms(key, id, sealed)
  return { ...shown, before: { ...amount, valid_from: from } }
}
