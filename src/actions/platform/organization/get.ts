import type { Handler } from '../../action.ts'
import { presentOrganization } from '../../../presenters/platform/organization.ts'
import { getOrganization } from '../../../queries/platform/organization.ts'

/** Everybody knows what organization they are in (gaps 4). */
export const handler: Handler<'platform_organization_get'> = async (ctx) =>
  presentOrganization(await getOrganization(ctx.db))
