import { each, table, type PersonalColumn } from './kinds.ts'

/** Requests about a person are deleted when the person is erased. */
const aboutJob: PersonalColumn = { tier: 'job', erase: 'delete', export: true }
const sealed: PersonalColumn = { ...aboutJob, sealed: true }
/** A column that is only compared, and says nothing that the others do not say. */
const compared: PersonalColumn = { ...sealed, export: false }
const aboutPay: PersonalColumn = { tier: 'payroll', erase: 'delete', export: true, sealed: true }

const ofRequest =
  'request_id in (select r.id from approval_requests r where r.org_id = $1 and r.person_id = $2)'

/** Requests for approval. A proposal holds the reason of a termination; `approval_pay` holds amounts. */
export const approvals = {
  approval_requests: table(
    'org_id id person_id kind change status effective_date expires_on proposed_by proposed_via proposed_at closed_at closed_code',
    {
      closed_values: aboutJob,
      ...each('decision_note shown', sealed),
      ...each('proposal basis', compared),
    },
  ),
  approval_pay: table(
    'org_id request_id',
    {
      shown: aboutPay,
      ...each('proposal basis', { ...aboutPay, export: false }),
    },
    ofRequest,
  ),
  approval_steps: table(
    'org_id request_id position approver status decided_as decided_by decided_at',
    {
      note: sealed,
    },
    ofRequest,
  ),
}
