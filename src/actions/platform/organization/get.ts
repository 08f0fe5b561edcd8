import { presentOrganization } from '../../../presenters/platform/organization.ts'
import { getOrganization } from '../../../queries/platform/organization.ts'
import { action } from '../../action.ts'

/** Everybody knows what organization they are in. */
export const handler = action('platform_organization_get', {
  run: ({ db }) => getOrganization(db),
  present: presentOrganization,
})
