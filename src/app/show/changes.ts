import { html, type Child } from '../parts/html.ts'
import { diff } from '../parts/diff/part.ts'
import type { AppRequest } from '../request.ts'
import { formTexts } from '../texts/forms.ts'
import { fieldName, valueName } from '../texts/labels.ts'
import { show } from './value.ts'

/** A change of a field, as lines of the log tell it. */
export interface LoggedChange {
  field: string
  before?: unknown
  after?: unknown
}

/** A private value: the log tells that it changed, and never what it was or is. */
export const isUntold = ({ before, after }: LoggedChange): boolean => isNothing(before) && isNothing(after)

const isNothing = (value: unknown): boolean => value === null || value === undefined

/** Changes of a record as a table. A private value is shown as such, never as empty. */
export function changesOf(request: AppRequest, changes: readonly LoggedChange[]): Child {
  const { language } = request
  const t = formTexts[language]
  const untold = html`<span class="note">${t.untold}</span>`
  return diff(
    changes.map((change) => ({
      field: fieldName(change.field, language),
      ...(isUntold(change)
        ? { before: untold, after: untold, same: true }
        : {
            before: shown(request, change.field, change.before),
            after: shown(request, change.field, change.after),
          }),
    })),
    { field: t.field, before: t.before, after: t.after, nothing: t.nothing },
  )
}

function shown(request: AppRequest, field: string, value: unknown): Child {
  if (isNothing(value)) return null
  // A request for approval is named by its kind.
  if (field === 'request') return valueName(String((value as { name?: unknown }).name), request.language)
  return show(request, field === 'request_status' ? 'status' : field, value)
}
