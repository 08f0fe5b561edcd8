import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../src/db/transaction.ts'
import type { DomainEvent } from '../../src/events/domain-event.ts'
import { originOfService } from '../../src/events/origin.ts'
import { writeDomainEvents } from '../../src/pipeline/record.ts'

/** Something that happened to a unit that nobody has heard of. */
export function somethingHappened(
  head: { id: string; name: string } | null = null,
): DomainEvent<'unit.archived'> {
  const unit = {
    id: randomUUIDv7(),
    name: 'Past',
    kind: 'team' as const,
    parent_id: null,
    head,
    archived: true,
  }
  return {
    activity: [],
    event: { type: 'unit.archived', subjectId: unit.id, data: { unit_id: unit.id, unit } },
  }
}

/** Writes so many events as calls do, in the caller's transaction. */
export async function writeEvents(db: Db, count: number): Promise<void> {
  const domainEvents = Array.from({ length: count }, () => somethingHappened())
  await writeDomainEvents(db, originOfService('test.done', new Date()), domainEvents).written
}

/** Writes so many events of units whose lead is a person, in the caller's transaction. */
export async function writeEventsAbout(
  db: Db,
  count: number,
  head: { id: string; name: string },
): Promise<void> {
  const domainEvents = Array.from({ length: count }, () => somethingHappened(head))
  await writeDomainEvents(db, originOfService('test.done', new Date()), domainEvents).written
}
