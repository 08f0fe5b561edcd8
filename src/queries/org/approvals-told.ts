import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import type { RequestRow, StepRow } from './approvals.ts'

/** An open request without what it says, and who was told of it. */
export interface OpenWithTold extends Pick<
  RequestRow,
  'id' | 'person_id' | 'kind' | 'status' | 'effective_date' | 'expires_on' | 'proposed_by' | 'proposed_at'
> {
  steps: Pick<StepRow, 'approver' | 'status' | 'decided_by'>[]
  /** The members who were notified of it. */
  told: string[]
}

/** A page of the open requests, in order of their ids. */
export const listOpenWithTold = (
  db: Db,
  { afterId, limit }: { afterId: string | null; limit: number },
  today: Day,
): Promise<OpenWithTold[]> =>
  db.query<OpenWithTold>(
    `select r.id, r.person_id, r.kind, r.status, r.effective_date::text, r.expires_on::text, r.proposed_by, r.proposed_at,
            (select coalesce(json_agg(json_build_object('approver', s.approver, 'status', s.status, 'decided_by', s.decided_by)
                                      order by s.position), '[]')
               from approval_steps s where s.org_id = $1 and s.request_id = r.id) as steps,
            (select coalesce(json_agg(n.membership_id), '[]')
               from notifications n
              where n.org_id = $1 and n.about_id = r.id and n.kind = 'approval_request') as told
       from approval_requests r
      where r.org_id = $1 and r.status = 'pending' and r.expires_on >= $2 and ($3::uuid is null or r.id > $3)
      order by r.id
      limit $4`,
    [db.orgId, today, afterId, limit],
  )
