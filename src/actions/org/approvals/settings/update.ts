import { countHrApprovers } from '../../../../services/approvals/approver-pool.ts'
import { changesOf } from '../../../../domain/changes.ts'
import { approvalRulesChanged } from '../../../../events/organization.ts'
import { presentSettings } from '../../../../presenters/org/approvals.ts'
import {
  getApprovalSettings,
  lockApprovalSettings,
  updateApprovalSettings,
} from '../../../../queries/org/approval-settings.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_approvals_settings_update'

/** Sets the rules that are given. Requests that wait keep their steps. */
export const handler = action('org_approvals_settings_update', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db, caller, now, today } = ctx
  const changes = changesOf(await lockApprovalSettings(db), input)
  if (changes.length > 0) {
    await updateApprovalSettings(db, input, now)
    ctx.record(approvalRulesChanged(caller.organization, changes))
  }
  return presentSettings(...(await Promise.all([getApprovalSettings(db), countHrApprovers(db, today)])))
}
