import { changesOf } from '../../../domain/changes.ts'
import { appearanceChanged } from '../../../events/organization.ts'
import { presentAppearance } from '../../../presenters/platform/organization.ts'
import {
  lockOrganization,
  updateOrganization,
  type OrganizationRow,
} from '../../../queries/platform/organization.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_appearance_set'

/** Sets the palette, the sidebar, or both. */
export const handler = action('platform_appearance_set', { run, present: presentAppearance })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<OrganizationRow> {
  const before = await lockOrganization(ctx.db)
  const changes = changesOf(before, input)
  if (changes.length > 0) {
    await updateOrganization(ctx.db, input, ctx.now)
    ctx.record(appearanceChanged(before, changes))
  }
  return { ...before, ...input }
}
