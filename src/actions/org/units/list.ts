import { presentUnit } from '../../../presenters/org/units.ts'
import { listUnits } from '../../../queries/org/units.ts'
import { action } from '../../action.ts'

/** Lists the units, for everybody; archived ones on request. */
export const handler = action('org_units_list', {
  run: ({ db, today }, { include_archived }) => db.last(() => listUnits(db, include_archived, today)),
  present: (units) => units.map(presentUnit),
})
