import type { Caller, Role } from '../domain/caller.ts'
import { problem, type Problem } from '../errors.ts'
import { ownerRole } from './roles.ts'

interface Member {
  id: string
  role: Role
  has_login: boolean
}

/**
 * The member among those who are to be shut out who must stay, because nobody else could act as owner; undefined when all
 * of them can go.
 *
 * @param members includes all owners who are not disabled
 */
export function ownerToKeep<Known extends Member>(
  members: readonly Known[],
  leaving: ReadonlySet<string>,
): Known | undefined {
  const owners = members.filter(({ role }) => role === ownerRole)
  if (owners.some(({ id, has_login: able }) => able && !leaving.has(id))) return undefined
  const last = owners.filter(({ id }) => leaving.has(id))
  return last.find(({ has_login: able }) => able) ?? last[0]
}

type Acting = Pick<Caller, 'membershipId' | 'role'>

/** A member of whom something is to change. */
export interface ChangedMember {
  id: string
  role: Role
  person_id: string | null
  has_login: boolean
  active: boolean
}

const isOwner = ({ role }: { role: Role }): boolean => role === ownerRole

/** Only owners decide who is one, and what becomes of one. */
export const ownerProblems = (
  caller: Acting,
  ...concerned: readonly { role: Role }[]
): Problem<'owners_decide_owners'>[] =>
  concerned.some(isOwner) && !isOwner(caller) ? [problem('owners_decide_owners', {})] : []

/** Nobody shuts themselves out. */
export const ownAccessProblems = (caller: Acting, member: ChangedMember): Problem<'own_access'>[] =>
  member.id === caller.membershipId ? [problem('own_access', {})] : []

/**
 * The last owner who can sign in stays one.
 *
 * @param members includes all owners who are not disabled
 */
export const lastOwnerProblems = (
  members: readonly ChangedMember[],
  { id }: ChangedMember,
): Problem<'last_owner'>[] => {
  const kept = ownerToKeep(
    members.filter(({ active }) => active),
    new Set([id]),
  )
  return kept ? [problem('last_owner', { record_id: kept.id })] : []
}

/**
 * Nobody changes the link of their own login once it belongs to a person, nor gives their person to another login.
 *
 * @param member whose link is to change
 * @param other the member who has the person now
 */
export const ownLinkProblems = (
  caller: Acting,
  member: ChangedMember,
  other: ChangedMember | undefined,
): Problem<'own_link_stays'>[] => {
  if (member.id === caller.membershipId && member.person_id !== null)
    return [problem('own_link_stays', { field: 'membership_id' })]
  return other?.id === caller.membershipId ? [problem('own_link_stays', { field: 'person_id' })] : []
}
