import type { components } from '../../generated/contract.ts'
import type { Caller } from '../../domain/caller.ts'
import { presentPaused } from './whoami.ts'

/** Bytes that every organization has free of charge. */
const includedBytes = 500_000_000
const includedEmailsPerPerson = 10

/** The state of the account. This server has no files, no optional e-mails and no billing yet: their numbers are 0. */
export function presentAccountStatus(
  organization: Caller['organization'],
  activePeople: number,
): components['schemas']['AccountStatus'] {
  return {
    status: organization.status,
    paused: presentPaused(organization),
    billing: false,
    usage: {
      active_people: activePeople,
      storage_bytes: 0,
      storage_included_bytes: includedBytes,
      emails_sent: 0,
      emails_included: activePeople * includedEmailsPerPerson,
      emails_extra_limit: 0,
    },
  }
}
