import type { FieldShape } from '../../generated/forms.ts'
import { submit } from '../parts/button/part.ts'
import { atAGlance, checkboxes, field as fieldPart, group, textArea } from '../parts/field/part.ts'
import { html, type Child } from '../parts/html.ts'
import { formTexts } from '../texts/forms.ts'
import { valueName } from '../texts/labels.ts'
import { choicesOfFormat } from './formats.ts'
import { clearBox, frame, labelOf, type Place, type Written } from './frame.ts'
import { fixedField, hiddenField, idControl, isFixed } from './record-controls.ts'
import { rowsControl } from './rows-control.ts'
import { kindOfField } from './sources.ts'
import { isBusy } from './state.ts'
import {
  booleanControl,
  choiceControl,
  isSuggested,
  listedControl,
  suggestedControl,
  textControl,
} from './text-controls.ts'
import { isFilled, isObject, pathOf, withinOf, type Values } from './values.ts'

/** The fields of a form. */
export const controls = (written: Written, fields: readonly FieldShape[]): Child =>
  fields
    .toSorted((a, b) => weight(a) - weight(b))
    .map((field) =>
      written.state.hidden.has(field.name)
        ? hiddenField(field, written)
        : isFixed(written, field)
          ? fixedField(written, field)
          : control(written, field, field.name, written.state.values[field.name], isShown(written, field)),
    )

/** Order of the fields: those that must be given first, those with parts of their own last. */
const weight = ({ required, kind }: FieldShape): number =>
  (required ? 0 : 2) + (kind === 'object' || kind === 'list' ? 1 : 0)

const isShown = ({ state }: Written, { name }: FieldShape): boolean =>
  state.before !== undefined && Object.hasOwn(state.before, name)

function control(
  written: Written,
  field: FieldShape,
  path: string,
  value: unknown,
  shown: boolean,
  label?: string,
): Child {
  const place: Place = { path, field, value, label: label ?? labelOf(field, written.language, path), shown }
  switch (field.kind) {
    case 'object':
      return objectControl(written, place, field.fields)
    case 'list':
      return listControl(written, place, field)
    case 'choice':
      if (isSuggested(field, path)) return suggestedControl(written, place)
      return choiceControl(
        written,
        place,
        field.values.map((one) => ({ value: one, label: valueName(one, written.language, withinOf(path)) })),
      )
    case 'boolean':
      return booleanControl(written, place)
    case 'id':
      return idControl(written, place, field.record)
    default: {
      const listed = field.kind === 'text' ? choicesOfFormat(field.format, written.language) : undefined
      // In the entries of a list, the same long list would stand in the page again and again.
      return listed && !path.includes('[')
        ? listedControl(written, place, listed)
        : textControl(written, place)
    }
  }
}

function objectControl(written: Written, place: Place, fields: readonly FieldShape[]): Child {
  const { path, value, shown } = place
  const values: Values = isObject(value) ? value : {}
  return folded(
    written,
    place,
    group(frame(written, place), [
      html`<div class="form-grid">
        ${fields.map((one) => control(written, one, pathOf(path, one.name), values[one.name], shown))}
      </div>`,
      clearBox(written, place),
    ]),
  )
}

/** Parts that nobody has to fill in are folded, until something is in them or wrong with them. A form of what there is shows all. */
function folded(
  { language, state }: Written,
  { path, field, value, label, shown }: Place,
  content: Child,
): Child {
  if (field.required || path.includes('.')) return content
  return html`
    <details class="fold wide" open=${shown || isFilled(value) || isBusy(state, path)}>
      <summary>
        <b>${label}</b>${!shown && html` <span class="optional">${formTexts[language].optional}</span>`}
      </summary>
      ${content}
    </details>
  `
}

/** Buttons that tick all boxes of a list, or none. */
const allOrNone = ({ language }: Written, path: string): Child => html`
  <div class="row">
    ${submit({ text: formTexts[language].chooseAll, small: true }, { name: '~step', value: `all:${path}` })}
    ${submit({ text: formTexts[language].chooseNone, small: true }, { name: '~step', value: `none:${path}` })}
  </div>
`

function listControl(written: Written, place: Place, list: FieldShape & { kind: 'list' }): Child {
  const { language, lookups } = written
  const { path, value } = place
  const { item } = list
  const entries = Array.isArray(value) ? value : []
  const texts = entries.map(String)
  if (item.kind === 'choice')
    return group(
      frame(written, place),
      checkboxes(
        path,
        item.values.map((one) => ({ value: one, label: valueName(one, language) })),
        texts,
      ),
      'choices',
    )
  const listed = lookups.lists.get(kindOfField(item) ?? kindOfField(list) ?? '')
  if (listed)
    return group(
      frame(written, place),
      [listed.length > atAGlance && allOrNone(written, path), checkboxes(path, listed, texts)],
      'choices',
    )
  if (item.kind === 'text') {
    const framed = frame(written, place)
    const t = formTexts[language]
    return fieldPart({
      ...framed,
      help: [framed.help && `${framed.help} `, t.onePerLine],
      control: (aria) => textArea(aria, { name: path, value: texts.join('\n') }),
    })
  }
  return folded(written, place, rowsControl(written, place, list, entries, control))
}
