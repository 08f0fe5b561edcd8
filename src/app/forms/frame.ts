import type { FieldShape } from '../../generated/forms.ts'
import { checkbox, type Choice } from '../parts/field/part.ts'
import type { Child, Language } from '../parts/html.ts'
import { formTexts, type FormTexts } from '../texts/forms.ts'
import { helpFor } from '../texts/help/help.ts'
import { fieldName } from '../texts/labels.ts'
import { helpOfFormat } from './formats.ts'
import { clearing, nullChoice } from './read.ts'
import type { FormState, Lookups } from './state.ts'
import { idOf } from './values.ts'

/** The needs of all fields of a form. */
export interface Written {
  language: Language
  state: FormState
  lookups: Lookups
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
export const labelOf = ({ label, name }: FieldShape, language: Language): string =>
  label ?? fieldName(name, language)

/** Label, help and problem of a field. */
export function frame({ language, state }: Written, { path, field, label, shown }: Place) {
  return {
    id: idOf(path),
    label,
    help: helpOf(field, language),
    error: state.errors.get(path),
    // A form that shows what there is has no field that one could leave out.
    note: field.required || shown ? undefined : formTexts[language].optional,
  }
}

function helpOf(field: FieldShape, language: Language): string | undefined {
  const own = field.kind === 'text' && field.format ? helpOfFormat[field.format]?.[language] : undefined
  const ofField = field.help && helpFor(field.help, language)
  return (own ?? ofField ?? (field.kind === 'day' ? formTexts[language].day : undefined)) || undefined
}

/** A box that clears a value, where an empty field would leave it as it is. */
export const clearBox = ({ language, state }: Written, { path, field, value, shown }: Place): Child =>
  field.nullable &&
  !field.required &&
  !shown &&
  (state.keeps || value === null) &&
  checkbox(clearing(path), '1', formTexts[language].clear, value === null)

/** The choice that says nothing: only where nothing may be said, and nothing else is the default. */
export function without({ field, shown, value }: Place, t: FormTexts): Choice[] {
  if (field.default !== undefined) return []
  if (field.required) return isSelect(field) && value === undefined ? [{ value: '', label: '' }] : []
  return shown && value !== null && value !== undefined ? [] : [{ value: '', label: t.leaveOut }]
}

/** A list begins with its first entry, which nobody has chosen: an empty one stands before it. */
const isSelect = ({ kind }: FieldShape): boolean => kind === 'id' || kind === 'text' || kind === 'choice'

export function chosenOf({ field, value, shown }: Place): string | undefined {
  if (value === null) return shown && !field.nullable ? '' : nullChoice
  if (value !== undefined) return String(value)
  if (field.default !== undefined) return String(field.default)
  return field.required ? undefined : ''
}
