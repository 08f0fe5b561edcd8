import { lockProfile } from '../../../../queries/org/profiles.ts'
import { takePhoto } from '../../../../services/photos.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_me_photo_remove'

/** Callers remove their own photo. */
export const handler = action('org_me_photo_remove', { authorize, run })

function authorize(ctx: Context<Id>): string {
  const { personId } = ctx.caller
  if (personId === null) throw ctx.fail('no_own_person', {})
  return personId
}

async function run(ctx: Context<Id>, _input: Input<Id> | undefined, personId: string): Promise<Result<Id>> {
  await takePhoto(ctx, (await lockProfile(ctx.db, personId, ctx.today))!)
  return { photo_url: null }
}
