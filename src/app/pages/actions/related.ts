import type { ActionId, Action } from '../../../generated/actions.ts'
import { actions } from '../../../generated/actions.ts'
import { linkButton } from '../../parts/button/part.ts'
import type { Child } from '../../parts/html.ts'
import { addressOf, allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { actionTitle } from '../../texts/labels.ts'
import { sources } from '../../forms/sources.ts'

/** The reads that show one record, by the kind of record. */
const details: Readonly<Record<string, ActionId>> = {
  person: 'org_people_get',
  approval_request: 'org_approvals_get',
  webhook_endpoint: 'webhooks_endpoints_get',
}

/** Kinds whose records have pages made by hand, by the place of these in a workspace. */
const places: Readonly<Record<string, string>> = {
  person: 'people',
  approval_request: 'approvals',
  webhook_endpoint: 'webhooks',
}

/** The kind of record that a read lists. */
const kindOfList: Readonly<Record<string, string>> = {
  org_people_list: 'person',
  ...Object.fromEntries(Object.entries(sources).map(([kind, { action }]) => [action, kind])),
}

const all = Object.values(actions) as Action[]

/** The kind of record whose ids a list has in its rows. */
export const kindListed = (id: ActionId): string | undefined => kindOfList[id]

/** The id of a row, whatever it is called there. */
export const idOfRow = (kind: string, row: Readonly<Record<string, unknown>>): string | undefined => {
  const id = row['id'] ?? row[`${kind}_id`]
  return typeof id === 'string' ? id : undefined
}

/** The page of one record of a kind. */
export function detailOf(request: AppRequest, kind: string, id: string): string | undefined {
  const action = details[kind]
  if (action === undefined || !allows(request, action)) return undefined
  const place = places[kind]
  if (place !== undefined) return pathTo(request, `${place}/${id}`)
  return formPath(request, action, { [actions[action].subject!.path]: id })
}

/** The writes whose subject is a record of this kind, as far as the role of the reader reaches. */
const writesOf = (request: AppRequest, kind: string): Action[] =>
  all
    .filter(
      ({ id, subject, effect }) =>
        effect !== 'read' && subject?.kind === kind && allows(request, id as ActionId),
    )
    // What cannot be undone comes last.
    .toSorted((a, b) => Number(a.effect === 'destructive') - Number(b.effect === 'destructive'))

/** Links to what can be done with a record of a list, where it has no page of its own. */
export const rowButtons = (request: AppRequest, kind: string, id: string, name: string): Child =>
  writesOf(request, kind).map((action) => [buttonOf(request, action, id, name), ' '])

function buttonOf(request: AppRequest, action: Action, id: string, name?: string): Child {
  const title = actionTitle(action.id as ActionId, request.language)
  const back = addressOf(request)
  return linkButton(formPath(request, action.id as ActionId, { [action.subject!.path]: id, back }), {
    text: title,
    small: true,
    ...(name !== undefined && { label: `${title}: ${name}` }),
    ...(action.effect === 'destructive' && { kind: 'danger' as const }),
  })
}

/**
 * Buttons for what the reader may do with the record that a page shows. platform.can decides; where it wants to know more
 * of the input, the form asks for it.
 */
export async function recordButtons(request: AppRequest, kind: string, id: string): Promise<Child> {
  // Within the 50 calls that the action takes.
  const writes = writesOf(request, kind).slice(0, 50)
  if (writes.length === 0 || !allows(request, 'platform_can')) return undefined
  const calls = writes.map(({ name, subject }) => ({ action: name, input: { [subject!.path]: id } }))
  const answers = await call(request, 'platform_can', { calls })
  return writes
    .filter((_, index) => answers[index]?.allowed || answers[index]?.code === 'validation_failed')
    .map((action) => buttonOf(request, action, id))
}
