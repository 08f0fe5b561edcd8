import { payrollProblems } from '../../access/payroll.ts'
import { byKey, customChanges, type CustomChange } from '../../domain/custom-values.ts'
import {
  changedDetails,
  detailsAfter,
  noDetails,
  payrollGiven,
  type PersonDetails,
} from '../../domain/person-details.ts'
import { problem } from '../../errors.ts'
import { loadCustomValues } from '../../queries/org/custom-values.ts'
import { lockFieldsToSet } from '../../queries/org/fields.ts'
import { loadDetails } from '../../queries/org/person-details.ts'
import { inEntry, type BulkProblem, type BulkScope } from './input.ts'
import type { DecidedPerson } from './people.ts'

/** The custom fields and payroll details of one person of the input, as they become. */
export interface DecidedDetails {
  custom: CustomChange[]
  /** undefined when none differs. */
  details: PersonDetails | undefined
  /** The payroll details that differ. */
  payroll: string[]
}

/**
 * Decides on custom fields and payroll details. Over a key or an app nobody sets payroll details or private fields of many
 * people; what differs and what does not is told only to callers who see the values anyway.
 *
 * @returns by the index of the person
 */
export async function decideDetails(
  { db, caller }: BulkScope,
  people: readonly Pick<DecidedPerson, 'index' | 'input' | 'id' | 'stored'>[],
): Promise<{ decided: Map<number, DecidedDetails>; problems: BulkProblem[] }> {
  const byWeb = caller.credential.kind === 'web'
  const keys = new Set(people.flatMap(({ input }) => Object.keys(input.custom ?? {})))
  const fields = await lockFieldsToSet(db, [...keys])
  const known = people.flatMap(({ stored }) => stored ?? [])
  const paid = byWeb ? people.filter(({ input, stored }) => stored && payrollGiven(input).length > 0) : []
  const [values, stored] = await Promise.all([
    loadCustomValues(
      db,
      byWeb ? fields : fields.filter(({ tier }) => tier !== 'private'),
      keys.size > 0 ? known : [],
    ),
    paid.length > 0
      ? loadDetails(
          db,
          paid.map(({ id }) => id),
        )
      : new Map<string, PersonDetails>(),
  ])

  const fieldOf = byKey(fields)
  const decided = new Map<number, DecidedDetails>()
  const problems: BulkProblem[] = []
  for (const { index, input, id } of people) {
    const custom = customChanges(fieldOf, input.custom, values.get(id) ?? {})
    const secret = byWeb
      ? []
      : Object.keys(input.custom ?? {}).filter((key) => fieldOf.get(key)?.tier === 'private')
    const before = stored.get(id) ?? noDetails
    const after = detailsAfter(before, input)
    const payroll = byWeb ? changedDetails(before, after) : []
    const refusals = payrollProblems(caller, id, input).filter(
      ({ params: { field } }) => !byWeb || payroll.some((name) => name === field),
    )
    problems.push(
      ...inEntry('people', index, [
        ...custom.problems,
        ...secret.map((key) => problem('private_field_needs_web', { field: `custom.${key}` })),
        ...refusals,
      ]),
    )
    decided.set(index, {
      custom: custom.changes,
      details: payroll.length > 0 ? after : undefined,
      payroll,
    })
  }
  return { decided, problems }
}
