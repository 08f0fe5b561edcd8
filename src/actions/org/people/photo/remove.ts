import type { PersonRow } from '../../../../queries/org/people.ts'
import { lockProfile } from '../../../../queries/org/profiles.ts'
import { takePhoto } from '../../../../services/photos.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_people_photo_remove'

/** HR removes the photo of a person. */
export const handler = action('org_people_photo_remove', {
  subject: ({ db, today }, { person_id }: Input<Id>) => lockProfile(db, person_id, today),
  run,
})

async function run(ctx: Context<Id>, _input: Input<Id>, person: PersonRow): Promise<Result<Id>> {
  await takePhoto(ctx, person)
  return { photo_url: null }
}
