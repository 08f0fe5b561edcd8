import type { Audience, Caller, Role } from '../domain/caller.ts'

/**
 * Which roles may do what, where the contract's `x-access` cannot say it. No other file of src/ names a role; a test
 * checks that.
 */

/** Owners, admins and HR. They decide for HR. */
export const hrRoles: readonly Role[] = ['owner', 'admin', 'hr']
const adminRoles: readonly Role[] = ['owner', 'admin']
/** The role of the first member of an organization. */
export const firstRole: Role = 'owner'

type Acting = Pick<Caller, 'role'>

/** Owners, admins and HR, acting for the company. */
export const isHr = (caller: Acting, audience: Audience): boolean =>
  audience === 'manage' && hrRoles.includes(caller.role)

/** Owners and admins, acting for the company. */
export const isAdmin = (caller: Acting, audience: Audience): boolean =>
  audience === 'manage' && isAdminRole(caller.role)

/** Owners and admins: they give others access, and can still sign in while the organization is paused. */
export const isAdminRole = (role: Role): boolean => adminRoles.includes(role)

/** Whether the role has access to company administration at all. */
export const mayManage = (role: Role): boolean => role !== 'member'

/**
 * What a member may act for. The audience `me` needs a person; a plain member has it without one, too, because nothing
 * else would be left.
 */
export const audiencesOf = (role: Role, personId: string | null): Audience[] => [
  ...(mayManage(role) ? (['manage'] as const) : []),
  ...(!mayManage(role) || personId !== null ? (['me'] as const) : []),
]

/**
 * Whether somebody with a role may change the pay of another person, by the other's role: that of HR is changed by owners
 * and admins, that of owners by other owners. (Nobody changes their own.)
 *
 * @param role one of owners, admins and HR
 * @param ofRole the role of the person; undefined when they have none of these
 */
export const mayChangePayOf = (role: Role, ofRole: Role | undefined): boolean => {
  if (ofRole === 'owner') return role === 'owner'
  return ofRole === 'hr' ? adminRoles.includes(role) : hrRoles.includes(role)
}
