import type { ChangedMember } from '../../access/members.ts'
import { ownerRole } from '../../access/roles.ts'
import { lockLinkable, lockMembers, type KnownMemberRow } from '../../queries/platform/members.ts'
import type { Db } from '../../db/transaction.ts'
import type { Caller } from '../../domain/caller.ts'
import { problem, type Problem } from '../../errors.ts'

/** A member who is to change, locked together with all owners and with who has the person. */
export interface LockedMembers {
  member: KnownMemberRow
  all: readonly KnownMemberRow[]
}

/**
 * Locks the caller, too: two members who change each other would else wait for each other at the end.
 *
 * @param personId the person who is to get the login of the member; null: nobody; left out: it stays whose it is
 */
export async function lockMember(
  { db, caller }: { db: Db; caller: Caller },
  id: string,
  personId?: string | null,
): Promise<LockedMembers | undefined> {
  const [, all] = await Promise.all([
    personId && lockLinkable(db, personId),
    lockMembers(db, {
      ids: [id, caller.membershipId],
      personIds: personId ? [personId] : [],
      role: ownerRole,
      relinks: personId !== undefined,
    }),
  ])
  const member = all.find(({ membership_id: one }) => one === id)
  return member && { member, all }
}

/** A login ends with its person for good: nobody gets in by what is left of it, under the name of whoever was forgotten. */
export const erasedProblems = ({
  person_id: id,
  person_erased: erased,
}: KnownMemberRow): Problem<'login_erased'>[] => (erased ? [problem('login_erased', { record_id: id! })] : [])

/** A member as the rules of access need them. */
export const toChanged = (row: KnownMemberRow): ChangedMember => ({
  id: row.membership_id,
  role: row.role,
  person_id: row.person_id,
  has_login: row.has_login,
  active: row.status === 'active',
})
