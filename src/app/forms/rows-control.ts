import type { FieldShape } from '../../generated/forms.ts'
import { submit } from '../parts/button/part.ts'
import { group } from '../parts/field/part.ts'
import { html, type Child, type Language } from '../parts/html.ts'
import { icon } from '../parts/icon/part.ts'
import { formTexts } from '../texts/forms.ts'
import { entryName } from '../texts/labels.ts'
import { clearBox, frame, type Place, type Written } from './frame.ts'
import { counting } from './read.ts'
import { suggestions } from './text-controls.ts'
import { isBusy, type FormState } from './state.ts'
import { entryOf, isFilled, isObject, pathOf } from './values.ts'

type Control = (
  written: Written,
  field: FieldShape,
  path: string,
  value: unknown,
  shown: boolean,
  label: string,
) => Child

type ListShape = FieldShape & { kind: 'list' }

/**
 * A list whose entries are added, moved and removed one by one, each time by a button that sends the form back. An entry in
 * which all is well is folded, below what it is called.
 *
 * @param control writes the control of an entry
 */
export function rowsControl(
  written: Written,
  place: Place,
  { item, max, min = 0 }: ListShape,
  entries: readonly unknown[],
  control: Control,
): Child {
  const { language, state } = written
  const { path, label, field, shown } = place
  const t = formTexts[language]
  const count = Math.min(max, Math.max(entries.length + (state.added.has(path) ? 1 : 0), min))
  const one = field.label ?? (field.name === '' ? label : entryName(field.name, language))
  const focused = focusedEntry(state, path, count)
  const rows = Array.from({ length: count }, (_, index) => {
    const at = entryOf(path, index)
    const isMoved = state.moved === at
    const takes = focused === index
    const isFolded = folds(state, item, at, entries[index])
    const inside =
      takes && !isFolded ? { ...written, state: { ...state, focus: firstOf(item, at) } } : written
    const name = t.numbered(one, index + 1)
    const content = control(inside, { ...item, required: true }, at, entries[index], shown, name)
    return html`
      <div class="list-entry">
        ${isFolded ? foldedEntry(language, item, entries[index], name, content, takes) : content}
        <div class="row">
          ${index > 0 && step(t.up, `up:${at}`, t.of(t.up, name), isMoved)}
          ${step(t.remove, `remove:${at}`, t.of(t.remove, name), isMoved && index === 0)}
        </div>
      </div>
    `
  })
  return group(frame(written, place), [
    html`<input type="hidden" name=${counting(path)} value=${count} />`,
    rows,
    suggestions(item, path),
    count < max &&
      html`<div>
        ${step([icon('plus'), t.add(one)], `add:${path}`, undefined, isEmptied(state, path, count))}
      </div>`,
    clearBox(written, place),
  ])
}

const step = (text: Child, value: string, label?: string, autofocus = false): Child =>
  submit({ text, label, small: true, autofocus }, { name: '~step', value })

/** The entry that takes the focus: one that was added, or the one after one that was removed. */
function focusedEntry({ added, removed }: FormState, path: string, count: number): number | undefined {
  if (added.has(path)) return count - 1
  const [, list, index] = /^(.*)\[(\d+)\]$/.exec(removed ?? '') ?? []
  return list === path ? Math.min(Number(index), count - 1) : undefined
}

const isEmptied = ({ removed }: FormState, path: string, count: number): boolean =>
  count === 0 && removed === entryOf(path, 0)

/** The path of the first control of an entry. */
function firstOf(item: FieldShape, path: string): string {
  const [first] = item.kind === 'object' ? item.fields : []
  return first ? firstOf(first, pathOf(path, first.name)) : path
}

const folds = (state: FormState, item: FieldShape, path: string, value: unknown): boolean =>
  item.kind === 'object' && isFilled(value) && !isBusy(state, path)

function foldedEntry(
  language: Language,
  item: FieldShape,
  value: unknown,
  name: string,
  content: Child,
  autofocus: boolean,
): Child {
  const title = item.kind === 'object' ? titleOf(item.fields, value) : undefined
  return html`
    <details class="fold">
      <summary autofocus=${autofocus}>
        <b>${title === undefined ? name : formTexts[language].of(name, title)}</b>
      </summary>
      ${content}
    </details>
  `
}

/** The first text of an entry tells it from the others: a name, a title. */
function titleOf(fields: readonly FieldShape[], value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const texts = fields.filter(({ kind }) => kind === 'text').map(({ name }) => value[name])
  return texts.find((text): text is string => typeof text === 'string')
}
