import { changesOf } from '../../../domain/changes.ts'
import type { Handler } from '../../action.ts'
import { presentAppearance } from '../../../presenters/platform/organization.ts'
import { lockOrganization, updateOrganization } from '../../../queries/platform/organization.ts'

/** The palette and the sidebar, each on its own (spec 4.3). */
export const handler: Handler<'platform_appearance_set'> = async (ctx, input) => {
  const before = await lockOrganization(ctx.db)
  const changes = changesOf(before, input)
  if (changes.length > 0) {
    await updateOrganization(ctx.db, ctx.now, input)
    const subject = { type: 'organization', id: before.id, name: before.name }
    ctx.record({ summary: 'Changed the appearance of {subject}', subject, changes })
  }
  return presentAppearance({ ...before, ...input })
}
