import { actions, type Action } from '../../../generated/actions.ts'
import type { FieldShape } from '../../../generated/forms.ts'
import { labelOf } from '../../forms/frame.ts'
import { loadLookups, offeredChoice } from '../../forms/lookups.ts'
import { rowsOfPerson, sources } from '../../forms/sources.ts'
import { isObject, pathOf, entryOf, withinOf, type Values } from '../../forms/values.ts'
import { html, type Child, type Language } from '../../parts/html.ts'
import { facts, type Fact } from '../../parts/list/part.ts'
import type { AppRequest } from '../../request.ts'
import { show } from '../../show/value.ts'
import { formTexts } from '../../texts/forms.ts'
import { valueName } from '../../texts/labels.ts'
import type { Lookups } from '../../forms/state.ts'
import type { FormOfAction } from './form.ts'
import { inputOf } from './input.ts'

interface Shown {
  request: AppRequest
  lookups: Lookups
}

/** The names of the records in the input of a form. */
export const lookupsOf = (request: AppRequest, form: FormOfAction): Promise<Lookups> =>
  loadLookups(request, form.fields, { ...form.state, values: inputOf(form), searches: new Map() })

/** The input of a form as it will be sent, with the names of records in place of their ids. */
export function enteredFacts(request: AppRequest, form: FormOfAction, lookups: Lookups): Child {
  const items = factsIn({ request, lookups }, form.fields, inputOf(form), '')
  return items.length > 0 ? facts(items) : html`<p class="note">${formTexts[request.language].none}</p>`
}

/** The record that an action is about; undefined where no list names it. */
export function aboutWhat(
  { id, fields, state }: FormOfAction,
  lookups: Lookups,
  language: Language,
): Fact | undefined {
  const subject = (actions[id] as Action).subject?.path
  const field = fields.find(({ name }) => name === subject)
  const value = field && nameOf(lookups, field, state.values[field.name], field.name)
  return value ? { name: labelOf(field, language), value } : undefined
}

const nameOf = (lookups: Lookups, field: FieldShape, value: unknown, path: string): Child =>
  field.kind === 'id' && offeredChoice(lookups, field, path, value)?.label

/** A file, and a list of very many, are shown in part. */
const longest = { text: 600, list: 20 }

function factsIn(shown: Shown, fields: readonly FieldShape[], values: Values, around: string): Fact[] {
  return fields.flatMap((field) => {
    if (!Object.hasOwn(values, field.name) || isNameless(field)) return []
    const path = pathOf(around, field.name)
    return [
      {
        name: labelOf(field, shown.request.language, path),
        value: valueOf(shown, field, values[field.name], path),
      },
    ]
  })
}

/** A record of which no list tells the name, such as a delivery: its id tells a reader nothing. */
const isNameless = (field: FieldShape): boolean =>
  field.kind === 'id' &&
  field.record !== 'person' &&
  !Object.hasOwn(sources, field.record) &&
  !Object.hasOwn(rowsOfPerson, field.record)

function valueOf(shown: Shown, field: FieldShape, value: unknown, path: string): Child {
  const { request, lookups } = shown
  if (value === null) return html`<span class="note">${formTexts[request.language].noValue}</span>`
  if (field.kind === 'object') return facts(factsIn(shown, field.fields, isObject(value) ? value : {}, path))
  if (field.kind === 'list' && Array.isArray(value)) {
    const some = value
      .slice(0, longest.list)
      .map((one, index) => valueOf(shown, field.item, one, entryOf(path, index)))
    const rest = value.length - some.length
    return html`<ul class="entries">
      ${some.map((one) => html`<li>${one}</li>`)}${rest > 0 && html`<li>… ${rest}</li>`}
    </ul>`
  }
  if (field.kind === 'id') return nameOf(lookups, field, value, path) || String(value)
  if (field.kind === 'choice') return valueName(String(value), request.language, withinOf(path))
  if (field.kind === 'json') return html`<code>${JSON.stringify(value)}</code>`
  if (typeof value === 'string' && value.length > longest.text)
    return html`<span class="lines">${`${value.slice(0, longest.text)}…`}</span>`
  return show(request, field.name, value)
}
