import type { IntentOf, Intents } from '../../domain/intents.ts'
import {
  isOpen,
  payAddProblems,
  payHistory,
  payOn,
  stayOf,
  type DatedPay,
  type PayTerms,
  type PayRow,
} from '../../domain/pay.ts'
import { problem, refusal, type Problem } from '../../errors.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { payAdded, payRemoved } from '../../events/pay.ts'
import type { PayShown } from '../../queries/org/approvals.ts'
import { insertPayRow, loadPayRows, removePayRow } from '../../queries/org/pay.ts'
import type { LockedPerson } from '../../queries/org/timelines.ts'
import { gate, mustWait, type Approval, type Proposal } from '../approvals/gate.ts'
import { closeOutdated } from '../approvals/outdated.ts'
import type { Proposing, ChangeContext } from '../change-context.ts'
import { erasedProblems, type PersonFacts } from './decide.ts'

/** Changes of pay, in the same phases as those of a job. */

interface PayFacts extends PersonFacts {
  /** In any order. */
  rows: readonly PayRow[]
}

type Decision<Name extends Problem['name']> =
  | { ok: false; problems: Problem<Name>[] }
  | {
      ok: true
      /** Of a new row, the one that applies on its first day until then; of a removal, the one that applies again. */
      before: DatedPay | null
      /** The row that is removed. */
      row: DatedPay | null
      /** Nobody is asked: the removed row applies neither today nor later. */
      free: boolean
    }

/** Decides on a new pay row. */
export function decidePayAdd(
  facts: PayFacts,
  { effective_date: from }: Intents['pay_add'],
): Decision<'person_erased' | ReturnType<typeof payAddProblems>[number]['name']> {
  const history = payHistory(facts.rows)
  const problems = [
    ...erasedProblems(facts, 'person_id'),
    ...payAddProblems(history, stayOf(facts.timeline), from),
  ]
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, before: payOn(history, from), row: null, free: false }
}

/** Decides on the removal of a pay row, which may be removed already. */
export function decidePayRemove(
  facts: PayFacts,
  { payId }: Intents['pay_remove'],
): Decision<'person_erased' | 'pay_removed'> {
  const history = payHistory(facts.rows)
  const row = history.find(({ id }) => id === payId)
  const problems = [...erasedProblems(facts, 'pay_id'), ...(row ? [] : [problem('pay_removed', {})])]
  if (problems.length > 0 || !row) return { ok: false, problems }
  const before = history[history.indexOf(row) + 1] ?? null
  return { ok: true, before, row, free: !isOpen(row, facts.today) }
}

type PayName = 'pay_add' | 'pay_remove'
type PayIntent = IntentOf<'pay_add'> | IntentOf<'pay_remove'>
type Decisions = { pay_add: ReturnType<typeof decidePayAdd>; pay_remove: ReturnType<typeof decidePayRemove> }
type RefusalOf<N extends PayName> = Extract<Decisions[N], { ok: false }>['problems'][number]['name']

/** A change of pay that is decided without problems. */
export interface ReadyPay {
  ok: true
  proposal: Proposal
}

export type DecidedPay<N extends PayName = PayName> =
  { ok: false; problems: Problem<RefusalOf<N>>[] } | ReadyPay

/** Tells whether taking a pay row away would wait until somebody else approves it. The person is locked, or only looked at. */
export async function removalMustWait(
  scope: Proposing,
  person: LockedPerson,
  payId: string,
): Promise<boolean> {
  const decided = await decidePay(scope, person, { change: 'pay_remove', payId })
  return decided.ok && !decided.proposal.free && mustWait(scope, person, 'pay_remove')
}

/** Loads the pay history and decides. The person is locked. */
export async function decidePay<N extends PayName>(
  { db, today }: ChangeContext,
  person: LockedPerson,
  given: IntentOf<N>,
): Promise<DecidedPay<N>> {
  const intent = given as PayIntent
  const rows = await loadPayRows(db, person.personId)
  const facts = { ...person, today, rows }
  const decided = intent.change === 'pay_add' ? decidePayAdd(facts, intent) : decidePayRemove(facts, intent)
  if (!decided.ok) return { ok: false, problems: decided.problems as Problem<RefusalOf<N>>[] }
  const { row, before, free } = decided
  const terms: PayTerms = row ?? (intent as Intents['pay_add'])
  const shown: PayShown = {
    ...amountOf(terms),
    note: terms.note,
    before: before && { ...amountOf(before), valid_from: before.valid_from },
    removes: row !== null,
  }
  const effectiveDate = row?.valid_from ?? (intent as Intents['pay_add']).effective_date
  const history = { timeline: person.timeline, pay: rows }
  return { ok: true, proposal: { intent, effectiveDate, shown, history, free } }
}

const amountOf = ({ amount, currency, period }: PayTerms) => ({ amount, currency, period })

/** Writes a change of pay, and closes the requests that it outdates. */
export async function applyPay(
  scope: Pick<ChangeContext, 'db' | 'now' | 'today' | 'newId'>,
  person: LockedPerson,
  intent: PayIntent,
): Promise<DomainEvent<'approval.closed'>[]> {
  const { db, now, newId } = scope
  const { personId, name, timeline, waiting } = person
  if (intent.change === 'pay_remove') await removePayRow(db, intent.payId, now)
  else {
    const { effective_date: from, change: _change, ...terms } = intent
    await insertPayRow(db, person, { ...terms, id: newId(), from, createdAt: now })
  }
  const pay = waiting.length > 0 ? await loadPayRows(db, personId) : []
  const { closed } = await closeOutdated(scope, waiting, () => ({ timeline, pay }))
  const tell = intent.change === 'pay_remove' ? payRemoved : payAdded
  return [tell({ id: personId, name }), ...closed]
}

/** The context that an action needs: its contract declares what `refuse` takes. Pay sends no events. */
export interface ChangingPay<N extends PayName> extends Proposing {
  refuse: (problems: readonly Problem<RefusalOf<N> | WaitsAlready<N>>[]) => void
  record: (domainEvent: DomainEvent<never>) => void
}

type WaitsAlready<N extends PayName> =
  | 'change_proposed_already'
  | 'too_many_open_requests'
  | (N extends 'pay_add' ? 'pay_proposed_already' : never)

/** Takes a change of pay through all phases. */
export async function changePay<N extends PayName>(
  ctx: ChangingPay<N>,
  person: LockedPerson,
  intent: IntentOf<N>,
): Promise<Approval | null> {
  const decided = await decidePay(ctx, person, intent)
  if (!decided.ok) throw refusal(decided.problems as Problem[])
  const { applies, approval, noted } = await gate(ctx, person, decided.proposal)
  const made = applies ? await applyPay(ctx, person, intent as PayIntent) : []
  for (const domainEvent of [...made, ...noted]) ctx.record(domainEvent as DomainEvent<never>)
  return approval
}
