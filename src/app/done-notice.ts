import { ApiError } from '../errors.ts'
import { actions, type ActionId } from '../generated/actions.ts'
import type { Child } from '../html/html.ts'
import { notice } from './parts/notice/part.ts'
import { allows, call, type AppRequest } from './request.ts'
import { appTexts } from './texts/app.ts'
import { actionTitle } from './texts/labels.ts'

/**
 * The word for the address after a write, by which the next page finds what to say: the line that it left in the log. Who may
 * read no log gets the action, and so does a write that left no line.
 */
export const doneBy = (request: AppRequest, id: ActionId, activityId: string | undefined): string =>
  activityId !== undefined && readsLog(request) ? activityId : id

/** The word for a file that is kept now, perhaps in the place of another one. */
export const fileKept = 'file'

/** A notice of what was just done, in the words of the log. The address names it, and says no text of its own. */
export async function doneNotice(request: AppRequest): Promise<Child> {
  const { search, language } = request
  const t = appTexts[language]
  const done = search.get('done') ?? ''
  if (done === 'welcome') return notice(t.welcome, 'good')
  if (done === fileKept) return notice(t.fileKept, 'good')
  if (Object.hasOwn(actions, done)) return notice(t.done(actionTitle(done as ActionId, language)), 'good')
  if (!/^[0-9a-f-]{36}$/.test(done) || !readsLog(request)) return undefined
  const summary = await summaryOf(request, done)
  return summary !== undefined && notice(`${summary}.`, 'good')
}

const readsLog = (request: AppRequest): boolean =>
  (['manage', 'me'] as const).some((audience) => allows(request, 'platform_activity_list', audience))

/** The words of a line of the log; undefined for one that the reader does not find. */
async function summaryOf(request: AppRequest, id: string): Promise<string | undefined> {
  try {
    const { items } = await call(request, 'platform_activity_list', { id, limit: 1 })
    return items[0]?.summary
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}
