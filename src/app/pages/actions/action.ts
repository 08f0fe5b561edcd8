import { forbidden } from '../../../errors.ts'
import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import { nothingHere } from '../../../http/api.ts'
import { permit } from '../../../pipeline/permit.ts'
import { untranslated } from '../../../texts/phrase.ts'
import type { Page, Redirection } from '../../page.ts'
import { allows, formPath, type AppRequest } from '../../request.ts'
import { elsewhere } from './elsewhere.ts'
import { readPage } from './read.ts'
import { openForm, sendForm } from './write.ts'
import { recordedPage, sendRecorded } from './recorded.ts'

const byPath = new Map<string, ActionId>(
  Object.values(actions).map(({ url, id }) => [url.replace('/v1/', ''), id as ActionId]),
)

/** `GET do/{group}/{action}`: the page of an action, made from its input. */
export const openAction: Page = async (request) => {
  const id = actionOf(request)
  const own = ownPage(request, id)
  if (own) return own
  const other = otherSide(request, id)
  if (other) return { to: other }
  const action: Action = actions[id]
  if (action.effect !== 'read') return openForm(request, id)
  return action.recorded ? recordedPage(request, id) : readPage(request, id)
}

/** `POST do/{group}/{action}`. */
export const sendAction: Page = async (request) => {
  const id = actionOf(request)
  const own = ownPage(request, id)
  if (own) return own
  permit(actions[id] as Action, request.caller)
  const action: Action = actions[id]
  if (action.effect !== 'read') return sendForm(request, id)
  return action.recorded ? sendRecorded(request, id) : { to: formPath(request, id) }
}

function ownPage({ organization }: AppRequest, id: ActionId): Redirection | undefined {
  const path = elsewhere[id]
  return path === undefined ? undefined : { to: `/${organization.slug}/${path}` }
}

/** @throws ApiError not_found */
function actionOf({ params }: AppRequest): ActionId {
  const id = byPath.get(`${params['group']}/${params['action']}`)
  if (id === undefined) throw nothingHere()
  return id
}

/**
 * Leads to the form in the other workspace, where the role of the reader may call the action only there.
 *
 * @throws ApiError forbidden where it may not be called at all
 */
function otherSide(request: AppRequest, id: ActionId): string | undefined {
  if (allows(request, id)) return undefined
  const { caller, organization, side, search } = request
  permit(actions[id] as Action, caller)
  const base = side === 'manage' ? `/${organization.slug}` : `/${organization.slug}/manage`
  if (!allows(request, id, side === 'manage' ? 'me' : 'manage')) throw forbidden(untranslated(id))
  return formPath({ base }, id, Object.fromEntries(search))
}
