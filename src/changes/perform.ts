import type { Change } from '../domain/approval-basis.ts'
import type { ErrorName } from '../errors.ts'
import type { EventType } from '../generated/events.ts'
import type { Kept, RequestRow } from '../queries/org/approvals.ts'
import type { Decided } from './scope.ts'
import type { Proposing } from './submit.ts'

/** Decides a stored change again: with the code of its action, and the facts of today. */
type Performer = (
  scope: Proposing,
  request: RequestRow,
  kept: { row_id: string | null; input: never },
) => Promise<Decided<ErrorName, EventType>>

/** By what a request does. */
const performers: Partial<Record<Change, Performer>> = {}

/** Decides the change of a request again. It writes nothing before `apply` is called. */
export function decideAgain(
  scope: Proposing,
  request: RequestRow,
  { proposal }: Kept,
): Promise<Decided<ErrorName, EventType>> {
  const performer = performers[request.change]
  if (!performer) throw new Error(`nothing performs ${request.change}`)
  return performer(scope, request, proposal as never)
}
