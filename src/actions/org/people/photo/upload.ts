import type { PersonRow } from '../../../../queries/org/people.ts'
import { lockProfile } from '../../../../queries/org/profiles.ts'
import { photoUrl } from '../../../../presenters/org/people.ts'
import { imageOf, type Image } from '../../../../services/images.ts'
import { givePhoto } from '../../../../services/photos.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Before } from '../../../before.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_people_photo_upload'

/** HR gives a person a photo. */
export const handler = action('org_people_photo_upload', {
  prepare: (before: Before<Id>, { image_base64 }: Input<Id>) => imageOf(before, image_base64, 'centre'),
  subject: ({ db, today }, { person_id }: Input<Id>) => lockProfile(db, person_id, today),
  run,
})

async function run(
  ctx: Context<Id>,
  _input: Input<Id>,
  person: PersonRow,
  photo: Image,
): Promise<Result<Id>> {
  if (person.erased_at !== null)
    throw ctx.fail('profile_erased', { field: 'person_id', record_id: person.id })
  await givePhoto(ctx, person, photo)
  return { photo_url: photoUrl(person.id, photo.hash)! }
}
