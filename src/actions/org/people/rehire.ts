import { positionReader } from '../../../access/positions.ts'
import { tiersOf } from '../../../access/people.ts'
import { jobValuesOf } from '../../../domain/job-fields.ts'
import { fillProblems } from '../../../domain/positions.ts'
import { presentPosition } from '../../../presenters/org/positions.ts'
import { presentSummary } from '../../../presenters/org/approvals.ts'
import { findEmployment } from '../../../queries/org/position-writes.ts'
import { loadKnownPerson } from '../../../queries/org/references.ts'
import { lockPerson, type LockedPerson } from '../../../queries/org/timelines.ts'
import { mustWait as isHeldBack } from '../../../services/approvals/gate.ts'
import { changeEmployment } from '../../../services/employment/change.ts'
import { fillPosition, lockWanted, withPosition } from '../../../services/positions/fill.ts'
import { showPerson } from '../../../views/person.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_rehire'

/** Another employment of somebody who has left, or will have by then. */
export const handler = action('org_people_rehire', { subject, mustWait, run })

async function subject(
  ctx: Context<Id>,
  { person_id: id, position_id }: Input<Id>,
): Promise<LockedPerson | undefined> {
  // A position is locked before people are.
  await lockWanted(ctx, position_id)
  return lockPerson(ctx.db, id)
}

function mustWait(ctx: Context<Id>, person: LockedPerson): Promise<boolean> {
  return isHeldBack(ctx, person, 'rehire')
}

async function run(ctx: Context<Id>, input: Input<Id>, locked: LockedPerson): Promise<Result<Id>> {
  const position = await lockWanted(ctx, input.position_id)
  ctx.refuse(position ? fillProblems(position.status) : [])
  const wanted = position ? await withPosition(ctx, input, position) : input
  const { person_id: id, start_date: startDate, position_id: _position, ...given } = wanted
  const terms = {
    ...given,
    unit_id: given.unit_id ?? null,
    location_id: given.location_id ?? null,
    ...jobValuesOf(given),
  }
  const changed = await changeEmployment(ctx, locked, { change: 'rehire', startDate, terms })
  // One that waits for approval fills nothing yet.
  const filled =
    position &&
    changed.person &&
    (await fillPosition(ctx, position, {
      personId: id,
      employmentId: await findEmployment(ctx.db, id, startDate),
    }))
  const person = changed.person ?? (await loadKnownPerson(ctx.db, id, ctx.today))
  return {
    person: await showPerson(ctx, person, tiersOf(ctx.caller, ctx.audience, id, false)),
    manager_from_lead: changed.made.managerFromLead,
    approval: presentSummary(changed.approval),
    position: filled ? presentPosition(filled, positionReader(ctx.caller, ctx.audience), ctx.today) : null,
    checklists_started: changed.started,
    warnings: ctx.tell(changed.warnings),
  }
}
