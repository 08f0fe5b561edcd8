import { presentLocation } from '../../../presenters/org/locations.ts'
import { locations } from '../../../queries/org/locations.ts'
import { action } from '../../action.ts'

/** Lists the locations by name, for everybody; archived ones on request. */
export const handler = action('org_locations_list', {
  run: ({ db, today }, { include_archived }) => db.last(() => locations.list(db, include_archived, today)),
  present: (rows) => rows.map(presentLocation),
})
