import { problem, type Problem } from '../errors.ts'
import { ceilingProblems } from './ceilings.ts'
import { changedFields } from './changes.ts'
import { nameKey } from './folding.ts'
import { jobFieldNames } from './job-fields.ts'
import { detailFields, homeAddressParts } from './person-details.ts'
import { personFieldNames } from './person-fields.ts'
import { searchText } from './search.ts'

/** The rules of custom fields: what a company may define. The rules of values are in custom-values.ts. */

export type FieldType = 'text' | 'number' | 'date' | 'select' | 'boolean' | 'file'
/** The readers of the values. */
export type FieldTier = 'public' | 'job' | 'private'
export type FileKind = 'pdf' | 'image' | 'office'

/** Which files a file field takes. `max_mb` null: as many as the company allows. */
export interface FileRules {
  kinds: FileKind[]
  max_mb: number | null
  self_upload: boolean
}

export interface CustomField {
  id: string
  /** Unique in the organization, archived fields included. It never changes, and neither does the type. */
  key: string
  label: string
  type: FieldType
  /** Of a select; empty for other types. */
  options: string[]
  tier: FieldTier
  archived: boolean
  /** The place among all fields: active ones are 0, 1, 2 …, archived ones come after them. */
  position: number
  /** Of a file field; null for other types. */
  file: FileRules | null
}

/** The highest number of active fields of an organization. */
const maxActiveFields = 30

/** A field as a caller describes it: what is left out gets a default. */
export interface FieldInput {
  label: string
  type: FieldType
  options?: string[]
  tier: FieldTier
  key?: string
  file?: Partial<FileRules>
}

const longestKey = 40

/**
 * Keys that no field can have: the properties of a person in the contract, the columns of the CSV import and export,
 * where custom fields are columns beside them, and names that no input can have because they change prototypes.
 */
const reservedKeys: ReadonlySet<string> = new Set([
  ...jobFieldNames,
  ...personFieldNames,
  ...detailFields,
  ...homeAddressParts,
  ...(
    'id person_id name photo_url photo status title unit unit_id team manager manager_id manager_email location ' +
    'location_id start_date original_start_date end_date last_day custom hidden_fields job next_job legal_entity ' +
    'legal_entity_id contact has_login erased_at created_at updated_at constructor prototype'
  ).split(' '),
])

/**
 * The key of a label, in snake_case and without accents: `Größe (cm)` becomes `grosse_cm`. A label without a Latin
 * letter gets the first of `field_1`, `field_2` … that is free.
 *
 * @param taken the keys of all fields
 */
export function keyOfLabel(label: string, taken: ReadonlySet<string>): string {
  const words = searchText(label)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
  if (!/[a-z]/.test(words)) return freeKey(taken)
  const key = /^[a-z]/.test(words) ? words : `field_${words}`
  return key.slice(0, longestKey).replace(/_$/, '')
}

function freeKey(taken: ReadonlySet<string>): string {
  let number = 1
  while (taken.has(`field_${number}`)) number++
  return `field_${number}`
}

type CreateProblem = Problem<
  | 'field_key_taken'
  | 'field_label_taken'
  | 'field_key_reserved'
  | 'too_many_fields'
  | 'too_many_in_all'
  | 'options_need_select'
  | 'select_needs_options'
  | 'option_repeated'
  | 'file_rules_need_file'
>

/**
 * A new field, as the last of the active ones, and what is wrong with it.
 *
 * @param fields all fields of the organization, archived ones included
 */
export function newField(
  id: string,
  input: FieldInput,
  fields: readonly CustomField[],
): { field: CustomField; problems: CreateProblem[] } {
  const { label, type, options, tier } = input
  const keys = new Set(fields.map((field) => field.key))
  const key = input.key ?? keyOfLabel(label, keys)
  const named = { field: input.key === undefined ? 'label' : 'key', key }
  const other = fields.find((field) => field.key === key)
  const position = fields.filter(({ archived }) => !archived).length
  const file = type === 'file' ? fileRules(wholeFileRules, input.file) : null
  return {
    field: { id, key, label, type, options: options ?? [], tier, archived: false, position, file },
    problems: [
      ...(reservedKeys.has(key) ? [problem('field_key_reserved', named)] : []),
      ...(other ? [problem('field_key_taken', { ...named, record_id: other.id })] : []),
      ...labelProblems(label, fields),
      ...tooManyProblems(fields),
      ...ceilingProblems('custom_fields', 'label', fields.length + 1),
      ...(type === 'select' && !options ? [problem('select_needs_options', {})] : []),
      ...settingProblems(type, input),
    ],
  }
}

/**
 * Refuses a label that another active field has: people tell fields by their labels.
 *
 * @param others without the field that gets the label
 */
const labelProblems = (label: string, others: readonly CustomField[]): Problem<'field_label_taken'>[] => {
  const key = nameKey(label)
  const other = others.find((field) => !field.archived && nameKey(field.label) === key)
  return other ? [problem('field_label_taken', { label: other.label, record_id: other.id })] : []
}

/** Refuses another active field. */
const tooManyProblems = (fields: readonly CustomField[]): Problem<'too_many_fields'>[] => {
  const count = fields.filter(({ archived }) => !archived).length
  return count >= maxActiveFields ? [problem('too_many_fields', { count })] : []
}

/** Refuses options and file rules for types that have none, and options that are the same name. */
function settingProblems(
  type: FieldType,
  { options, file }: { options?: readonly string[]; file?: object },
): Problem<'options_need_select' | 'option_repeated' | 'file_rules_need_file'>[] {
  // At most 50 options.
  const keys = (options ?? []).map(nameKey)
  const repeated = keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []))
  return [
    ...(options && type !== 'select' ? [problem('options_need_select', {})] : []),
    ...repeated.map((index) => problem('option_repeated', { index })),
    ...(file && type !== 'file' ? [problem('file_rules_need_file', {})] : []),
  ]
}

const wholeFileRules: FileRules = { kinds: ['pdf', 'image', 'office'], max_mb: null, self_upload: false }

/** The rules with those that are given. Kinds come in one order, each of them once. */
const fileRules = (before: FileRules, given: Partial<FileRules> = {}): FileRules => ({
  kinds: wholeFileRules.kinds.filter((kind) => (given.kinds ?? before.kinds).includes(kind)),
  max_mb: given.max_mb === undefined ? before.max_mb : given.max_mb,
  self_upload: given.self_upload ?? before.self_upload,
})

/** Properties of a field that a caller may change; what is left out stays. */
export interface FieldUpdate {
  label?: string
  tier?: FieldTier
  options?: string[]
  position?: number
  archived?: boolean
  file?: Partial<FileRules>
}

/** The settings of a field that an update can change, besides its place. */
export type FieldSettings = Pick<CustomField, 'label' | 'tier' | 'options' | 'archived' | 'file'>

/** Of the settings given, those that differ from the field's, each as a whole. */
export const changedSettings = (
  field: CustomField,
  { label, tier, options, archived, file }: FieldUpdate,
): Partial<FieldSettings> =>
  changedFields<FieldSettings>(field, {
    label,
    tier,
    options,
    archived,
    file: file && field.file ? fileRules(field.file, file) : undefined,
  })

/** Numbers that are counted before an update is decided, because people may have values in the field. */
export interface Uses {
  /** The number of people who have a value; 0 when it does not matter. */
  people: number
  /** The number of people who have each option; empty when it does not matter. */
  ofOption: ReadonlyMap<string, number>
}

/** From the tier that the fewest people see to the one that all see. */
const byWidth: readonly FieldTier[] = ['private', 'job', 'public']

/** Tells whether a change of the tier changes how values are stored: those of private fields are encrypted. */
export const changesSecrecy = (before: FieldTier, after: FieldTier | undefined): boolean =>
  after !== undefined && (before === 'private') !== (after === 'private')

/** Tells whether a change of the tier shows values to people who could not see them before. */
export const widens = (before: FieldTier, after: FieldTier | undefined): boolean =>
  after !== undefined && byWidth.indexOf(after) > byWidth.indexOf(before)

/** The options that an update takes away. An option in another spelling is another one. */
export const removedOptions = (field: CustomField, after: readonly string[] | undefined): string[] =>
  after === undefined ? [] : field.options.filter((option) => !after.includes(option))

type UpdateProblem = Problem<
  | 'field_label_taken'
  | 'too_many_fields'
  | 'options_need_select'
  | 'option_repeated'
  | 'option_in_use'
  | 'file_rules_need_file'
  | 'tier_exposes_values'
  | 'archived_field_has_no_place'
>

/**
 * Why a field cannot be changed so.
 *
 * @param given what the caller gave
 * @param changed what of it differs
 * @param fields all fields of the organization
 * @param confirmed whether somebody who may do so confirmed that existing values are shown to more people
 */
export function updateProblems(
  field: CustomField,
  given: FieldUpdate,
  changed: Partial<FieldSettings>,
  fields: readonly CustomField[],
  uses: Uses,
  confirmed: boolean,
): UpdateProblem[] {
  const staysArchived = changed.archived ?? field.archived
  const exposed = confirmed || !widens(field.tier, changed.tier) ? 0 : uses.people
  const shows = changed.label !== undefined || changed.archived === false
  const others = fields.filter(({ id }) => id !== field.id)
  return [
    ...(shows && !staysArchived ? labelProblems(changed.label ?? field.label, others) : []),
    ...settingProblems(field.type, given),
    ...removedOptions(field, changed.options).flatMap((option) => {
      const count = uses.ofOption.get(option) ?? 0
      return count > 0 ? [problem('option_in_use', { option, count })] : []
    }),
    ...(exposed > 0
      ? [problem('tier_exposes_values', { count: exposed, tier: changed.tier as string })]
      : []),
    ...(changed.archived === false ? tooManyProblems(fields) : []),
    ...(given.position !== undefined && staysArchived ? [problem('archived_field_has_no_place', {})] : []),
  ]
}

type Placed = Pick<CustomField, 'id' | 'archived' | 'position'>

/**
 * The places of all fields, by id: active ones first, then archived ones, each in the order that they had.
 *
 * @param moved a field that gets this place among the active ones; beyond the end means the end
 */
export function placesOf(
  fields: readonly Placed[],
  moved?: { id: string; position: number },
): Map<string, number> {
  const sorted = fields.toSorted((a, b) => a.position - b.position)
  const active = sorted.filter(({ id, archived }) => !archived && id !== moved?.id)
  const field = sorted.find(({ id, archived }) => !archived && id === moved?.id)
  const ordered = [
    ...(field ? active.toSpliced(moved!.position, 0, field) : active),
    ...sorted.filter(({ archived }) => archived),
  ]
  return new Map(ordered.map(({ id }, place) => [id, place]))
}
