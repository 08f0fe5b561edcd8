import { lockProfile } from '../../../../queries/org/profiles.ts'
import { photoUrl } from '../../../../presenters/org/people.ts'
import { imageOf, type Image } from '../../../../services/images.ts'
import { givePhoto } from '../../../../services/photos.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Before } from '../../../before.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_me_photo_upload'

/** Callers give themselves a photo. */
export const handler = action('org_me_photo_upload', { prepare, authorize, run })

function prepare(before: Before<Id>, { image_base64 }: Input<Id>): Promise<Image> {
  if (before.caller.personId === null) throw before.fail('no_own_person', {})
  return imageOf(before, image_base64, 'centre')
}

function authorize(ctx: Context<Id>): string {
  const { personId } = ctx.caller
  if (personId === null) throw ctx.fail('no_own_person', {})
  return personId
}

async function run(ctx: Context<Id>, _input: Input<Id>, personId: string, photo: Image): Promise<Result<Id>> {
  const person = (await lockProfile(ctx.db, personId, ctx.today))!
  await givePhoto(ctx, person, photo)
  return { photo_url: photoUrl(person.id, photo.hash)! }
}
