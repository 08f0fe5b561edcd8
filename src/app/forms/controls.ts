import type { FieldShape } from '../../generated/forms.ts'
import { submit } from '../parts/button/part.ts'
import {
  checkbox,
  checkboxes,
  field as fieldPart,
  group,
  input,
  radios,
  select,
  textArea,
  type Aria,
  type Choice,
} from '../parts/field/part.ts'
import { html, type Child, type Language } from '../parts/html.ts'
import { icon } from '../parts/icon/part.ts'
import { picker } from '../parts/picker/part.ts'
import { formTexts, type FormTexts } from '../texts/forms.ts'
import { fieldName, valueName } from '../texts/labels.ts'
import { choicesOfFormat, helpOfFormat } from './formats.ts'
import { belonging, clearing, counting, nullChoice, searching } from './read.ts'
import type { FormState, Lookups } from './state.ts'
import { entryOf, idOf, isObject, pathOf, type Values } from './values.ts'

/** What all fields of a form need to be written. */
export interface Written {
  language: Language
  state: FormState
  lookups: Lookups
}

interface Place {
  path: string
  field: FieldShape
  value: unknown
  label: string
  /** Whether the form shows what there is: then an empty field clears. */
  shown: boolean
}

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

/** What must be given comes first, and what has parts of its own last. */
const weight = ({ required, kind }: FieldShape): number =>
  (required ? 0 : 2) + (kind === 'object' || kind === 'list' ? 1 : 0)

const isShown = ({ state }: Written, { name }: FieldShape): boolean =>
  state.before !== undefined && Object.hasOwn(state.before, name)

/** The label of a field: a custom field has that of the company, the others have our own words. */
export const labelOf = ({ label, name }: FieldShape, language: Language): string =>
  label ?? fieldName(name, language)

/** A value that the reader may not see. It is never shown as an empty field. */
const hiddenField = (field: FieldShape, { language }: Written): Child => {
  const t = formTexts[language]
  return html`
    <div class="field hidden-field">
      <p><b>${labelOf(field, language)}</b></p>
      <p class="help">${t.hidden}. ${t.hiddenHelp}</p>
    </div>
  `
}

/** The record whose values the form shows: another one has a form of its own. */
const isFixed = ({ state }: Written, { name, kind, required }: FieldShape): boolean =>
  state.before !== undefined && kind === 'id' && required === true && typeof state.values[name] === 'string'

function fixedField({ language, lookups, state }: Written, field: FieldShape): Child {
  const { name } = field
  const value = String(state.values[name])
  const offered = [
    ...((field.kind === 'id' && lookups.lists.get(field.record)) || []),
    ...(lookups.picks.get(name)?.choices ?? []),
  ]
  return html`
    <div class="field wide">
      <p><b>${labelOf(field, language)}</b></p>
      <p>${offered.find((one) => one.value === value)?.label ?? value}</p>
      <input type="hidden" name=${name} value=${value} />
    </div>
  `
}

function control(
  written: Written,
  field: FieldShape,
  path: string,
  value: unknown,
  shown: boolean,
  label?: string,
): Child {
  const place: Place = { path, field, value, label: label ?? labelOf(field, written.language), shown }
  switch (field.kind) {
    case 'object':
      return objectControl(written, place, field.fields)
    case 'list':
      return listControl(written, place, field)
    case 'choice':
      return choiceControl(
        written,
        place,
        field.values.map((one) => ({ value: one, label: valueName(one, written.language) })),
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

/** What each field says of itself. */
function frame({ language, state }: Written, { path, field, label }: Place) {
  return {
    id: idOf(path),
    label,
    help: helpOf(field, language),
    error: state.errors.get(path),
    note: field.required ? undefined : formTexts[language].optional,
  }
}

function helpOf(field: FieldShape, language: Language): string | undefined {
  const own = field.kind === 'text' && field.format ? helpOfFormat[field.format]?.[language] : undefined
  const help =
    own ?? field.help?.replaceAll('`', '') ?? (field.kind === 'day' ? formTexts[language].day : undefined)
  return help || undefined
}

/** A box that clears a value, where an empty field would leave it as it is. */
const clearBox = ({ language, state }: Written, { path, field, value, shown }: Place): Child =>
  field.nullable &&
  !field.required &&
  !shown &&
  (state.keeps || value === null) &&
  checkbox(clearing(path), '1', formTexts[language].clear, value === null)

function textControl(written: Written, place: Place): Child {
  const { path, field, value } = place
  const text = textOf(value)
  const write = (aria: Aria): Child => {
    if (field.kind === 'lines')
      return textArea(aria, {
        name: path,
        value: text,
        rows: field.cells ? 12 : 4,
        code: field.cells ?? false,
      })
    if (field.kind === 'json') return textArea(aria, { name: path, value: text, code: true })
    if (field.kind === 'day')
      return input(aria, { name: path, value: text, type: isDay(text) ? 'date' : 'text', short: true })
    if (field.kind === 'number') return input(aria, { name: path, value: text, mode: 'decimal', short: true })
    const format = field.kind === 'text' ? field.format : undefined
    return input(aria, {
      name: path,
      value: text,
      type: format === 'idn-email' ? 'email' : format === 'phone' ? 'tel' : 'text',
    })
  }
  return fieldPart({ ...frame(written, place), control: write, below: clearBox(written, place) })
}

/** A date field shows nothing of a text that is no day: such a text stands in a field of text. */
const isDay = (text: string): boolean => text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text)

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

function choiceControl(written: Written, place: Place, choices: readonly Choice[]): Child {
  const { path, field } = place
  const t = formTexts[written.language]
  const all = [
    ...without(place, t),
    ...choices,
    ...(field.nullable ? [{ value: nullChoice, label: t.noValue }] : []),
  ]
  const chosen = chosenOf(place)
  return choices.length <= 4
    ? group(frame(written, place), radios(path, all, chosen), 'choices')
    : fieldPart({ ...frame(written, place), control: (aria) => select(aria, path, all, chosen ?? '') })
}

/** The choice that says nothing: only where nothing may be said, and nothing else is the default. */
function without({ field, shown, value }: Place, t: FormTexts): Choice[] {
  if (field.default !== undefined) return []
  if (field.required) return isSelect(field) && value === undefined ? [{ value: '', label: '' }] : []
  return shown && value !== null && value !== undefined ? [] : [{ value: '', label: t.leaveOut }]
}

/** A list begins with its first entry, which nobody has chosen: an empty one stands before it. */
const isSelect = ({ kind }: FieldShape): boolean => kind === 'id' || kind === 'text' || kind === 'choice'

function chosenOf({ field, value, shown }: Place): string | undefined {
  if (value === null) return shown && !field.nullable ? '' : nullChoice
  if (value !== undefined) return String(value)
  if (field.default !== undefined) return String(field.default)
  return field.required ? undefined : ''
}

function booleanControl(written: Written, place: Place): Child {
  const t = formTexts[written.language]
  const { path, field, value } = place
  if (field.default === false && !field.required) {
    const { help, error, label } = frame(written, place)
    return html`
      <div class="field" id=${idOf(path)}>
        ${error && html`<p class="field-error">${error}</p>`}
        ${checkbox(path, 'true', label, value === true, help)}
      </div>
    `
  }
  return choiceControl(written, place, [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ])
}

function idControl(written: Written, place: Place, kind: string): Child {
  const { lookups, language } = written
  const { path, field, value } = place
  const t = formTexts[language]
  const listed = lookups.lists.get(kind)
  if (listed) return listedControl(written, place, listed)
  const pick = lookups.picks.get(path) ?? { choices: [] }
  if (kind === 'person') {
    const nobody = field.nullable ? [{ value: nullChoice, label: t.nobody }] : []
    const choices = [...pick.choices, ...nobody]
    return picker({
      ...frame(written, place),
      name: path,
      choices:
        choices.length > 0 && !field.required && !place.shown
          ? [...choices, { value: '', label: t.leaveOut }]
          : choices,
      chosen:
        value === undefined
          ? pick.choices.length === 1
            ? pick.choices[0]!.value
            : chosenOf(place)
          : chosenOf(place),
      search: searchOf(written, place),
      nothing: pick.nothing,
    })
  }
  if (pick.owners !== undefined || kind === 'job' || kind === 'pay') return rowControl(written, place, pick)
  return textControl(written, { ...place, field: { ...field, kind: 'text' } as FieldShape })
}

const searchOf = ({ language, state }: Written, { path, label }: Place) => {
  const t = formTexts[language]
  return {
    name: searching(path),
    value: state.searches.get(path) ?? '',
    label,
    button: t.search,
    step: { name: '~step', value: `find:${path}` },
  }
}

/** A row of a person: the person first, then the row. */
function rowControl(
  written: Written,
  place: Place,
  pick: { choices: readonly Choice[]; owners?: readonly Choice[]; nothing?: Child },
): Child {
  const { language, state } = written
  const { path, value } = place
  const t = formTexts[language]
  const owner = state.owners.get(path)
  const rows =
    pick.choices.length > 0 &&
    html`<div class="picker-choices">
      ${radios(path, pick.choices, value === undefined ? undefined : String(value))}
    </div>`
  const { id, label, help, error } = frame(written, place)
  return group(
    { id, label, help: help ?? t.ofWhom, error },
    [
      rows,
      owner !== undefined && pick.choices.length === 0 && html`<p class="help" role="status">${t.noRows}</p>`,
      picker({
        id: `${id}-owner`,
        label: fieldName('person_id', language),
        name: belonging(path),
        choices: pick.owners ?? [],
        chosen: owner ?? (pick.owners?.length === 1 ? pick.owners[0]!.value : undefined),
        search: searchOf(written, place),
        nothing: pick.nothing,
      }),
    ],
    'parts',
  )
}

function listedControl(written: Written, place: Place, listed: readonly Choice[]): Child {
  const { path, field, value } = place
  const t = formTexts[written.language]
  const none = field.nullable ? [{ value: nullChoice, label: t.noValue }] : []
  const known = value === undefined || value === null || listed.some((one) => one.value === value)
  const all = [
    ...without(place, t),
    ...none,
    ...(known ? [] : [{ value: String(value), label: String(value) }]),
    ...listed,
  ]
  return fieldPart({
    ...frame(written, place),
    control: (aria) => select(aria, path, all, chosenOf(place) ?? ''),
  })
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

/** Parts that nobody has to fill in are folded, until something is in them or wrong with them. */
function folded({ language, state }: Written, { path, field, value, label }: Place, content: Child): Child {
  const busy = [...state.errors.keys(), ...state.added, ...state.searches.keys()].some((one) =>
    one.startsWith(path),
  )
  if (field.required || path.includes('.')) return content
  return html`
    <details class="fold wide" open=${value !== undefined || busy}>
      <summary><b>${label}</b> <span class="optional">${formTexts[language].optional}</span></summary>
      ${content}
    </details>
  `
}

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
  const listed = item.kind === 'id' ? lookups.lists.get(item.record) : undefined
  if (listed) return group(frame(written, place), checkboxes(path, listed, texts), 'choices')
  if (item.kind === 'text') {
    const framed = frame(written, place)
    const t = formTexts[language]
    return fieldPart({
      ...framed,
      help: [framed.help && `${framed.help} `, t.onePerLine],
      control: (aria) => textArea(aria, { name: path, value: texts.join('\n') }),
    })
  }
  return rowsControl(written, place, list, entries)
}

/** A list whose entries are added and removed one by one, each time by a button that sends the form back. */
function rowsControl(
  written: Written,
  place: Place,
  { item, max, min = 0 }: FieldShape & { kind: 'list' },
  entries: readonly unknown[],
): Child {
  const { language, state } = written
  const { path, label, shown } = place
  const t = formTexts[language]
  const count = Math.min(max, Math.max(entries.length + (state.added.has(path) ? 1 : 0), min))
  const rows = Array.from({ length: count }, (_, index) => {
    const at = entryOf(path, index)
    const name = t.numbered(label, index + 1)
    return html`
      <div class="list-entry">
        ${control(written, { ...item, required: true }, at, entries[index], shown, name)}
        ${submit({ text: t.remove(name), small: true }, { name: '~step', value: `remove:${at}` })}
      </div>
    `
  })
  const content = group(frame(written, place), [
    html`<input type="hidden" name=${counting(path)} value=${count} />`,
    rows,
    count < max &&
      html`<div>
        ${submit({ text: [icon('plus'), t.add(label)], small: true }, { name: '~step', value: `add:${path}` })}
      </div>`,
    clearBox(written, place),
  ])
  return folded(written, place, content)
}
