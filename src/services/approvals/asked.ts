import { mayStillPropose, type Asked, type Request } from '../../access/approvals.ts'
import { hrRoles } from '../../access/roles.ts'
import type { Db } from '../../db/transaction.ts'
import type { Role } from '../../domain/caller.ts'
import type { Day } from '../../domain/day.ts'
import { getProposer, loadHr, loadLines } from '../../queries/org/approvers.ts'
import type { RequestRow, TerminationShown } from '../../queries/org/approvals.ts'

/** Who is asked today about these people. `manager` false: no step for a manager is open, so nobody above is looked up. */
export async function loadAsked(
  db: Db,
  about: readonly { personId: string; manager: boolean }[],
  today: Day,
): Promise<Asked> {
  const people = about.filter(({ manager }) => manager).map(({ personId }) => personId)
  const [lines, hr] = await Promise.all([loadLines(db, people, today), loadHr(db, hrRoles, today)])
  return { lines, hr }
}

/** Who is asked today about these requests. */
export async function loadAskedAbout(db: Db, requests: readonly RequestRow[], today: Day): Promise<Asked> {
  if (requests.length === 0) return { lines: new Map(), hr: [] }
  return loadAsked(
    db,
    requests.map(({ person_id: personId, steps }) => ({
      personId,
      manager: steps.some(
        ({ approver, status }) => approver === 'manager' && (status === 'pending' || status === 'waiting'),
      ),
    })),
    today,
  )
}

/**
 * Whether who proposed a request could propose it today, too.
 *
 * @param ofRole the role of the login that belongs to the person whom it is about; null for none
 */
export async function isProposerEntitled(
  db: Db,
  request: RequestRow,
  ofRole: Role | null,
  today: Day,
): Promise<boolean> {
  const proposer = await getProposer(db, request.proposed_by, request.person_id, today)
  return mayStillPropose(proposer, { ...request, ends: endsEmployment(request) }, ofRole)
}

/** Whether a request sets or moves the end of an employment; taking it back closes no login. */
const endsEmployment = ({ change, shown }: RequestRow): boolean =>
  change === 'terminate' && (shown as TerminationShown).change !== 'cancel'

/** A request as rules about access need it. */
export const toRequest = (row: RequestRow): Request => ({ ...row, proposed_at: new Date(row.proposed_at) })

/** How many members can decide for HR. */
export async function countHrApprovers(db: Db, today: Day): Promise<number> {
  const hr = await loadHr(db, hrRoles, today)
  return hr.filter(({ disabled, canSignIn }) => !disabled && canSignIn).length
}
