import type { FieldShape } from '../../generated/forms.ts'
import { checkbox, type Choice } from '../parts/field/part.ts'
import type { Child, Language } from '../parts/html.ts'
import { formTexts } from '../texts/forms.ts'
import { helpFor } from '../texts/help/help.ts'
import { fieldName, valueName } from '../texts/labels.ts'
import { helpOfFormat } from './formats.ts'
import { clearing, nullChoice } from './read.ts'
import type { FormState, Lookups } from './state.ts'
import { idOf, pathOf, valueAt, withinOf } from './values.ts'

/** The needs of all fields of a form. */
export interface Written {
  language: Language
  state: FormState
  lookups: Lookups
  /** Words for fields that are left empty, by path, where something else than nothing is then given. */
  empty?: ReadonlyMap<string, { choice: string; help: string }>
}

/** A field at its place in a form. */
export interface Place {
  path: string
  field: FieldShape
  value: unknown
  label: string
  /** True where the form shows what there is: then an empty field clears. */
  shown: boolean
}

/** The label of a field: a custom field has that of the company, the others have our own words. */
export const labelOf = ({ label, name }: FieldShape, language: Language, path = name): string =>
  label ?? fieldName(name, language, withinOf(path))

/** Label, help and problem of a field. */
export function frame({ language, state, empty }: Written, { path, field, label, shown }: Place) {
  return {
    id: idOf(path),
    label,
    help: [helpOf(field, label, language), empty?.get(path)?.help].filter(Boolean).join(' ') || undefined,
    error: state.errors.get(path),
    note: noteOf({ language, state }, { path, field, shown }),
    autofocus: state.focus === path,
  }
}

/** A form that shows what there is has no field that one could leave out. */
function noteOf(
  { language, state }: Pick<Written, 'language' | 'state'>,
  { path, field, shown }: Pick<Place, 'path' | 'field' | 'shown'>,
): string | undefined {
  if (field.required) return undefined
  const t = formTexts[language]
  if (field.onlyWith === undefined) return shown ? undefined : t.optional
  const { name, value } = field.onlyWith
  const beside = pathOf(path.slice(0, Math.max(0, path.lastIndexOf('.'))), name)
  if (valueAt(state.values, beside) === value) return undefined
  return t.onlyWith(valueName(value, language, withinOf(path)))
}

function helpOf(field: FieldShape, label: string, language: Language): string | undefined {
  const own = field.kind === 'text' && field.format ? helpOfFormat[field.format]?.[language] : undefined
  const ofField = field.help && helpFor(field.help, language)
  const help = own ?? ofField ?? (field.kind === 'day' ? formTexts[language].day : '')
  return help === '' || saysTheSame(help, label) ? undefined : help
}

/** Help that only says the label once more, such as `Who does it.` below `Who does it`. */
const saysTheSame = (help: string, label: string): boolean =>
  help.replace(/\.$/, '').toLowerCase() === label.toLowerCase()

/** A box that clears a value, where an empty field would leave it as it is. */
export const clearBox = ({ language, state }: Written, { path, field, value, shown }: Place): Child =>
  field.nullable &&
  !field.required &&
  !shown &&
  (state.keeps || value === null) &&
  checkbox(clearing(path), '1', formTexts[language].clear, value === null)

/** The choice that says nothing: only where nothing may be said, and nothing else is the default. */
export function without({ language, empty }: Written, { path, field, shown, value }: Place): Choice[] {
  if (field.default !== undefined) return []
  if (field.required) return isSelect(field) && value === undefined ? [{ value: '', label: '' }] : []
  return shown && value !== null && value !== undefined
    ? []
    : [{ value: '', label: empty?.get(path)?.choice ?? formTexts[language].leaveOut }]
}

/** A list begins with its first entry, which nobody has chosen: an empty one stands before it. */
const isSelect = ({ kind }: FieldShape): boolean => kind === 'id' || kind === 'text' || kind === 'choice'

export function chosenOf({ field, value, shown }: Place): string | undefined {
  if (value === null) return shown && !field.nullable ? '' : nullChoice
  if (value !== undefined) return String(value)
  if (field.default !== undefined) return String(field.default)
  return field.required ? undefined : ''
}
