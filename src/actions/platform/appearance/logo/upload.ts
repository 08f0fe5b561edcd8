import { logoUrl } from '../../../../domain/images.ts'
import { logoUploaded } from '../../../../events/organization.ts'
import { setLogo } from '../../../../queries/images.ts'
import { lockOrganization } from '../../../../queries/platform/organization.ts'
import { imageOf, replaceImage, type Image } from '../../../../services/images.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Before } from '../../../before.ts'
import type { Context } from '../../../context.ts'

type Id = 'platform_appearance_logo_upload'

/** A logo in place of the one before. */
export const handler = action('platform_appearance_logo_upload', {
  prepare: (before: Before<Id>, { image_base64 }: Input<Id>) => imageOf(before, image_base64, 'whole'),
  run,
})

async function run(
  ctx: Context<Id>,
  _input: Input<Id>,
  _subject: undefined,
  logo: Image,
): Promise<Result<Id>> {
  const { db, now } = ctx
  const organization = await lockOrganization(db)
  await replaceImage(db, organization.id, logo, now, (hash) => setLogo(db, hash, now))
  ctx.record(logoUploaded(organization, []))
  return { logo_url: logoUrl(organization.slug, logo.hash)! }
}
