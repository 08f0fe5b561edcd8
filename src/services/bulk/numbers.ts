import { problem } from '../../errors.ts'
import { findNumbers } from '../../queries/org/many-people.ts'
import { inEntry, repeated, type BulkInput, type BulkProblem, type BulkScope } from './input.ts'
import type { DecidedPerson } from './people.ts'

/**
 * Refuses employee numbers that are given twice, or that somebody has who keeps theirs. Within an input they may change
 * hands.
 *
 * @returns `givenUpBy`: the ids of people whose number goes to somebody else
 */
export async function decideNumbers(
  { db }: BulkScope,
  people: readonly DecidedPerson[],
  { label, leftOut }: Pick<BulkInput, 'label' | 'leftOut'>,
): Promise<{ problems: BulkProblem[]; givenUpBy: string[] }> {
  const numbered = people.flatMap(({ index, id, input: { employee_number: number } }) =>
    number === undefined ? [] : [{ index, id, number }],
  )
  if (numbered.length === 0) return { problems: [], givenUpBy: [] }
  const found = await findNumbers(
    db,
    numbered.map(({ number }) => number),
  )
  const changing = new Set(
    people
      .filter(
        ({ index, profile }) =>
          profile.employee_number !== undefined || leftOut.has('people', index, 'employee_number'),
      )
      .map(({ id }) => id),
  )
  const others = numbered.flatMap(({ index, id }, place) => {
    const { holder } = found[place]!
    return holder === null || holder === id ? [] : [{ index, holder }]
  })
  const field = 'employee_number'
  return {
    problems: [
      // Of a person who is given twice, that is told already.
      ...repeated(found.map(({ key }) => key)).flatMap(({ index, first }) =>
        numbered[index]!.id === numbered[first]!.id
          ? []
          : inEntry('people', numbered[index]!.index, [
              problem('given_twice', { field, first: label(numbered[first]!.index) }),
            ]),
      ),
      ...others
        .filter(({ holder }) => !changing.has(holder))
        .flatMap(({ index, holder }) =>
          inEntry('people', index, [problem('employee_number_taken', { field, record_id: holder })]),
        ),
    ],
    givenUpBy: others.map(({ holder }) => holder).filter((holder) => changing.has(holder)),
  }
}
