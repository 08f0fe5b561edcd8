import type { Audience, Caller, Role } from '../domain/caller.ts'

/**
 * Which roles may do what, where the contract's `x-access` does not say it. No role is named elsewhere; a test sees to
 * that.
 */

const hrRoles: readonly Role[] = ['owner', 'admin', 'hr']
const adminRoles: readonly Role[] = ['owner', 'admin']
/** Of whoever an organization begins with. */
export const firstRole: Role = 'owner'

type Acting = Pick<Caller, 'role'>

/** Owners, admins and HR, acting for the company. */
export const isHr = (caller: Acting, audience: Audience): boolean =>
  audience === 'manage' && hrRoles.includes(caller.role)

/** Owners and admins, acting for the company. */
export const isAdmin = (caller: Acting, audience: Audience): boolean =>
  audience === 'manage' && isAdminRole(caller.role)

/** Owners and admins: they let others in, and get into a paused organization. */
export const isAdminRole = (role: Role): boolean => adminRoles.includes(role)

/** Whether the role has access to company administration at all. */
export const mayManage = (role: Role): boolean => role !== 'member'

/** What the role may act for; its own workspace takes a person, which a plain member always has or is to get. */
export const audiencesOf = (role: Role, personId: string | null): Audience[] => [
  ...(mayManage(role) ? (['manage'] as const) : []),
  ...(!mayManage(role) || personId !== null ? (['me'] as const) : []),
]
