import type { FieldShape } from '../../generated/forms.ts'
import { allows, call, type AppRequest } from '../request.ts'

/**
 * The fields of a form, with one field for each custom field of the company in place of the map of their values. Archived
 * ones take no value, and files are uploaded elsewhere.
 */
export async function withCustomFields(
  request: AppRequest,
  fields: readonly FieldShape[],
): Promise<readonly FieldShape[]> {
  if (!hasCustom(fields) || !allows(request, 'org_fields_list')) return fields
  const own = (await call(request, 'org_fields_list', {}))
    .filter(({ type }) => type !== 'file')
    .map(({ key, label, type, options }) => ({
      name: key,
      label,
      nullable: true as const,
      ...kindOf(type, options),
    }))
  const replace = (field: FieldShape): FieldShape[] => {
    if (field.kind === 'custom') return own.length > 0 ? [{ ...field, kind: 'object', fields: own }] : []
    return field.kind === 'list' && hasCustom([field.item])
      ? [{ ...field, item: replaceIn(field.item) }]
      : [field]
  }
  const replaceIn = (item: FieldShape): FieldShape =>
    item.kind === 'object' ? { ...item, fields: item.fields.flatMap(replace) } : item
  return fields.flatMap(replace)
}

const hasCustom = (fields: readonly FieldShape[]): boolean =>
  fields.some(
    (field) =>
      field.kind === 'custom' ||
      (field.kind === 'object' && hasCustom(field.fields)) ||
      (field.kind === 'list' && hasCustom([field.item])),
  )

type Kind =
  | { kind: 'text'; max: number }
  | { kind: 'lines'; max: number }
  | { kind: 'number'; decimals: number }
  | { kind: 'day' }
  | { kind: 'boolean' }
  | { kind: 'choice'; values: readonly string[] }

function kindOf(type: string, options: readonly string[]): Kind {
  switch (type) {
    case 'number':
      return { kind: 'number', decimals: 15 }
    case 'date':
      return { kind: 'day' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'select':
      return { kind: 'choice', values: options }
    default:
      return { kind: 'lines', max: 2000 }
  }
}
