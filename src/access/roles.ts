import type { Audience, Caller, Role } from '../domain/caller.ts'

/**
 * Which roles may do what, where the contract's `x-access` cannot say it. No other file of src/ names a role; a test
 * checks that.
 */

/** Owners, admins and HR. They decide for HR. */
export const hrRoles: readonly Role[] = ['owner', 'admin', 'hr']
/** Owners and admins. */
export const adminRoles: readonly Role[] = ['owner', 'admin']
/** The role of the first member of an organization. */
export const firstRole: Role = 'owner'
/** The role that may do everything. An organization always has a member with it who can sign in. */
export const ownerRole: Role = 'owner'
/** The role of somebody who is invited without one. */
export const newMemberRole: Role = 'member'
/** The roles of the demo company's other members: one of HR, and a manager and an employee with their own workspace. */
export const demoRoles = { hr: 'hr', manager: 'member', employee: 'member' } as const satisfies Record<
  string,
  Role
>

type Acting = Pick<Caller, 'role'>

/** Owners, admins and HR, acting for the company. */
export const isHr = (caller: Acting, audience: Audience): boolean =>
  audience === 'manage' && hrRoles.includes(caller.role)

/** Owners and admins, acting for the company. */
export const isAdmin = (caller: Acting, audience: Audience): boolean =>
  audience === 'manage' && isAdminRole(caller.role)

/** Owners and admins: they give others access, and can still sign in while the organization is paused. */
export const isAdminRole = (role: Role): boolean => adminRoles.includes(role)

/**
 * Why a member with this role may not change the pay of somebody; undefined when they may. An HR member's pay is for
 * owners and admins, an owner's for owners.
 *
 * @param ofRole the role of the login that belongs to the person whose pay it is; null for none
 */
export function whyNoPayChange(
  role: Role,
  ofRole: Role | null,
): 'pay_needs_hr' | 'pay_of_hr' | 'pay_of_owner' | undefined {
  if (!hrRoles.includes(role)) return 'pay_needs_hr'
  if (ofRole === 'owner' && role !== 'owner') return 'pay_of_owner'
  if (ofRole === 'hr' && !isAdminRole(role)) return 'pay_of_hr'
  return undefined
}

/**
 * Why a member with this role may not end the employment of somebody, which closes their login; undefined when they may.
 * Who may not disable a member may not do so in this way either, and nobody disables themselves.
 *
 * @param own whether the person is their own
 * @param ofRole the role of the login that belongs to the person; null for none
 */
export function whyNoEnd(
  role: Role | null,
  ofRole: Role | null,
  own: boolean,
): 'own_end' | 'end_of_owner' | 'end_of_admin' | undefined {
  if (own && ofRole !== null && isAdminRole(ofRole)) return 'own_end'
  if (ofRole === 'owner' && role !== 'owner') return 'end_of_owner'
  if (ofRole === 'admin' && (role === null || !isAdminRole(role))) return 'end_of_admin'
  return undefined
}

/** Tells whether the role has access to company administration at all. */
export const mayManage = (role: Role): boolean => role !== 'member'

/**
 * The audiences that a member may act for. The audience `me` needs a person; a plain member has it without one, too,
 * because nothing else would be left.
 */
export const audiencesOf = (role: Role, personId: string | null): Audience[] => [
  ...(mayManage(role) ? (['manage'] as const) : []),
  ...(!mayManage(role) || personId !== null ? (['me'] as const) : []),
]

/**
 * The audiences that a credential may be used for. A key and an app have an audience of their own, as long as their
 * member has that, too. A browser session has all audiences of its member.
 *
 * @param audience of the key or the app; null for a session
 */
export const audiencesWith = (audience: Audience | null, role: Role, personId: string | null): Audience[] =>
  audiencesOf(role, personId).filter((one) => audience === null || one === audience)
