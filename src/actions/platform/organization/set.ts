import { changesOf } from '../../../domain/changes.ts'
import type { Handler } from '../../action.ts'
import { presentOrganization } from '../../../presenters/platform/organization.ts'
import { lockOrganization, updateOrganization } from '../../../queries/platform/organization.ts'

/** Its name and its clock; the slug stays, because addresses hold it (gaps 4). */
export const handler: Handler<'platform_organization_set'> = async (ctx, input) => {
  const before = await lockOrganization(ctx.db)
  const after = { ...before, ...input }
  const changes = changesOf(before, input)
  if (changes.length > 0) {
    await updateOrganization(ctx.db, ctx.now, input)
    const subject = { type: 'organization', id: after.id, name: after.name }
    ctx.record({ summary: 'Changed the organization {subject}', subject, changes })
  }
  return presentOrganization(after)
}
