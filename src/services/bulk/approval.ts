import { asksManager } from '../../domain/approvals.ts'
import { termNames } from '../../domain/employment.ts'
import { problem } from '../../errors.ts'
import { getMode } from '../../queries/org/approval-settings.ts'
import { oneByOne, runCooperatively } from '../../streaming/yield.ts'
import { loadApproverPool, planProposal } from '../approvals/approver-pool.ts'
import { inEntry, type BulkProblem, type BulkScope } from './input.ts'
import type { DecidedPerson } from './people.ts'

/** People whose change of job may be made, although the rule asks for somebody else to agree: there is nobody. */
export interface JudgedChanges {
  problems: BulkProblem[]
  withoutOther: ReadonlySet<string>
}

/**
 * Refuses changes of jobs that the approval rule leaves to somebody else, as it would if the caller proposed each of them by
 * itself; and of the caller's own job, whatever the rule is. It is asked when all locks are taken, so that the answer holds
 * for the write. It takes the same statements for any number of people.
 */
export async function judgeChanges(
  scope: BulkScope,
  people: readonly DecidedPerson[],
): Promise<JudgedChanges> {
  const { db, caller, now, today } = scope
  const changed = people.flatMap((person) => {
    const effect = person.change?.effect
    return effect ? [{ ...person, effect }] : []
  })
  const mode = changed.length === 0 ? 'off' : await getMode(db, 'job_change')
  if (mode === 'off') return { problems: [], withoutOther: new Set() }
  const manager = asksManager(mode)
  const asked = await loadApproverPool(
    db,
    changed.map(({ id }) => ({ personId: id, manager })),
    today,
  )
  const withoutOther = new Set<string>()
  const judge = ({ id, index, effect }: (typeof changed)[number]): BulkProblem[] => {
    const about = { kind: 'job_change' as const, person_id: id, proposed_by: caller.membershipId }
    const { automatic } = planProposal(scope, mode, { ...about, proposed_at: now }, asked).plan
    if (automatic !== null && id !== caller.personId) {
      if (automatic === 'no_other_approver') withoutOther.add(id)
      return []
    }
    const term = termNames.find((name) => effect.changed.includes(name)) ?? 'valid_from'
    return inEntry('people', index, [problem('needs_approval', { field: term, record_id: id })])
  }
  // At most 250 people; each takes time with the members of HR, and with the units above the person.
  return { problems: await runCooperatively(oneByOne(changed, judge)), withoutOther }
}
