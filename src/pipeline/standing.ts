import { audiencesWith } from '../access/roles.ts'
import type { Db } from '../db/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { ApiError } from '../errors.ts'
import { findStanding, holdStanding, type Standing } from '../queries/platform/standing.ts'
import { endedTexts } from '../texts/access.ts'

/**
 * The access of the caller has changed since the credential was looked up. The call is tried again, and decided for the
 * caller of now.
 */
export class CallerChanged extends Error {
  readonly caller: Caller

  constructor(caller: Caller) {
    super('the access of the caller has changed')
    this.caller = caller
  }
}

/**
 * Milliseconds for which a look-up of a credential is good, for a read: a call that did not have to wait takes less.
 */
export const freshMs = 100

/** Tells whether the caller was looked up too long ago: the body came slowly, or others had their turn. */
export const isStale = (lookedUpAt: number): boolean => performance.now() - lookedUpAt > freshMs

/**
 * Asks once more whether the caller may still act, after a call has waited.
 *
 * @throws ApiError unauthenticated when the credential has ended, or its member was disabled
 * @throws CallerChanged
 */
export async function requireStanding(db: Pick<Db, 'orgId' | 'query'>, caller: Caller): Promise<void> {
  compare(caller, await findStanding(db, caller))
}

/**
 * Asks for the access of a write, as its last question: nobody can take it away from then on until the transaction
 * ends. What is taken away before that is not used: a write is never kept after the call that shut its caller out.
 */
export async function holdAccess(db: Pick<Db, 'orgId' | 'query'>, caller: Caller): Promise<void> {
  compare(caller, await holdStanding(db, caller))
}

function compare(caller: Caller, standing: Standing | undefined): void {
  if (!standing) throw new ApiError('unauthenticated', endedTexts[caller.credential.kind]())
  const now = callerOf(caller, standing)
  const same =
    now.role === caller.role &&
    now.personId === caller.personId &&
    now.organization.status === caller.organization.status
  if (!same) throw new CallerChanged(now)
}

function callerOf(caller: Caller, standing: Standing): Caller {
  const { audience, role, person_id: personId, status, pause_reason, paused_since, delete_on } = standing
  return {
    ...caller,
    role,
    personId,
    audiences: audiencesWith(audience, role, personId),
    organization: {
      ...caller.organization,
      status,
      pauseReason: pause_reason,
      pausedSince: paused_since,
      deleteOn: delete_on,
    },
  }
}
