import {
  field as fieldPart,
  group,
  input,
  radios,
  select,
  textArea,
  tick,
  type Aria,
  type Choice,
} from '../parts/field/part.ts'
import { html, type Child } from '../parts/html.ts'
import type { FieldShape } from '../../generated/forms.ts'
import { formTexts } from '../texts/forms.ts'
import { chosenOf, clearBox, frame, without, type Place, type Written } from './frame.ts'
import { nullChoice } from './read.ts'
import { pathOf } from './values.ts'

/** A text, a number or a day that is typed. */
export function textControl(written: Written, place: Place): Child {
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

/** One of the values that the contract lists: a few beside each other, more as a list. */
export function choiceControl(written: Written, place: Place, choices: readonly Choice[]): Child {
  const { path, field } = place
  const t = formTexts[written.language]
  const all = [
    ...without(written, place),
    ...choices,
    ...(field.nullable ? [{ value: nullChoice, label: t.noValue }] : []),
  ]
  const chosen = chosenOf(place)
  return choices.length <= 4
    ? group(
        frame(written, place),
        radios(
          path,
          all.filter(({ label }) => label !== ''),
          chosen,
        ),
        'choices',
      )
    : fieldPart({ ...frame(written, place), control: (aria) => select(aria, path, all, chosen ?? '') })
}

/** Tells whether a field is a choice of the company, whose values are what people read. */
const isOwnChoice = (field: FieldShape): field is FieldShape & { kind: 'choice' } =>
  field.kind === 'choice' && field.label !== undefined

/**
 * Tells whether the options of a choice are suggested. A company has up to 1,500 of them, and in each entry of a list they would
 * stand in the page again.
 */
export const isSuggested = (field: FieldShape, path: string): boolean =>
  isOwnChoice(field) && path.includes('[')

const suggestionsId = (path: string): string => `suggestions-${path.replaceAll(/\[\d+\]/g, '')}`

/** A choice in an entry of a list: it is typed, with the options of `suggestions`. */
export function suggestedControl(written: Written, place: Place): Child {
  const { path, value } = place
  const list = suggestionsId(path)
  return fieldPart({
    ...frame(written, place),
    control: (aria) => input(aria, { name: path, value: textOf(value), list }),
    below: clearBox(written, place),
  })
}

/** The options that are suggested in each entry of a list, once. */
export const suggestions = (item: FieldShape, path: string): Child =>
  item.kind === 'object'
    ? item.fields.map((field) => suggestions(field, pathOf(path, field.name)))
    : isOwnChoice(item) &&
      html`
        <datalist id=${suggestionsId(path)}>
          ${item.values.map((value) => html`<option value=${value}></option>`)}
        </datalist>
      `

/** Yes or no; a box to tick, where no is what is not said. */
export function booleanControl(written: Written, place: Place): Child {
  const t = formTexts[written.language]
  const { path, field, value } = place
  if (field.default === false && !field.required)
    return tick(frame(written, place), { name: path, value: 'true', checked: value === true })
  return choiceControl(written, place, [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ])
}

/** One of a list of records, or of countries and the like. */
export function listedControl(written: Written, place: Place, listed: readonly Choice[]): Child {
  const { path, field, value } = place
  const t = formTexts[written.language]
  const none = field.nullable ? [{ value: nullChoice, label: t.noValue }] : []
  const known = value === undefined || value === null || listed.some((one) => one.value === value)
  const all = [
    ...without(written, place),
    ...none,
    ...(known ? [] : [{ value: String(value), label: String(value) }]),
    ...listed,
  ]
  return fieldPart({
    ...frame(written, place),
    control: (aria) => select(aria, path, all, chosenOf(place) ?? ''),
  })
}
