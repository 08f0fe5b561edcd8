import type { components } from '../../generated/contract.ts'
import type { Caller } from '../../domain/caller.ts'
import { includedMails } from '../../domain/optional-mails.ts'
import { includedBytes } from '../../domain/storage-use.ts'
import type { MailMonth } from '../../queries/platform/optional-mails.ts'
import { presentPaused } from './whoami.ts'

/** The state of the account. This server has no billing yet. */
export function presentAccountStatus(
  organization: Caller['organization'],
  { month, storedBytes }: { month: MailMonth; storedBytes: number },
): components['schemas']['AccountStatus'] {
  return {
    status: organization.status,
    paused: presentPaused(organization),
    billing: false,
    usage: {
      active_people: month.active_people,
      storage_bytes: storedBytes,
      storage_included_bytes: includedBytes,
      emails_sent: month.sent,
      emails_included: includedMails(month.people_of_month),
      emails_extra_limit: month.extra_limit,
    },
  }
}
