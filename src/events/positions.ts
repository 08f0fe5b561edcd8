import type { EventPayloads } from '../generated/events.ts'
import type { PositionFields, PositionRow } from '../queries/org/positions.ts'
import type { PlainSummary } from '../texts/log.ts'
import {
  asCreated,
  hidden,
  personReference,
  reference,
  type ActivityLine,
  type Change,
  type DomainEvent,
} from './domain-event.ts'

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name! })

const facts = (row: PositionRow): EventPayloads['position.created']['position'] => ({
  id: row.id,
  title: row.title,
  status: row.status,
  reason: row.reason,
  unit: named(row.unit_id, row.unit_name),
  location: named(row.location_id, row.location_name),
  legal_entity: named(row.legal_entity_id, row.legal_entity_name),
  contract_type: row.contract_type,
  weekly_hours: row.weekly_hours,
  target_start_date: row.target_start_date,
  reports_to_person: named(row.reports_to_person_id, row.boss_name),
  reports_to_position:
    row.reports_to_position_id === null ? null : { id: row.reports_to_position_id, title: row.above_title! },
})

const line = (summary: PlainSummary, row: PositionRow, changes: Change[] = []): ActivityLine => ({
  summary,
  subject: { type: 'position', id: row.id, name: row.title },
  changes,
})

const dataOf = (row: PositionRow) => ({ position_id: row.id, position: facts(row) })

/** Values of a position for the log: what only HR sees is hidden. */
const shown: { [K in keyof PositionFields]: (row: PositionRow) => unknown } = {
  title: ({ title }) => title,
  status: ({ status }) => status,
  reason: ({ reason }) => reason,
  unit_id: (row) => reference(named(row.unit_id, row.unit_name)),
  location_id: (row) => reference(named(row.location_id, row.location_name)),
  legal_entity_id: (row) => reference(named(row.legal_entity_id, row.legal_entity_name)),
  reports_to_person_id: (row) => personReference(row.reports_to_person_id),
  reports_to_position_id: (row) => reference(named(row.reports_to_position_id, row.above_title)),
  contract_type: ({ contract_type }) => contract_type,
  weekly_hours: ({ weekly_hours }) => weekly_hours,
  pay_range: () => undefined,
  target_start_date: ({ target_start_date }) => target_start_date,
  notes: () => undefined,
  replaces_person_id: (row) => personReference(row.replaces_person_id),
}
const private_: readonly (keyof PositionFields)[] = ['pay_range', 'notes']

export const positionCreated = (row: PositionRow): DomainEvent<'position.created'> => ({
  activity: [
    line('position_created', row, [
      ...asCreated(Object.fromEntries(Object.entries(shown).map(([field, of]) => [field, of(row)]))),
      ...private_.filter((field) => row[field] !== null).map(hidden),
    ]),
  ],
  event: { type: 'position.created', subjectId: row.id, data: dataOf(row) },
})

/** @param changed the fields that differ; at least one */
export const positionUpdated = (
  before: PositionRow,
  after: PositionRow,
  changed: readonly (keyof PositionFields)[],
): DomainEvent<'position.updated'> => ({
  activity: [
    line(
      'position_changed',
      after,
      changed.map((field) =>
        private_.includes(field)
          ? hidden(field)
          : { field, before: shown[field](before), after: shown[field](after) },
      ),
    ),
  ],
  event: { type: 'position.updated', subjectId: after.id, data: { ...dataOf(after), changed: [...changed] } },
})

export const positionFilled = (row: PositionRow): DomainEvent<'position.filled'> => ({
  activity: [
    {
      ...line('position_filled', row, [
        { field: 'filled_by', before: null, after: personReference(row.filled_by) },
      ]),
      personId: row.filled_by,
    },
  ],
  event: {
    type: 'position.filled',
    subjectId: row.id,
    personId: row.filled_by,
    data: {
      ...dataOf(row),
      filled_by: { id: row.filled_by!, name: row.filler_name! },
      filled_on: row.filled_on!,
    },
  },
})

export const positionCancelled = (row: PositionRow): DomainEvent<'position.cancelled'> => ({
  activity: [line('position_cancelled', row)],
  event: { type: 'position.cancelled', subjectId: row.id, data: dataOf(row) },
})

export const positionReopened = (row: PositionRow): DomainEvent<'position.reopened'> => ({
  activity: [line('position_reopened', row)],
  event: { type: 'position.reopened', subjectId: row.id, data: dataOf(row) },
})
