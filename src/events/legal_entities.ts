import { asChanges } from '../domain/changes.ts'
import type { EventPayloads } from '../generated/events.ts'
import type { LegalEntityFields, LegalEntityRow } from '../queries/org/legal_entities.ts'
import { asCreated, type DomainEvent, type Subject } from './domain-event.ts'

const subjectOf = ({ id, name }: LegalEntityRow): Subject => ({ type: 'legal_entity', id, name })

const facts = (legalEntity: LegalEntityRow): EventPayloads['legal_entity.created']['legal_entity'] => {
  const { member_count: _count, ...rest } = legalEntity
  return rest
}

/** A legal entity was created. */
export const legalEntityCreated = (legalEntity: LegalEntityRow): DomainEvent<'legal_entity.created'> => {
  const { id, name: _name, archived: _archived, member_count: _count, ...given } = legalEntity
  return {
    activity: [
      {
        summary: 'legal_entity_created',
        subject: subjectOf(legalEntity),
        changes: asCreated(given),
      },
    ],
    event: {
      type: 'legal_entity.created',
      subjectId: id,
      data: { legal_entity_id: id, legal_entity: facts(legalEntity) },
    },
  }
}

/** @param changed the fields that differ, with their new values */
export const legalEntityUpdated = (
  before: LegalEntityRow,
  after: LegalEntityRow,
  changed: Partial<LegalEntityFields>,
): DomainEvent<'legal_entity.updated'> => {
  const changes = asChanges<LegalEntityFields>(before, changed)
  return {
    activity: [{ summary: 'legal_entity_changed', subject: subjectOf(after), changes }],
    event: {
      type: 'legal_entity.updated',
      subjectId: after.id,
      data: {
        legal_entity_id: after.id,
        changed: Object.keys(changed) as EventPayloads['legal_entity.updated']['changed'],
        legal_entity: facts(after),
      },
    },
  }
}

/** @param legalEntity as it is now, archived */
export const legalEntityArchived = (legalEntity: LegalEntityRow): DomainEvent<'legal_entity.archived'> => ({
  activity: [
    {
      summary: 'legal_entity_archived',
      subject: subjectOf(legalEntity),
      changes: [{ field: 'archived', before: false, after: true }],
    },
  ],
  event: {
    type: 'legal_entity.archived',
    subjectId: legalEntity.id,
    data: { legal_entity_id: legalEntity.id, legal_entity: facts(legalEntity) },
  },
})
