import { adminRoles } from '../../access/roles.ts'
import { takeUnmailed } from '../../queries/platform/notifications.ts'
import { writeOptionalMails } from '../../queries/platform/optional-mails.ts'
import type { ChangeContext } from '../change-context.ts'

/** Writes mails to those who can decide requests and were not mailed yet. */
export async function mailRequests({
  db,
  now,
  newId,
}: Pick<ChangeContext, 'db' | 'now' | 'newId'>): Promise<void> {
  const taken = await takeUnmailed(db, newId())
  const mails = taken.map((mail) => ({ ...mail, id: newId() }))
  await writeOptionalMails(db, 'approval_request', mails, { adminRoles, newId }, now)
}
