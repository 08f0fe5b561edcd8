import { presentSetup } from '../../../presenters/org/setup.ts'
import { getSetupStatus } from '../../../queries/org/setup.ts'
import { action } from '../../action.ts'

/** Which parts of a working organization exist already. */
export const handler = action('org_setup_status', {
  run: ({ db }) => db.last(() => getSetupStatus(db)),
  present: presentSetup,
})
