import { seenFields, tiersOf } from '../access/people.ts'
import type { CustomField } from '../domain/custom-fields.ts'
import type { Day } from '../domain/day.ts'
import type { components } from '../generated/contract.ts'
import { customOf } from '../presenters/org/custom-values.ts'
import { presentDirectoryPerson } from '../presenters/org/people.ts'
import { customValuesInParts } from '../queries/org/custom-values.ts'
import type { PersonRow } from '../queries/org/people.ts'
import { referencesOfBatches } from '../queries/org/references.ts'
import type { Batch } from '../streaming/stream.ts'
import type { Context, Tools } from '../actions/context.ts'

/**
 * People as the directory shows them to the caller, in batches. What belongs to them is read batch by batch, too.
 *
 * @param fields the active custom fields
 * @param below the ids of the people below the caller
 */
export async function* inDirectory(
  { db, caller, audience, today }: Pick<Context & Tools, 'db' | 'caller' | 'audience' | 'today'>,
  batches: Iterable<PersonRow[]> | AsyncIterable<PersonRow[]>,
  fields: readonly CustomField[],
  below: ReadonlySet<string>,
  asOf: Day,
): AsyncGenerator<Batch<PersonRow, components['schemas']['DirectoryPerson']>> {
  const listed = seenFields({ job: true, private: false }, fields)
  const inParts = customValuesInParts(db, listed)
  const loadReferences = referencesOfBatches(db, today, asOf)
  for await (const some of batches) {
    const loading = loadReferences(some)
    // When a query fails, the others of the transaction do, too. Nobody may be waiting for this one by then.
    loading.catch(() => undefined)
    for await (const { people, values } of inParts(some)) {
      const references = await loading
      const custom = customOf(listed, values)
      yield {
        rows: people,
        present: (row) =>
          presentDirectoryPerson(
            row,
            references,
            tiersOf(caller, audience, row.id, below.has(row.id)),
            asOf,
            custom,
          ),
      }
    }
  }
}
