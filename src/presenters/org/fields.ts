import type { CustomField } from '../../domain/custom-fields.ts'
import type { components } from '../../generated/contract.ts'

/** A custom field as the contract shows it. */
export function presentField(field: CustomField): components['schemas']['CustomField'] {
  return {
    id: field.id,
    key: field.key,
    label: field.label,
    type: field.type,
    options: field.options,
    tier: field.tier,
    archived: field.archived,
    position: field.position,
    file: field.file,
  }
}
