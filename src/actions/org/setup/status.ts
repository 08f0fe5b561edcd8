import { presentSetup } from '../../../presenters/org/setup.ts'
import { getSetupStatus } from '../../../queries/org/setup.ts'
import { action } from '../../action.ts'

/** What of a working organization is there. */
export const handler = action('org_setup_status', {
  run: ({ db }) => getSetupStatus(db),
  present: presentSetup,
})
