import { isId } from '../domain/ids.ts'
import { ApiError } from '../errors.ts'
import { actions, type Action, type ActionId } from '../generated/actions.ts'
import type { Child } from '../html/html.ts'
import { recordName } from './forms/sources.ts'
import type { Values } from './forms/values.ts'
import { outcome } from './parts/notice/part.ts'
import { allows, call, type AppRequest } from './request.ts'
import { appTexts } from './texts/app.ts'
import { titleOfForm } from './texts/labels.ts'
import { chosenTitles } from './texts/actions.ts'

/**
 * The word for the address after a write, by which the next page finds what to say: the line that it left in the log. Who may
 * read no log gets the action with what it chose and its record. So does a write that left no line, or one of several things
 * that an action does: the line of a task leaves out its title, which may be private.
 *
 * @param input what the action was called with
 */
export function doneBy(
  request: AppRequest,
  id: ActionId,
  activityId: string | undefined,
  input: Values = {},
): string {
  if (activityId !== undefined && !chosenTitles[id]?.saysMore && readsLog(request)) return activityId
  const { subject } = actions[id] as Action
  return [id, input[chosenTitles[id]?.field ?? ''] ?? '', input[subject?.path ?? ''] ?? ''].join(':')
}

/** The word for a file that is kept now, perhaps in the place of another one. */
export const fileKept = 'file'

/** A notice of what was just done, in the words of the log. The address names it, and says no text of its own. */
export async function doneNotice(request: AppRequest): Promise<Child> {
  const { search, language } = request
  const t = appTexts[language]
  const done = search.get('done') ?? ''
  if (done === 'welcome') return outcome(t.welcome)
  if (done === fileKept) return outcome(t.fileKept)
  const [id = '', chosen = '', record = ''] = done.split(':')
  if (isAction(id)) return outcome(t.done(await titleOf(request, id, chosen, record)))
  const summary = await doneSummary(request, done)
  return summary !== undefined && outcome(`${summary}.`)
}

const isAction = (word: string): word is ActionId => Object.hasOwn(actions, word)

/** The title of an action with the name of its record, where the reader may see it: `Tick a task: Order a laptop`. */
async function titleOf(request: AppRequest, id: ActionId, chosen: string, record: string): Promise<string> {
  const title = titleOfForm(id, { [chosenTitles[id]?.field ?? '']: chosen }, request.language)
  const kind = (actions[id] as Action).subject?.kind
  const name = kind !== undefined && isId(record) ? await recordName(request, kind, record) : undefined
  return name === undefined ? title : `${title}: ${name}`
}

const readsLog = (request: AppRequest): boolean =>
  (['manage', 'me'] as const).some((audience) => allows(request, 'platform_activity_list', audience))

/** The words of a line of the log; undefined for one that the reader does not find. */
export async function doneSummary(
  request: AppRequest,
  line: string | undefined,
): Promise<string | undefined> {
  if (line === undefined || !isId(line) || !readsLog(request)) return undefined
  try {
    const { items } = await call(request, 'platform_activity_list', { id: line, limit: 1 })
    return items[0]?.summary
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}
