import { logoRemoved } from '../../../../events/organization.ts'
import { setLogo } from '../../../../queries/images.ts'
import { lockOrganization } from '../../../../queries/platform/organization.ts'
import { replaceImage } from '../../../../services/images.ts'
import { action, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'platform_appearance_logo_remove'

/** No logo any more, and no bytes of it. */
export const handler = action('platform_appearance_logo_remove', { run })

async function run(ctx: Context<Id>): Promise<Result<Id>> {
  const { db, now } = ctx
  const organization = await lockOrganization(db)
  if (organization.logo_hash !== null) {
    await replaceImage(db, organization.id, null, now, (hash) => setLogo(db, hash, now))
    ctx.record(logoRemoved(organization, []))
  }
  return { logo_url: null }
}
