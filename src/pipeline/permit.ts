import { audiencesOf, isAdminRole, mayManage } from '../access/roles.ts'
import { ApiError, forbidden } from '../errors.ts'
import { actions, type Action } from '../generated/actions.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import { pausedBecause } from '../domain/paused.ts'

/**
 * Decides whether this credential may call this action, and for which audience. Whatever the `x-access` of the action
 * does not allow is refused.
 *
 * @returns the audience of the call; a credential that has both gets `manage`, if the action allows it
 * @throws ApiError forbidden, saying what is needed
 */
export function permit(action: Action, caller: Caller): Audience {
  const { access } = action
  const exempt = access.whilePaused && worksWhilePaused(caller)
  if (!exempt) requireOpen(caller)
  const open = audiencesFor(action, caller)
  const refused = access.webOnly && caller.credential.kind !== 'web'
  const audience = open.find((one) => caller.audiences.includes(one))
  if (audience !== undefined && !refused) return audience
  throw forbidden(open.length > 0 ? otherCredential(action, caller, open) : otherMember(action, caller))
}

/** Whether the list of tools shows this action to a caller. It must agree with `permit`. */
export function mayOffer(action: Action, caller: Pick<Caller, 'audiences' | 'role'>): boolean {
  const { manage, me, webOnly } = action.access
  if (webOnly) return false
  if (caller.audiences.includes('me') && me) return true
  return caller.audiences.includes('manage') && (manage === 'any' || (manage ?? []).includes(caller.role))
}

/**
 * Refuses the caller while the organization is paused or closed. (Owners and admins can still do something in the web
 * app: the actions whose `x-access` says `while_paused`.)
 *
 * @throws ApiError forbidden, with the reason
 */
export function requireOpen(caller: Caller): void {
  const { organization } = caller
  if (organization.status === 'active') return
  throw new ApiError('forbidden', `${pausedBecause(organization)} ${wayOut(caller)}`)
}

/** The actions that the contract opens to owners and admins in the web app. */
const openWhilePaused = Object.values<Action>(actions)
  .filter(({ access }) => access.whilePaused)
  .map(({ url }) => url.replace('/v1/', ''))
  .join(', ')

/** What the caller can do while the organization is paused or closed. */
function wayOut(caller: Caller): string {
  return worksWhilePaused(caller)
    ? `Until this is fixed, only ${openWhilePaused}, signing out and what defends the own login answer. Contact the operator of this service to fix it.`
    : 'An owner or admin can sign in to the web app to fix it.'
}

function worksWhilePaused({ credential, role }: Caller): boolean {
  return credential.kind === 'web' && isAdminRole(role)
}

/** The audiences in which this member may call the action, with the right credential; `manage` first. */
function audiencesFor({ access }: Action, { role, personId }: Caller): Audience[] {
  const { manage, me } = access
  const byRole = manage === 'any' ? mayManage(role) : (manage ?? []).includes(role)
  const own = audiencesOf(role, personId)
  return own.filter((audience) => (audience === 'manage' ? byRole : me))
}

/** Why a member who may call the action cannot do so with this credential. A browser session always could. */
function otherCredential({ access }: Action, caller: Caller, open: Audience[]): string {
  if (access.webOnly) return 'API keys and assistants may not do this. Do it in the web app, signed in.'
  const audiences = open.join(' or ')
  return caller.credential.kind === 'app'
    ? `${aboutCredential(caller)} This needs the audience ${audiences}: connect the app again and choose that.`
    : `${aboutCredential(caller)} This needs an API key of the audience ${audiences}, which you can create in the web app.`
}

/** Why this member cannot call the action with any credential. */
function otherMember({ access }: Action, caller: Caller): string {
  const { manage, me } = access
  const { role, personId } = caller
  const needs: string[] = []
  if (manage === 'any') needs.push(`a role that manages the company (yours is ${role})`)
  else if (manage !== null)
    needs.push(
      `the role ${manage.slice(0, -1).join(', ')}${manage.length > 1 ? ' or ' : ''}${manage.at(-1)} (yours is ${role})`,
    )
  if (me && personId === null) needs.push('a member who is linked to a person (you are not)')
  const where = access.webOnly && caller.credential.kind !== 'web' ? ', signed in to the web app' : ''
  return `This needs ${needs.join(', or ')}${where}. Ask an owner or admin.`
}

/**
 * What an API key or an app can be used for. One whose audience its member no longer has, or never had, cannot be used
 * at all: one for `manage` when the role manages nothing, and one for `me` when a manager is linked to no person.
 */
function aboutCredential({ audiences, role, credential }: Caller): string {
  const which = credential.kind === 'app' ? 'This app' : 'Your API key'
  const [audience] = audiences
  if (audience !== undefined) return `${which} has the audience ${audience}.`
  return mayManage(role)
    ? `${which} has the audience me, but you are linked to no person.`
    : `${which} has the audience manage, but your role, ${role}, manages nothing.`
}
