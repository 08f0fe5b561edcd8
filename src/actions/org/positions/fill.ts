import { positionReader } from '../../../access/positions.ts'
import { notFound } from '../../../errors.ts'
import { presentPosition } from '../../../presenters/org/positions.ts'
import { lockFiller, lockPosition } from '../../../queries/org/position-writes.ts'
import type { PositionRow } from '../../../queries/org/positions.ts'
import { fillPosition } from '../../../services/positions/fill.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_positions_fill'

/** Says who has a position from now on. */
export const handler = action('org_positions_fill', {
  subject: ({ db, today }, { position_id: id }) => lockPosition(db, id, today),
  run,
})

async function run(ctx: Context<Id>, input: Input<Id>, position: PositionRow): Promise<Result<Id>> {
  const { db, today, caller, audience } = ctx
  const filler = await lockFiller(db, input.person_id, today)
  if (!filler) throw notFound('person_id', 'person')
  if (!filler.stays) throw ctx.fail('filler_gone', {})
  const holder = { personId: filler.id, employmentId: filler.employment_id }
  return presentPosition(await fillPosition(ctx, position, holder), positionReader(caller, audience), today)
}
