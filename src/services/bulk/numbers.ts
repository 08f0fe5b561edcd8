import { problem } from '../../errors.ts'
import { findNumbers } from '../../queries/org/many-people.ts'
import { placeOf, repeated, type BulkProblem, type BulkScope } from './input.ts'
import type { DecidedPerson } from './people.ts'

/**
 * Refuses employee numbers that are given twice, or that somebody has who keeps theirs. Within an input they may change
 * hands.
 *
 * @param label what a person of the input is called
 * @returns `givenUpBy`: the ids of people whose number goes to somebody else
 */
export async function decideNumbers(
  { db }: BulkScope,
  people: readonly DecidedPerson[],
  label: (index: number) => string,
): Promise<{ problems: BulkProblem[]; givenUpBy: string[] }> {
  const numbered = people.flatMap(({ index, id, input: { employee_number: number }, profile }) =>
    number === undefined ? [] : [{ index, id, number, changes: profile.employee_number !== undefined }],
  )
  if (numbered.length === 0) return { problems: [], givenUpBy: [] }
  const found = await findNumbers(
    db,
    numbered.map(({ number }) => number),
  )
  const changing = new Set(numbered.filter(({ changes }) => changes).map(({ id }) => id))
  const others = numbered.flatMap(({ index, id }, place) => {
    const { holder } = found[place]!
    return holder === null || holder === id ? [] : [{ index, holder }]
  })
  const field = (index: number) => placeOf(index, 'employee_number')
  return {
    problems: [
      ...repeated(found.map(({ key }) => key)).map(({ index, first }) =>
        problem('given_twice', {
          field: field(numbered[index]!.index),
          first: label(numbered[first]!.index),
        }),
      ),
      ...others
        .filter(({ holder }) => !changing.has(holder))
        .map(({ index, holder }) =>
          problem('employee_number_taken', { field: field(index), record_id: holder }),
        ),
    ],
    givenUpBy: others.map(({ holder }) => holder).filter((holder) => changing.has(holder)),
  }
}
