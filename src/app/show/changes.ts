import { html, type Child, type Language } from '../parts/html.ts'
import { diff } from '../parts/diff/part.ts'
import type { AppRequest } from '../request.ts'
import { formTexts } from '../texts/forms.ts'
import { fieldName } from '../texts/labels.ts'
import { isObject, type Values } from '../forms/values.ts'
import { brief, isForPrograms, show } from './value.ts'

/** A change of a field, as lines of the log tell it. */
export interface LoggedChange {
  field: string
  before?: unknown
  after?: unknown
  /** The name of the field as a form has it, such as that of a custom field; left out: as it is called everywhere. */
  label?: string
}

/** A change with the property of the object in which its field is. */
type Part = LoggedChange & { within?: string }

/** A private value: the log tells that it changed, and never what it was or is. */
export const isUntold = ({ before, after }: LoggedChange): boolean => isNothing(before) && isNothing(after)

const isNothing = (value: unknown): boolean => value === null || value === undefined

/**
 * The changes of a line that tell something beside its sentence, which names the record: not which document or request it is
 * about, nor that a request has begun.
 */
export const toTell = (changes: readonly LoggedChange[]): LoggedChange[] =>
  changes.filter(
    ({ field, before }) =>
      field !== 'document' && field !== 'request' && !(field === 'request_status' && isNothing(before)),
  )

/** Changes of a record as a table. A private value is shown as such, never as empty. */
export function changesOf(request: AppRequest, changes: readonly LoggedChange[]): Child {
  const { language } = request
  const t = formTexts[language]
  const untold = html`<span class="note">${t.untold}</span>`
  return diff(
    changes.flatMap(partsOf).map((change) => ({
      field: change.label ?? changedName(change, language),
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

/** The names of the fields that changed, each once. */
export const namesOfChanges = (changes: readonly LoggedChange[], language: Language): string[] => [
  ...new Set(toTell(changes).map((change) => change.label ?? changedName(change, language))),
]

/** The name of a field that changed: of a part, `days_before.start_soon`, that of the whole comes first. */
function changedName({ field, within }: Part, language: Language): string {
  const [first = '', ...rest] = field.split('.')
  if (rest.length === 0) return fieldName(field, language, within)
  const part = fieldName(rest.join('.'), language, first)
  return first === 'custom' ? part : `${fieldName(first, language)}: ${part}`
}

/**
 * A change of an object, such as an address, part by part: only what differs. What the new object does not name stays as it is.
 */
function partsOf(change: Part): Part[] {
  const { field, before, after } = change
  const all = [before, after].filter((value) => !isNothing(value))
  if (all.length === 0 || !all.every(hasParts)) return [change]
  const [was, is] = [before, after].map((value) => (hasParts(value) ? value : {}))
  const names = Object.keys(isNothing(after) ? was! : is!).filter((name) => !isForPrograms(name))
  const parts = names
    .filter((name) => JSON.stringify(was![name] ?? null) !== JSON.stringify(is![name] ?? null))
    .flatMap((name) => partsOf({ field: name, within: field, before: was![name], after: is![name] }))
  return parts.length > 0 ? parts : [change]
}

/** An object without a name of its own is shown by its parts; an amount of money is one value. */
const hasParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && typeof value['name'] !== 'string' && typeof value['amount'] !== 'number'

function shown(request: AppRequest, field: string, value: unknown): Child {
  if (isNothing(value)) return null
  // Entries that are no records, such as emergency contacts: any of what they say may be what has changed.
  if (Array.isArray(value) && value.length > 0 && value.every((one) => isObject(one) && !('id' in one)))
    return html`<ul class="entries">
      ${value.map((one) => html`<li>${brief(request, one as Values)}</li>`)}
    </ul>`
  return show(request, field === 'request_status' ? 'status' : field, value)
}
