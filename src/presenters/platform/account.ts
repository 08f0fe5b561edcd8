import type { components } from '../../generated/contract.ts'
import type { Caller } from '../../domain/caller.ts'
import { presentPaused } from './whoami.ts'

/** What is free of charge (spec 8). */
const includedBytes = 500_000_000
const includedEmailsPerPerson = 10

/** This server keeps no files, sends no optional e-mails and bills nobody yet, and the answer says so. */
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
