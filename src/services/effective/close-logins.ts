import { ownerToKeep } from '../../access/members.ts'
import { ownerRole } from '../../access/roles.ts'
import type { Db } from '../../db/transaction.ts'
import type { Effective } from '../../domain/effective-at-once.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { loginClosed, loginKept } from '../../events/members.ts'
import { employedOn, markLoginsSettled } from '../../queries/org/unannounced.ts'
import { disableMembers, lockMembers, type KnownMemberRow } from '../../queries/platform/members.ts'
import type { ChangeContext } from '../change-context.ts'

/**
 * Closes the logins of people whose employment is over: the members become disabled, and stay so until somebody enables
 * them, even if the person is hired again later. Who is employed again today keeps the login.
 *
 * If no other owner can sign in, the last one stays too, and the next call tries again; a line in the log says so, once.
 *
 * @param over their employments
 * @param leaving those of them who are told to have left in this transaction
 */
export async function closeLogins(
  { db, now, today }: Pick<ChangeContext, 'db' | 'now' | 'today'>,
  over: readonly Effective[],
  leaving: readonly Effective[],
): Promise<DomainEvent<'member.disabled'>[]> {
  if (over.length === 0) return []
  const employed = await employedOn(db, personsOf(over), today)
  const gone = new Set(personsOf(over).filter((id) => !employed.has(id)))
  const found = await lockMembers(db, { personIds: [...gone], role: ownerRole })
  const members = found.filter(({ status }) => status === 'active').map(toMember)
  const theirs = members.filter(({ person_id: id }) => id !== null && gone.has(id))
  const kept = ownerToKeep(members, new Set(theirs.map(({ id }) => id)))
  const closed = theirs.filter((member) => member !== kept)
  await settle(db, over, closed, kept, now)
  const told = new Set(personsOf(leaving))
  return [
    ...closed.map((member) => loginClosed(known(member))),
    ...(kept && told.has(kept.person_id!) ? [loginKept(known(kept))] : []),
  ]
}

async function settle(
  db: Db,
  over: readonly Effective[],
  closed: readonly Member[],
  kept: Member | undefined,
  now: Date,
): Promise<void> {
  const settled = over.filter(({ personId }) => personId !== kept?.person_id).map(({ id }) => id)
  await Promise.all([
    closed.length > 0 &&
      disableMembers(
        db,
        closed.map(({ id }) => id),
        now,
      ),
    settled.length > 0 && markLoginsSettled(db, settled, now),
  ])
}

const personsOf = (some: readonly Effective[]): string[] => [...new Set(some.map(({ personId }) => personId))]

const toMember = (row: KnownMemberRow) => ({ ...row, id: row.membership_id })
type Member = ReturnType<typeof toMember>

const known = ({ id, role, person_id: personId, person_name: name }: Member) => ({
  id,
  role,
  person: { id: personId!, name: name! },
})
