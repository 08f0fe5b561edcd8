import type { FieldChange } from '../domain/changes.ts'
import type { CustomField } from '../domain/custom-fields.ts'
import type { PlainSummary } from '../texts/log.ts'
import { asCreated, type DomainEvent, type Subject } from './domain-event.ts'

const subjectOf = ({ id, label }: CustomField): Subject => ({ type: 'custom_field', id, name: label })

export const fieldCreated = (field: CustomField): DomainEvent<never> => ({
  activity: [
    {
      summary: 'field_created',
      subject: subjectOf(field),
      changes: asCreated({
        key: field.key,
        type: field.type,
        tier: field.tier,
        options: field.options.length > 0 ? field.options : null,
        file: field.file,
      }),
    },
  ],
})

/**
 * @param changes what differs, with the values before and after
 * @param valuesLeft whether values are left that are not stored as the field now demands
 */
export const fieldUpdated = (
  after: CustomField,
  changes: FieldChange[],
  valuesLeft: boolean,
): DomainEvent<never> => ({
  activity: [{ summary: summaryOf(changes), subject: subjectOf(after), changes }],
  ...(valuesLeft && { signals: [{ type: 'custom_values.left', data: {} }] }),
})

function summaryOf(changes: FieldChange[]): PlainSummary {
  const archived = changes.find(({ field }) => field === 'archived')
  if (!archived) return 'field_changed'
  return archived.after ? 'field_archived' : 'field_restored'
}
