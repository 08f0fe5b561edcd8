import type { Handler } from '../actions/handler.ts'
import type { Before } from '../actions/before.ts'
import type { TransactionOptions } from '../db/options.ts'
import { withOrganization } from '../db/transaction.ts'
import { today } from '../domain/day.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { originOf } from '../events/origin.ts'
import type { ActionId } from '../generated/actions.ts'
import type { Call, Prepared } from './call.ts'
import { refusals } from './context.ts'
import { isKeyUsed } from './idempotency.ts'
import { writeDomainEvents } from './record.ts'
import type { Runtime } from './runtime.ts'
import { holdAccess } from './standing.ts'

/** A call with the same key has been kept, so there is nothing to prepare. */
class KeyUsed extends Error {}

/**
 * Runs the phase `prepare` of an action, which holds no connection but while it reads.
 *
 * @param options of its transactions, which take their turn like that of the call
 * @returns what it returns; undefined when the key of the call was used: its transaction says so
 */
export async function prepareAhead(
  runtime: Runtime,
  { prepare }: Handler<ActionId>,
  { action, caller, dryRun, requestId, gone }: Call,
  { input, key, now }: Prepared,
  options: Omit<TransactionOptions, 'mode' | 'dryRun'>,
): Promise<Prepared['ahead']> {
  const { organization } = caller
  const before = {
    caller,
    now,
    today: today(now, organization.timeZone),
    ...refusals,
    read: (work) =>
      withOrganization(runtime.pool, organization.id, { ...options, mode: 'read' }, async (db) => {
        const result = await work(db)
        // Asked after the facts are read: so those of a call that is told to be the first are from before any other.
        if (key !== undefined && (await isKeyUsed(db, { key, caller, now }))) throw new KeyUsed()
        return result
      }),
    writeRefused: (work) =>
      withOrganization(runtime.pool, organization.id, { ...options, mode: 'write', dryRun }, async (db) => {
        const domainEvents: DomainEvent[] = []
        await work(db, (domainEvent) => domainEvents.push(domainEvent))
        // Last, as in every write: whoever takes away their access waits for nothing else.
        await holdAccess(db, caller)
        await writeDomainEvents(db, originOf(caller, action.name, requestId, now), domainEvents).written
      }),
    files: runtime.files as Before['files'],
    waitUntil: (look, ms) =>
      runtime.waiting.until(look, ms, {
        organizationId: organization.id,
        memberId: caller.membershipId,
        gone: gone?.(),
      }),
    databaseId: runtime.databaseId,
    passwords: dryRun ? { replace: async (_caller, hash) => hash } : runtime.passwords,
  } as Before
  try {
    return { result: await prepare!(before, input) }
  } catch (error) {
    if (error instanceof KeyUsed) return undefined
    throw error
  }
}
