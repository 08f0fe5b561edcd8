import { audiencesOf, isAdminRole, mayManage } from '../access/roles.ts'
import { ApiError, forbidden } from '../errors.ts'
import { actions, type Action } from '../generated/actions.ts'
import type { Audience, Caller } from '../domain/caller.ts'
import { pausedBecause } from '../domain/paused.ts'
import { accessTexts, pausedTexts } from '../texts/access.ts'
import { untranslated, type Phrase, type Value } from '../texts/phrase.ts'

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

/** Tells whether the list of tools shows this action to a caller. It must agree with `permit`. */
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
  const because = pausedBecause(organization)
  throw new ApiError('forbidden', pausedTexts.andWay({ because, way: wayOut(caller) }))
}

/** The actions that the contract opens to owners and admins in the web app. */
const openWhilePaused = Object.values<Action>(actions)
  .filter(({ access }) => access.whilePaused)
  .map(({ url }) => url.replace('/v1/', ''))
  .join(', ')

/** Tells the caller what works while the organization is paused or closed. */
function wayOut(caller: Caller): Phrase {
  return worksWhilePaused(caller)
    ? pausedTexts.onlyThese({ actions: untranslated(openWhilePaused) })
    : pausedTexts.adminFixes()
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
function otherCredential({ access }: Action, caller: Caller, open: Audience[]): Phrase {
  if (access.webOnly) return accessTexts.webOnly()
  const audiences = oneOf(open)
  const about = aboutCredential(caller)
  return caller.credential.kind === 'app'
    ? accessTexts.appNeedsAudience({ about, audiences })
    : accessTexts.keyNeedsAudience({ about, audiences })
}

/** `owner, admin or hr`. */
function oneOf(names: readonly string[]): Value {
  const other = names.at(-1)!
  return names.length > 1 ? accessTexts.or({ one: names.slice(0, -1).join(', '), other }) : other
}

/** Why this member cannot call the action with any credential. */
function otherMember({ access }: Action, caller: Caller): Phrase {
  const { manage, me } = access
  const { role, personId } = caller
  const all: Phrase[] = []
  if (manage === 'any') all.push(accessTexts.managingRole({ role }))
  else if (manage !== null) all.push(accessTexts.oneRole({ roles: oneOf(manage), role }))
  if (me && personId === null) all.push(accessTexts.linkedMember())
  const needs = all.reduce((one, other) => accessTexts.needsOr({ one, other }))
  return access.webOnly && caller.credential.kind !== 'web'
    ? accessTexts.needsInWeb({ needs })
    : accessTexts.needs({ needs })
}

/**
 * Tells the use of an API key or an app. One whose audience its member no longer has, or never had, cannot be used at
 * all: one for `manage` when the role manages nothing, and one for `me` when a manager is linked to no person.
 */
function aboutCredential({ audiences, role, credential }: Caller): Phrase {
  const which = credential.kind === 'app' ? accessTexts.thisApp() : accessTexts.yourKey()
  const [audience] = audiences
  if (audience !== undefined) return accessTexts.hasAudience({ which, audience })
  return mayManage(role) ? accessTexts.linkedToNobody({ which }) : accessTexts.managesNothing({ which, role })
}
