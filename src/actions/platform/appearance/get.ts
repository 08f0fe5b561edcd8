import { presentAppearance } from '../../../presenters/platform/organization.ts'
import { getOrganization } from '../../../queries/platform/organization.ts'
import { action } from '../../action.ts'

/** Every page needs it, so everybody may read it. */
export const handler = action('platform_appearance_get', {
  run: ({ db }) => getOrganization(db),
  present: presentAppearance,
})
