import { asChanges } from '../domain/changes.ts'
import type { UnitNode } from '../domain/unit-tree.ts'
import type { EventPayloads } from '../generated/events.ts'
import type { UnitFields, UnitRow } from '../queries/org/units.ts'
import type { PlainSummary } from '../texts/log.ts'
import {
  asCreated,
  personReference,
  reference,
  type ActivityLine,
  type Change,
  type DomainEvent,
  type Subject,
} from './domain-event.ts'

type Named = { id: string; name: string }

const subjectOf = ({ id, name }: Named): Subject => ({ type: 'unit', id, name })

const headOf = ({ head_id, head_name }: UnitRow): Named | null =>
  head_id === null ? null : { id: head_id, name: head_name as string }

const facts = (unit: UnitRow): EventPayloads['unit.created']['unit'] => ({
  id: unit.id,
  name: unit.name,
  kind: unit.kind,
  parent_id: unit.parent_id,
  head: headOf(unit),
  archived: unit.archived,
})

/** @param parent null for the company root */
export const unitCreated = (unit: UnitRow, parent: Named | null): DomainEvent<'unit.created'> => ({
  activity: [
    {
      summary: 'unit_created',
      subject: subjectOf(unit),
      changes: asCreated({
        kind: unit.kind,
        parent_id: reference(parent),
        head_person_id: personReference(unit.head_id),
      }),
      personId: unit.head_id,
    },
  ],
  event: { type: 'unit.created', subjectId: unit.id, data: { unit_id: unit.id, unit: facts(unit) } },
})

/** @param changed the fields that differ, with their new values; without the lead, which `unitHeadChanged` records */
export const unitUpdated = (
  before: UnitNode,
  after: UnitRow,
  changed: Partial<Omit<UnitFields, 'head_person_id'>>,
  units: ReadonlyMap<unknown, Named>,
): DomainEvent<'unit.updated'> => {
  const parent = (id: unknown) => reference(units.get(id) ?? null)
  const changes = asChanges<Partial<UnitFields>>(before, changed).map((change): Change =>
    change.field === 'parent_id'
      ? { field: 'parent_id', before: parent(change.before), after: parent(change.after) }
      : change,
  )
  return {
    activity: [{ summary: 'unit_changed', subject: subjectOf(after), changes }],
    event: {
      type: 'unit.updated',
      subjectId: after.id,
      data: {
        unit_id: after.id,
        changed: Object.keys(changed) as EventPayloads['unit.updated']['changed'],
        unit: facts(after),
      },
    },
  }
}

/** @param unit as it is now, archived */
export const unitArchived = (unit: UnitRow): DomainEvent<'unit.archived'> => ({
  activity: [
    {
      summary: 'unit_archived',
      subject: subjectOf(unit),
      changes: [{ field: 'archived', before: false, after: true }],
    },
  ],
  event: { type: 'unit.archived', subjectId: unit.id, data: { unit_id: unit.id, unit: facts(unit) } },
})

/**
 * Somebody who led a unit, and has left, does not lead it again when they come back. It is no event: nobody led the unit
 * before, and nobody does now.
 */
export const formerLeadRemoved = (unit: UnitRow, formerId: string): DomainEvent<never> => ({
  activity: [
    {
      summary: 'former_lead_removed',
      subject: subjectOf(unit),
      changes: [{ field: 'head_person_id', before: personReference(formerId), after: null }],
      personId: formerId,
    },
  ],
})

/** The lead of a unit changed. A line of the log is about one person, so the former lead gets a second line. */
export const unitHeadChanged = (before: UnitRow, unit: UnitRow): DomainEvent<'unit.head_changed'> => {
  const leadId = unit.head_id
  const formerId = before.head_id
  const line = (summary: PlainSummary, personId: string | null): ActivityLine => ({
    summary,
    subject: subjectOf(unit),
    changes: [{ field: 'head_person_id', before: personReference(formerId), after: personReference(leadId) }],
    personId,
  })
  return {
    activity:
      leadId === null
        ? [line('unit_lead_removed', formerId)]
        : [
            line('unit_lead_set', leadId),
            ...(formerId === null ? [] : [line('unit_lead_replaced', formerId)]),
          ],
    event: {
      type: 'unit.head_changed',
      subjectId: unit.id,
      data: { unit_id: unit.id, previous_head: headOf(before), unit: facts(unit) },
    },
  }
}
