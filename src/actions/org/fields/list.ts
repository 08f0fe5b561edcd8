import { presentField } from '../../../presenters/org/fields.ts'
import { listFields } from '../../../queries/org/fields.ts'
import { action } from '../../action.ts'

/** Lists the custom fields, for everybody; archived ones on request. */
export const handler = action('org_fields_list', {
  run: ({ db }, { include_archived }) => db.last(() => listFields(db, include_archived)),
  present: (fields) => fields.map(presentField),
})
