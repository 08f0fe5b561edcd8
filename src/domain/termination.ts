import { addDays, type Day } from './day.ts'
import type { JobTerms } from './employment.ts'
import { problem, type Problem } from '../errors.ts'
import { listed, listedPeople, type Named } from './listed.ts'

/** What an employment is ended with, as the input gives it: left out, or a value. */
export interface WantedEnd {
  lastDay: Day | null
  type?: string | undefined
  reason?: string | undefined
}

/** An end that is taken back has neither type nor reason. */
export const wantedEndProblems = ({
  lastDay,
  type,
  reason,
}: WantedEnd): Problem<'cancel_takes_no_reason'>[] =>
  lastDay !== null
    ? []
    : [
        ...(type === undefined ? [] : [problem('cancel_takes_no_reason', { field: 'type' })]),
        ...(reason === undefined ? [] : [problem('cancel_takes_no_reason', { field: 'reason' })]),
      ]

/** Names the rows that would begin after the last day, and are gone. */
export const removedWarnings = (rows: readonly { valid_from: Day; title: string }[]): string[] =>
  rows.length === 0
    ? []
    : [
        `Scheduled rows that would begin after the last day are taken away: ` +
          `${listed(rows.map((row) => `${row.valid_from} (${row.title})`))}.`,
      ]

/** Who and what depends on somebody who leaves. */
export interface Dependents {
  /** People whose manager this is after the last day: how many, and the first ones. */
  reports: { total: number; people: Named[] }
  /** Active units that the person leads. */
  led: Named[]
  /** No other active member is an owner. */
  lastOwner: boolean
}

/** What somebody should take care of before this person is gone, as sentences. */
export const dependentsWarnings = ({ reports, led, lastOwner }: Dependents): string[] => [
  ...(reports.total > 0
    ? [
        `People who report to this person after the last day: ${listedPeople(reports.people, reports.total)}. ` +
          'Give them another manager; org/people.list with manager_id lists all of them.',
      ]
    : []),
  ...(led.length > 0
    ? [
        `This person leads ${listed(led.map(({ name }) => name))}. After the last day nobody does: choose another ` +
          'lead with org/units.set_head.',
      ]
    : []),
  ...(lastOwner
    ? ['This person is the last owner of the organization. Make somebody else an owner before the last day.']
    : []),
]

/**
 * Who and what never stopped to name somebody who comes back, as sentences: rows and units keep whoever has left, and
 * from the start date on it counts again.
 */
export const returnWarnings = ({ reports, led }: Pick<Dependents, 'reports' | 'led'>): string[] => [
  ...(reports.total > 0
    ? [
        `People whose job still names this person as manager: ${listedPeople(reports.people, reports.total)}. ` +
          'From the start date on they report to this person again: give them another manager if that is not meant. ' +
          'org/people.list with manager_id lists all of them.',
      ]
    : []),
  ...(led.length > 0
    ? [
        `From the start date on this person leads ${listed(led.map(({ name }) => name))} again. If that is not ` +
          'meant, choose another lead with org/units.set_head.',
      ]
    : []),
]

type EndedTerms = Pick<JobTerms, 'contract_type' | 'contract_end_date' | 'notice_period_days'>

/**
 * A last day that the terms of the job contradict, as sentences.
 *
 * @param terms of the last row
 * @param type why the employment ends
 * @param moved whether the last day is another one than before; if not, its notice was judged before
 */
export const lastDayWarnings = (
  terms: EndedTerms,
  { lastDay, type, moved, today }: { lastDay: Day; type: string | null; moved: boolean; today: Day },
): string[] => {
  const { contract_end_date: contractEnd, notice_period_days: notice } = terms
  const warnings: string[] = []
  if (contractEnd !== null && lastDay > contractEnd)
    warnings.push(`The contract ends on ${contractEnd}, before the last day: check both.`)
  if (type === 'end_of_contract' && contractEnd === null)
    warnings.push('The type is end_of_contract, but no contract_end_date is set: check both.')
  if (type === 'end_of_contract' && contractEnd !== null && lastDay < contractEnd)
    warnings.push(`The type is end_of_contract, but the contract only ends on ${contractEnd}: check both.`)
  if (moved && notice !== null && lastDay >= today && lastDay < addDays(today, notice))
    warnings.push(
      `The notice period is ${notice} days, and the last day is sooner: check that this was agreed.`,
    )
  return warnings
}
