import { adminRoles } from '../access/roles.ts'
import type { Db } from '../db/transaction.ts'
import { findMembersWithoutMail } from '../queries/platform/mails.ts'
import { writeMails } from './mail-queue.ts'

/**
 * Mails the owners and admins of a company whether it is open, paused or closed, and when it is deleted. A mail that waits
 * already will say so.
 *
 * @param since whoever was told after this time is not told again
 */
export async function tellAdministration(db: Db, now: Date, since: Date): Promise<void> {
  const kind = 'organization_status'
  const members = await findMembersWithoutMail(db, adminRoles, kind, since)
  const mails = members.map(({ id }) => ({ kind, aboutId: db.orgId, membershipId: id }) as const)
  await writeMails(db, mails, now)
}
