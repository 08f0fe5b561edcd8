import type { Handler } from '../../action.ts'
import { presentAppearance } from '../../../presenters/platform/organization.ts'
import { getOrganization } from '../../../queries/platform/organization.ts'

/** Every page needs it, so everybody may read it (spec 4.3). */
export const handler: Handler<'platform_appearance_get'> = async (ctx) =>
  presentAppearance(await getOrganization(ctx.db))
