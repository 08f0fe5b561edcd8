import { ofOrganization, type SystemDb } from '../db/system.ts'
import type { Happening } from '../events/happening.ts'
import { originOfService } from '../events/origin.ts'
import { writeHappenings } from '../pipeline/record.ts'

/** Records what an operator did, in the same transaction. */
export async function recordAsOperator(
  client: SystemDb,
  organizationId: string,
  action: string,
  now: Date,
  happenings: Happening[],
): Promise<void> {
  const origin = originOfService(action, now)
  await writeHappenings(ofOrganization(client, organizationId), origin, happenings).written
}
