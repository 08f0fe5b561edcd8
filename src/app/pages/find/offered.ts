import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import { allows, type AppRequest } from '../../request.ts'
import { actionTitle } from '../../texts/labels.ts'
import { steps, titlesElsewhere } from '../actions/elsewhere.ts'

export interface Offered {
  id: ActionId
  title: string
}

/** The actions that the role of the reader may call in this workspace, but for those that are steps of others. */
export const offeredActions = (request: AppRequest): Offered[] =>
  (Object.values(actions) as Action[])
    .map(({ id }) => id as ActionId)
    .filter((id) => !steps.has(id) && allows(request, id))
    .map((id) => ({
      id,
      title: titlesElsewhere[id]?.[request.language] ?? actionTitle(id, request.language),
    }))
