import { positionReader } from '../../../access/positions.ts'
import { legalEntityFor } from '../../../domain/placement.ts'
import { countProblems } from '../../../domain/positions.ts'
import { positionCreated } from '../../../events/positions.ts'
import { presentPosition } from '../../../presenters/org/positions.ts'
import { findActiveLegalEntities } from '../../../queries/org/placement.ts'
import { insertPosition, reloadPosition } from '../../../queries/org/position-writes.ts'
import type { PositionFields } from '../../../queries/org/positions.ts'
import { judgePosition } from '../../../services/positions/judge.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_positions_create'

/** A new seat of the plan of headcount. */
export const handler = action('org_positions_create', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db, now, today, caller, audience } = ctx
  const fields: PositionFields = {
    title: input.title,
    status: input.status,
    reason: input.reason,
    unit_id: input.unit_id ?? null,
    location_id: input.location_id ?? null,
    legal_entity_id: legalEntityFor(input.legal_entity_id, await findActiveLegalEntities(db)).id,
    reports_to_person_id: input.reports_to_person_id ?? null,
    reports_to_position_id: input.reports_to_position_id ?? null,
    contract_type: input.contract_type,
    weekly_hours: input.weekly_hours ?? null,
    pay_range: input.pay_range ?? null,
    target_start_date: input.target_start_date ?? null,
    notes: input.notes ?? null,
    replaces_person_id: input.replaces_person_id ?? null,
  }
  const { pay_range: _pay, ...others } = fields
  const given = input.pay_range === undefined ? others : fields
  const { problems, active } = await judgePosition(ctx, { fields, given, id: null })
  ctx.refuse([...problems, ...countProblems(active, 'title')])
  const id = ctx.newId()
  await insertPosition(db, id, fields, now)
  const position = await reloadPosition(db, id, today)
  ctx.record(positionCreated(position))
  return presentPosition(position, positionReader(caller, audience), today)
}
