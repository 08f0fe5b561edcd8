import { presentAppearance } from '../../../presenters/platform/organization.ts'
import { getOrganization } from '../../../queries/platform/organization.ts'
import { action } from '../../action.ts'

/** For everybody, because every page of the web app needs it. */
export const handler = action('platform_appearance_get', {
  run: ({ db }) => db.last(() => getOrganization(db)),
  present: presentAppearance,
})
