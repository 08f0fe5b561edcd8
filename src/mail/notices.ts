import { randomUUIDv7 } from 'node:crypto'
import { adminRoles, hrRoles } from '../access/roles.ts'
import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import { findAdministration, reachable, takeNotices, type NoticeKind } from '../queries/org/notices.ts'
import { writeOptionalMails } from '../queries/platform/optional-mails.ts'
import { writeMails } from './mail-queue.ts'

/**
 * Writes mails of what waits to be told of these kinds in an organization, and marks it as told. Whoever was told something of a
 * kind within the last hour is told the rest later, in one mail: so nobody can fill a mailbox by changing something again and again.
 */
export async function tellNotices(
  db: Db,
  kinds: readonly NoticeKind[],
  now: Date,
  today: Day,
): Promise<void> {
  for (const kind of kinds) await tellKind(db, kind, now, today)
}

async function tellKind(db: Db, kind: NoticeKind, now: Date, today: Day): Promise<void> {
  const batch = randomUUIDv7()
  const { people, administration } = await takeNotices(db, kind, batch, now)
  const [persons, members] = await Promise.all([
    people.length > 0 ? reachable(db, people, today) : [],
    administration ? findAdministration(db, batch, hrRoles) : [],
  ])
  if (kind === 'document_uploaded') {
    const mails = members.map((membership_id) => ({ id: randomUUIDv7(), about_id: batch, membership_id }))
    return writeOptionalMails(db, kind, mails, { adminRoles, newId: randomUUIDv7 }, now)
  }
  const mail = { kind, aboutId: batch } as const
  await writeMails(
    db,
    [
      ...persons.map((personId) => ({ ...mail, personId })),
      ...members.map((membershipId) => ({ ...mail, membershipId })),
    ],
    now,
  )
}
