import type { Handler } from '../../../pipeline/action.ts'
import { presentOrganization } from '../../../presenters/organization.ts'
import { getOrganization } from '../../../queries/organizations.ts'

/** Everybody knows what organization they are in (gaps 4). */
export const handler: Handler<'platform_organization_get'> = async (ctx) =>
  presentOrganization(await getOrganization(ctx.db))
