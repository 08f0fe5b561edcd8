import type { FieldShape } from '../../generated/forms.ts'
import { submit } from '../parts/button/part.ts'
import { group } from '../parts/field/part.ts'
import { html, type Child } from '../parts/html.ts'
import { icon } from '../parts/icon/part.ts'
import { formTexts } from '../texts/forms.ts'
import { entryName } from '../texts/labels.ts'
import { clearBox, frame, type Place, type Written } from './frame.ts'
import { counting } from './read.ts'
import { isBusy } from './state.ts'
import { entryOf, isFilled, isObject } from './values.ts'

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
  const rows = Array.from({ length: count }, (_, index) => {
    const at = entryOf(path, index)
    const name = t.numbered(one, index + 1)
    const content = control(written, { ...item, required: true }, at, entries[index], shown, name)
    return html`
      <div class="list-entry">
        ${foldedEntry(written, item, at, entries[index], name, content)}
        <div class="row">
          ${index > 0 && step(t.up, `up:${at}`, t.of(t.up, name))}
          ${step(t.remove, `remove:${at}`, t.of(t.remove, name))}
        </div>
      </div>
    `
  })
  return group(frame(written, place), [
    html`<input type="hidden" name=${counting(path)} value=${count} />`,
    rows,
    count < max && html`<div>${step([icon('plus'), t.add(one)], `add:${path}`)}</div>`,
    clearBox(written, place),
  ])
}

const step = (text: Child, value: string, label?: string): Child =>
  submit({ text, label, small: true }, { name: '~step', value })

function foldedEntry(
  { language, state }: Written,
  item: FieldShape,
  path: string,
  value: unknown,
  name: string,
  content: Child,
): Child {
  if (item.kind !== 'object' || !isFilled(value) || isBusy(state, path)) return content
  const title = titleOf(item.fields, value)
  return html`
    <details class="fold">
      <summary><b>${title === undefined ? name : formTexts[language].of(name, title)}</b></summary>
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
