import type { Handler } from '../../../pipeline/action.ts'
import { presentAppearance } from '../../../presenters/organization.ts'
import { getOrganization } from '../../../queries/organizations.ts'

/** Every page needs it, so everybody may read it (spec 4.3). */
export const handler: Handler<'platform_appearance_get'> = async (ctx) =>
  presentAppearance(await getOrganization(ctx.db))
