import type { FieldShape } from '../../generated/forms.ts'
import { carried } from '../parts/button/part.ts'
import { group, radios, type Choice } from '../parts/field/part.ts'
import { html, type Child } from '../parts/html.ts'
import { picker } from '../parts/picker/part.ts'
import { formTexts } from '../texts/forms.ts'
import { fieldName, valueName } from '../texts/labels.ts'
import { chosenOf, frame, labelOf, type Place, type Written } from './frame.ts'
import { offeredChoice } from './lookups.ts'
import { belonging, nullChoice, searching } from './read.ts'
import { listedControl, textControl } from './text-controls.ts'

/** A value that the reader may not see. It is never shown as an empty field. */
export const hiddenField = (field: FieldShape, { language }: Written): Child => {
  const t = formTexts[language]
  return html`
    <div class="field hidden-field">
      <p><b>${labelOf(field, language)}</b></p>
      <p class="help">${t.hidden}. ${t.hiddenHelp}</p>
    </div>
  `
}

/**
 * Tells whether the way to the form has decided a field. One that is wrong is asked for, as is a record that is not among those
 * offered.
 */
export const isFixed = (written: Written, field: FieldShape): boolean => {
  const { state } = written
  const value = state.values[field.name]
  if (!state.fixed.has(field.name) || typeof value !== 'string' || state.errors.has(field.name)) return false
  return field.kind !== 'id' || !isOffered(written, field) || nameOfValue(written, field, value) !== undefined
}

const isOffered = ({ lookups }: Written, { name, record }: FieldShape & { kind: 'id' }): boolean =>
  lookups.lists.has(record) || lookups.picks.has(name)

/** The name of a choice without the indentation that it has in a list of units. */
const nameOf = (choice: Choice | undefined): Child =>
  typeof choice?.label === 'string' ? choice.label.trim() : choice?.label

/** A field that the form does not ask for. One whose value has no name for people is only carried along. */
export function fixedField(written: Written, field: FieldShape): Child {
  const { language, state } = written
  const { name } = field
  const value = String(state.values[name])
  const said = nameOfValue(written, field, value)
  return [
    said !== undefined &&
      html`<div class="field wide">
        <p><b>${labelOf(field, language)}</b></p>
        <p>${said}</p>
      </div>`,
    carried(name, value),
    carried(belonging(name), state.owners.get(name)),
  ]
}

function nameOfValue({ language, lookups }: Written, field: FieldShape, value: string): Child | undefined {
  if (field.kind === 'choice') return valueName(value, language)
  return field.kind === 'id' ? nameOf(offeredChoice(lookups, field, field.name, value)) : undefined
}

/** A record: one of a list, one of those that a search finds, or a row of a person. */
export function idControl(written: Written, place: Place, kind: string): Child {
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
      from: lookups.people,
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
  const { language, lookups, state } = written
  const { path, value } = place
  const t = formTexts[language]
  const owner = state.owners.get(path)
  const owned = fieldName('person_id', language)
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
        label: owned,
        name: belonging(path),
        choices: pick.owners ?? [],
        chosen: owner ?? (pick.owners?.length === 1 ? pick.owners[0]!.value : undefined),
        search: searchOf(written, { ...place, label: owned }),
        from: lookups.people,
        leads: true,
        nothing: pick.nothing,
      }),
    ],
    'parts',
  )
}
