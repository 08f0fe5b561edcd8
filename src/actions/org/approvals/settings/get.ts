import { countHrApprovers } from '../../../../services/approvals/approver-pool.ts'
import { presentSettings } from '../../../../presenters/org/approvals.ts'
import { getApprovalSettings } from '../../../../queries/org/approval-settings.ts'
import { action } from '../../../action.ts'

/** Which changes need approval, and by whom. */
export const handler = action('org_approvals_settings_get', {
  run: async ({ db, today }) =>
    presentSettings(
      ...(await db.last(() => Promise.all([getApprovalSettings(db), countHrApprovers(db, today)]))),
    ),
})
