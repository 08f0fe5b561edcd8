import { isAdminRole } from '../access/roles.ts'
import { ApiError, forbidden } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import type { Audience, Caller } from '../domain/caller.ts'

/**
 * Decides whether this credential may call this action, and for which audience. Whatever the `x-access` of the action
 * does not allow is refused.
 *
 * @returns the audience of the call; a credential that has both gets `manage`, if the action allows it
 * @throws ApiError forbidden, saying what is needed
 */
export function permit(action: Action, caller: Caller): Audience {
  const { access } = action
  checkOpen(action, caller)
  if (access.webOnly && caller.credential.kind !== 'web')
    throw forbidden('API keys and assistants may not do this. Do it in the web app, signed in.')
  const { manage } = access
  const managing = caller.audiences.includes('manage') && manage !== null
  if (managing && (manage === 'any' || manage.includes(caller.role))) return 'manage'
  if (caller.audiences.includes('me') && access.me) return 'me'
  throw forbidden(whatIsNeeded(action, caller))
}

/** Whether the list of tools shows this action to a caller. It must agree with `permit`. */
export function mayOffer(action: Action, caller: Pick<Caller, 'audiences' | 'role'>): boolean {
  const { manage, me, webOnly } = action.access
  if (webOnly) return false
  if (caller.audiences.includes('me') && me) return true
  return caller.audiences.includes('manage') && (manage === 'any' || (manage ?? []).includes(caller.role))
}

/**
 * While an organization is paused or closed, only owners and admins can do something, in the web app: the actions whose
 * `x-access` says `while_paused`.
 */
function checkOpen(action: Action, caller: Caller): void {
  const { status, pauseReason, deleteOn } = caller.organization
  if (status === 'active') return
  const exempt = action.access.whilePaused && caller.credential.kind === 'web' && isAdminRole(caller.role)
  if (exempt) return
  const why = pauseReason === 'unpaid' ? 'invoices are unpaid' : 'billing details are missing'
  const until = deleteOn ? ` Its data is deleted on ${deleteOn}.` : ''
  throw new ApiError(
    'forbidden',
    `This organization is ${status} because ${why}.${until} An owner or admin can sign in to the web app to fix it.`,
  )
}

function whatIsNeeded(action: Action, caller: Caller): string {
  const { manage, me } = action.access
  if (caller.audiences.includes('manage') && Array.isArray(manage))
    return `This needs one of the roles ${manage.join(', ')}; yours is ${caller.role}.`
  if (caller.audiences.length === 0)
    return 'This credential has no audience: its member has no manage role and is linked to no person. Ask an owner or admin.'
  const needed = [manage !== null && 'manage', me && 'me'].filter(Boolean).join(' or ')
  return `This needs a credential of the audience ${needed}; yours has ${caller.audiences.join(', ')}.`
}
