import { roles, type Caller, type Role } from '../domain/caller.ts'
import { problem, type Problem } from '../errors.ts'
import { hrRoles, isAdminRole, newMemberRole, ownerRole } from './roles.ts'

/** The facts about a person that decide whether they may be invited. */
export interface Invited {
  id: string
  erased: boolean
  left: boolean
  membership_id: string | null
  /** Their role, if they have a membership. */
  role: Role | null
  disabled: boolean
  has_login: boolean
  email_taken_by: string | null
}

/** The role that somebody has once they have accepted. */
export const roleOf = ({ role }: Pick<Invited, 'role'>, asked: Role | undefined): Role =>
  role ?? asked ?? newMemberRole

/**
 * Problems of the caller who invites. The inviter holds the link in their hands: so nobody invites somebody who may do
 * more than they give away.
 */
export function inviterProblems(
  caller: Pick<Caller, 'role'>,
  role: Role,
): Problem<'invite_needs_admin' | 'invite_needs_owner'>[] {
  if (role === ownerRole) return caller.role === ownerRole ? [] : [problem('invite_needs_owner', {})]
  return hrRoles.includes(role) && !isAdminRole(caller.role) ? [problem('invite_needs_admin', { role })] : []
}

/**
 * Tells whether an invite still stands: whoever sent it can still sign in, and could still give the role that it leads
 * to by now. Otherwise somebody who was shut out would come back by a link that they have kept, and somebody of HR
 * would get the role that a member was given since.
 *
 * @param inviter null for the operator; the role is null for one who is disabled
 */
export const isStillInvited = (inviter: { role: Role | null } | null, role: Role): boolean =>
  inviter === null ||
  (inviter.role !== null &&
    hrRoles.includes(inviter.role) &&
    inviterProblems({ role: inviter.role }, role).length === 0)

/** Roles of a sender and of a receiver, with a space between, of invites that still stand: the rule above, for statements. */
export const standingInvites: readonly string[] = roles.flatMap((sender) =>
  roles.filter((role) => isStillInvited({ role: sender }, role)).map((role) => `${sender} ${role}`),
)

/** Why somebody is not invited. */
export function inviteeProblems(
  person: Invited,
  asked: Role | undefined,
): Problem<
  | 'person_erased'
  | 'invitee_has_left'
  | 'has_login_already'
  | 'invitee_disabled'
  | 'login_email_taken'
  | 'invite_keeps_role'
>[] {
  if (person.erased) return [problem('person_erased', { field: 'person_id', record_id: person.id })]
  const { membership_id: membership, role } = person
  if (person.left) return [problem('invitee_has_left', { record_id: person.id })]
  // Whoever is disabled keeps a way to sign in, and cannot use it: they are let in again, also when they were hired again.
  if (membership !== null && person.disabled) return [problem('invitee_disabled', { record_id: membership })]
  if (membership !== null && person.has_login)
    return [problem('has_login_already', { record_id: membership })]
  if (person.email_taken_by !== null)
    return [problem('login_email_taken', { record_id: person.email_taken_by })]
  return membership !== null && role !== null && asked !== undefined && asked !== role
    ? [problem('invite_keeps_role', { role, record_id: membership })]
    : []
}
