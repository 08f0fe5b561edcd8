import { randomUUIDv7 } from 'node:crypto'
import { ofOrganization, type SystemDb } from '../db/system.ts'
import type { Happening } from '../events/happening.ts'
import { writeHappenings } from '../pipeline/record.ts'

/** Records what an operator did, in the same transaction. */
export async function recordAsOperator(
  client: SystemDb,
  organizationId: string,
  action: string,
  now: Date,
  happenings: Happening[],
): Promise<void> {
  const origin = {
    action,
    actor: { kind: 'system' as const, id: null, membershipId: null },
    via: 'service' as const,
    requestId: randomUUIDv7(),
    now,
  }
  await writeHappenings(ofOrganization(client, organizationId), origin, { happenings, jobs: [] }).written
}
