import { ofOrganization, type SystemDb } from '../db/system.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { originOfService } from '../events/origin.ts'
import { writeDomainEvents } from '../pipeline/record.ts'

/** Records what an operator did, in the same transaction. */
export async function recordAsOperator(
  client: SystemDb,
  organizationId: string,
  action: string,
  now: Date,
  domainEvents: DomainEvent[],
): Promise<void> {
  const origin = originOfService(action, now)
  await writeDomainEvents(ofOrganization(client, organizationId, undefined), origin, domainEvents).written
}
