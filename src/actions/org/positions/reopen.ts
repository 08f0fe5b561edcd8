import { positionReader } from '../../../access/positions.ts'
import { countProblems } from '../../../domain/positions.ts'
import { positionReopened } from '../../../events/positions.ts'
import { mayReopen, presentPosition } from '../../../presenters/org/positions.ts'
import {
  lockPlan,
  lockPosition,
  reloadPosition,
  settlePosition,
} from '../../../queries/org/position-writes.ts'
import type { PositionRow } from '../../../queries/org/positions.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_positions_reopen'

/** Opens a filled position whose hire did not start. */
export const handler = action('org_positions_reopen', {
  subject: ({ db, today }, { position_id: id }) => lockPosition(db, id, today),
  run,
})

async function run(ctx: Context<Id>, _input: Input<Id>, before: PositionRow): Promise<Result<Id>> {
  const { db, now, today, caller, audience } = ctx
  if (!mayReopen(before, today)) throw ctx.fail('position_cannot_reopen', {})
  ctx.refuse(countProblems((await lockPlan(db)).active, 'position_id'))
  await settlePosition(db, before.id, { status: 'open' }, now)
  const after = await reloadPosition(db, before.id, today)
  ctx.record(positionReopened(after))
  return presentPosition(after, positionReader(caller, audience), today)
}
