import { positionReader } from '../../../access/positions.ts'
import { closedProblems } from '../../../domain/positions.ts'
import { positionCancelled } from '../../../events/positions.ts'
import { presentPosition } from '../../../presenters/org/positions.ts'
import { lockPosition, reloadPosition, settlePosition } from '../../../queries/org/position-writes.ts'
import type { PositionRow } from '../../../queries/org/positions.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_positions_cancel'

/** Gives a position up. */
export const handler = action('org_positions_cancel', {
  subject: ({ db, today }, { position_id: id }) => lockPosition(db, id, today),
  run,
})

async function run(ctx: Context<Id>, _input: Input<Id>, before: PositionRow): Promise<Result<Id>> {
  const { db, now, today, caller, audience } = ctx
  ctx.refuse(closedProblems(before.status))
  await settlePosition(db, before.id, { status: 'cancelled' }, now)
  const after = await reloadPosition(db, before.id, today)
  ctx.record(positionCancelled(after))
  return presentPosition(after, positionReader(caller, audience), today)
}
