import { currentTurn } from '../access/approvals.ts'
import { hrRoles } from '../access/roles.ts'
import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import type { RequestRow } from '../queries/org/approvals.ts'
import { loadHr, loadLines } from '../queries/org/approvers.ts'

/** Tells whether a member can decide a request today: a mail may come long after it was written. */
export async function mayDecideNow(
  db: Db,
  request: RequestRow,
  membershipId: string,
  today: Day,
): Promise<boolean> {
  const [lines, hr] = await Promise.all([
    loadLines(db, [request.person_id], today),
    loadHr(db, hrRoles, today),
  ])
  const asked = { ...request, proposed_at: new Date(request.proposed_at) }
  const turn = currentTurn(asked, { lines, hr }, today)
  return turn?.deciders.some((decider) => decider.membershipId === membershipId) ?? false
}
