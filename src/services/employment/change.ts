import { hearsOf } from '../../access/approvals.ts'
import type { Day } from '../../domain/day.ts'
import type { Intent, IntentOf, Intents } from '../../domain/intents.ts'
import { refusal, type Problem } from '../../errors.ts'
import type { KnownPerson } from '../../events/payloads.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import type { EventType } from '../../generated/events.ts'
import type { JobRecord } from '../../queries/org/people.ts'
import { loadReferences, type References } from '../../queries/org/references.ts'
import type { LockedPerson } from '../../queries/org/timelines.ts'
import { gate, type Approval, type Gate } from '../approvals/gate.ts'
import { closeOutdated, outdatedWarnings } from '../approvals/outdated.ts'
import type { Warning } from '../../warnings.ts'
import { followEmployments, type Followed } from '../checklists/follow.ts'
import type { Proposing, ChangeContext } from '../change-context.ts'
import { decideChange, decideCorrection, decideRemoval, type OwnCorrection } from './decide.ts'
import { decideEnd, decideRehire } from './decide-employment.ts'
import {
  findLoops,
  resolveChange,
  resolveCorrection,
  resolveEnd,
  resolveRehire,
  rowNamed,
} from './resolve.ts'
import { proposalOf } from './proposals.ts'
import { payAfterEnd } from './pay-after-end.ts'
import { asRecord, tell, writeHistory } from './write.ts'

/**
 * Changes of one person's employment. Each goes through the same phases: resolve, decide, gate, write, tell. An action calls
 * `changeEmployment`, which goes through all of them. A stored request has been at the gate before: when it is approved, it
 * is decided again (`decideIntent`) and made (`apply`).
 */

type Name = Exclude<keyof Intents, 'pay_add' | 'pay_remove'>

const decide = {
  change_job: async (scope: ChangeContext, person: LockedPerson, intent: Intents['change_job']) =>
    decideChange(await resolveChange(scope, person, intent), intent),

  correct_job: async (scope: ChangeContext, person: LockedPerson, intent: Intents['correct_job']) => {
    const held = rowNamed(person, intent.jobId)
    const facts = await resolveCorrection(scope, person, held, intent)
    // Whoever corrects the unit of a row names the manager, too, if that was another one.
    return decideCorrection(facts, held, intent) as OwnCorrection
  },

  remove_job: async ({ today }: ChangeContext, person: LockedPerson, { jobId }: Intents['remove_job']) =>
    decideRemoval({ ...person, today }, rowNamed(person, jobId)),

  terminate: async (scope: ChangeContext, person: LockedPerson, intent: Intents['terminate']) =>
    decideEnd(await resolveEnd(scope, person, intent), intent),

  rehire: async (scope: ChangeContext, person: LockedPerson, intent: Intents['rehire']) =>
    decideRehire(await resolveRehire(scope, person, intent), intent),
}

/** Where the input says what may close a loop of managers. */
const loopField: { [N in Name]: (intent: Intents[N]) => string } = {
  change_job: () => 'manager_id',
  correct_job: ({ patch }) => (patch.manager_id === undefined ? 'valid_from' : 'manager_id'),
  remove_job: () => 'job_id',
  terminate: () => 'last_day',
  rehire: () => 'manager_id',
}

/** Resolve and decide, of each intent. */
const deciders: { [N in Name]: Decider<N> } = decide
type Decider<N extends Name> = (
  scope: ChangeContext,
  person: LockedPerson,
  intent: Intents[N],
) => Promise<Decisions[N]>

type Decisions = { [N in Name]: Awaited<ReturnType<(typeof decide)[N]>> }
type Made<N extends Name> = Extract<Decisions[N], { ok: true }>
type RefusalOf<N extends Name> =
  Extract<Decisions[N], { ok: false }>['problems'][number]['name'] | 'reporting_line_loop'
type Told<N extends Name> =
  (ReturnType<(typeof tell)[N]>[number] extends DomainEvent<infer Type> ? Type : never) | FollowedBy<N>

/** Events of checklists that follow it. */
type FollowedBy<N extends Name> =
  | (N extends 'rehire' | 'terminate' ? 'checklist.started' : never)
  | (N extends 'remove_job' | 'terminate' ? 'checklist.cancelled' : never)

/** A change that is decided without problems, with its row before and after. */
export interface Ready<N extends Name = Name> {
  ok: true
  /** The approval rules, once all locks of the change are taken. */
  rules: LockedPerson['rules']
  made: Made<N>
  before: JobRecord | (N extends 'rehire' ? null : never)
  after: JobRecord
}

export type Decision<N extends Name = Name> = { ok: false; problems: Problem<RefusalOf<N>>[] } | Ready<N>

/**
 * Decides what an intent does, by the facts of this moment. It writes nothing.
 *
 * @throws ApiError not_found, naming the field of a record that does not exist
 */
export async function decideIntent<N extends Name>(
  scope: ChangeContext,
  person: LockedPerson,
  intent: IntentOf<N>,
): Promise<Decision<N>> {
  const decision: Decisions[N] = await deciders[intent.change](scope, person, intent)
  const field = loopField[intent.change](intent)
  const { loops, rules } = await findLoops(scope, person, decision.effect?.timeline, field)
  if (!decision.ok || loops.length > 0) {
    const problems = [...(decision.ok ? [] : decision.problems), ...loops]
    return { ok: false, problems: problems as Problem<RefusalOf<N>>[] }
  }
  const { held, effect } = decision
  const last = 'goesOn' in decision ? decision.goesOn : effect.row
  return {
    ok: true,
    rules,
    made: decision as Made<N>,
    before: (held && asRecord(person.timeline, held)) as Ready<N>['before'],
    after: asRecord(effect.timeline, last),
  }
}

/** A change that was made. */
export interface Applied<Type extends EventType> {
  /** The checklists that started with it. */
  started: { id: string; name: string }[]
  /** The person as of today, with the names of the records that all rows refer to. */
  person: KnownPerson
  domainEvents: DomainEvent<Type | 'approval.closed'>[]
  /** Which requests it outdates, as far as the caller hears of them. */
  warnings: ReturnType<typeof outdatedWarnings>
}

/** Writes a change, and closes the requests that it outdates. */
export async function apply<N extends Name>(
  scope: Proposing,
  person: LockedPerson,
  { change }: { change: N },
  { made, before, after }: Ready<N>,
): Promise<Applied<Told<N>>> {
  const { caller, audience, today } = scope
  const { timeline } = person
  const gone = made.effect.removed.map((row) => asRecord(timeline, row))
  const known = await writeHistory(scope, person, made.effect.timeline, before ? [before, ...gone] : gone)
  const past = { person: known, timeline, made, before, after, today }
  const { outdated, closed } = await closeOutdated(scope, person.waiting, () => made.effect)
  const { timeline: now } = made.effect
  // Most changes are of rows alone.
  const followed =
    now.employments === timeline.employments
      ? nothing
      : await followEmployments(scope, [
          { person: { id: person.personId, name: person.name }, before: timeline, after: now },
        ])
  return {
    person: known,
    started: followed.started,
    domainEvents: [...(tell[change] as Teller)(past), ...followed.domainEvents, ...closed] as DomainEvent<
      Told<N> | 'approval.closed'
    >[],
    warnings: outdatedWarnings(outdated.filter((request) => hearsOf(caller, audience, request))),
  }
}

const nothing: Followed = { started: [], domainEvents: [] }

type Teller = (past: object) => DomainEvent[]

/** The context that an action needs: its contract declares what `refuse` and `record` take. */
export interface Changing<N extends Name> extends Proposing {
  refuse: (
    problems: readonly Problem<
      RefusalOf<N> | (N extends Free ? never : 'change_proposed_already' | 'too_many_open_requests')
    >[],
  ) => void
  record: (domainEvent: DomainEvent<Told<N> | Noted<N>>) => void
}

/** Nobody is asked about it. */
type Free = 'remove_job'
type Noted<N extends Name> = 'approval.closed' | (N extends Free ? never : 'approval.requested')

/** The outcome of a change. */
export interface Changed<N extends Name> {
  made: Made<N>
  /** The row after the change; while it waits for approval, the one before. */
  job: Ready<N>['before'] | JobRecord
  /** The names of the records that the row refers to. */
  references: References
  /** The person as of today; undefined while the change waits. */
  person: KnownPerson | undefined
  approval: Approval | null
  /** The checklists that started with it. */
  started: { id: string; name: string }[]
  warnings: Warning<
    | Made<N>['warnings'][number]['code']
    | 'requests_outdated'
    | (N extends 'terminate' ? 'ends_wait_already' : never)
    | (N extends 'terminate' | 'rehire' ? 'pay_after_last_day_stays' : never)
  >[]
}

/** Takes an intent through all phases: makes the change, or stores it as a request, as the approval rule says. */
export async function changeEmployment<N extends Name>(
  ctx: Changing<N>,
  person: LockedPerson,
  intent: IntentOf<N>,
): Promise<Changed<N>> {
  const decided = await decideIntent(ctx, person, intent)
  if (!decided.ok) throw refusal(decided.problems as Problem[])
  const { made, before, after, rules } = decided
  const proposal = proposalOf(intent as Intent, person.timeline, made.effect)
  const passed = proposal ? await gate(ctx, { ...person, rules }, proposal) : free
  const { applies, approval, noted } = passed
  const applied = applies ? await apply(ctx, person, intent, decided) : undefined
  for (const domainEvent of [...(applied?.domainEvents ?? []), ...noted])
    ctx.record(domainEvent as DomainEvent<Told<N>>)
  const job = applies ? after : before
  const lastDay = lastDayOf(intent as Intent, person, made)
  const paid = lastDay === null ? [] : await payAfterEnd(ctx, person.personId, lastDay)
  return {
    made,
    job,
    references: applied?.person.references ?? (await loadReferences(ctx.db, [], ctx.today, job ? [job] : [])),
    person: applied?.person,
    approval,
    started: applied?.started ?? [],
    warnings: [
      ...made.warnings,
      ...paid,
      ...passed.warnings,
      ...(applied?.warnings ?? []),
    ] as Changed<N>['warnings'],
  }
}

/** The last day that an intent sets, or after which it begins; null for others. */
function lastDayOf({ change }: Intent, { timeline }: LockedPerson, { effect }: Made<Name>): Day | null {
  if (change === 'terminate') return effect.timeline.employments.at(-1)!.lastDay
  return change === 'rehire' ? timeline.employments.at(-1)!.lastDay : null
}

/** Nobody is asked about it. */
const free: Gate = { applies: true, approval: null, noted: [], warnings: [] }
