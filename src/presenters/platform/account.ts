import type { components } from '../../generated/contract.ts'
import type { Caller } from '../../domain/caller.ts'
import { includedBytes } from '../../domain/storage-use.ts'
import { presentPaused } from './whoami.ts'

const includedEmailsPerPerson = 10

/** The state of the account. This server has no optional e-mails and no billing yet: their numbers are 0. */
export function presentAccountStatus(
  organization: Caller['organization'],
  { activePeople, storedBytes }: { activePeople: number; storedBytes: number },
): components['schemas']['AccountStatus'] {
  return {
    status: organization.status,
    paused: presentPaused(organization),
    billing: false,
    usage: {
      active_people: activePeople,
      storage_bytes: storedBytes,
      storage_included_bytes: includedBytes,
      emails_sent: 0,
      emails_included: activePeople * includedEmailsPerPerson,
      emails_extra_limit: 0,
    },
  }
}
