import { changesOf } from '../../../domain/changes.ts'
import { organizationChanged } from '../../../events/organization.ts'
import { presentOrganization } from '../../../presenters/platform/organization.ts'
import {
  lockOrganization,
  updateOrganization,
  type OrganizationRow,
} from '../../../queries/platform/organization.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_organization_set'

/** Changes the organization's name and time zone. The slug never changes, because it is part of addresses. */
export const handler = action('platform_organization_set', { run, present: presentOrganization })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<OrganizationRow> {
  const before = await lockOrganization(ctx.db)
  const after = { ...before, ...input }
  const changes = changesOf(before, input)
  if (changes.length > 0) {
    await updateOrganization(ctx.db, input, ctx.now)
    ctx.record(organizationChanged(after, changes))
  }
  return after
}
