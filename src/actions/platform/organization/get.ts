import { presentOrganization } from '../../../presenters/platform/organization.ts'
import { getOrganization } from '../../../queries/platform/organization.ts'
import { action } from '../../action.ts'

/** The organization itself, for everybody in it. */
export const handler = action('platform_organization_get', {
  run: ({ db }) => db.last(() => getOrganization(db)),
  present: presentOrganization,
})
