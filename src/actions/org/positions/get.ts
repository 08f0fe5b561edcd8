import { positionReader } from '../../../access/positions.ts'
import { presentPosition } from '../../../presenters/org/positions.ts'
import { getPosition } from '../../../queries/org/positions.ts'
import { action } from '../../action.ts'

/** A position that the caller sees. */
export const handler = action('org_positions_get', {
  subject: ({ db, caller, audience, today }, { position_id: id }) =>
    getPosition(db, positionReader(caller, audience), id, today),
  run: async (_ctx, _input, position) => position,
  present: (position, { caller, audience, today }) =>
    presentPosition(position, positionReader(caller, audience), today),
})
