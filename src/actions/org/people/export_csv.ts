import { fieldColumns } from '../../../domain/people-csv.ts'
import { peopleExported } from '../../../events/exports.ts'
import { csvColumns, csvHeader, csvPeople, type CsvLayout } from '../../../presenters/org/people-csv.ts'
import { loadCustomValues } from '../../../queries/org/custom-values.ts'
import { listFields } from '../../../queries/org/fields.ts'
import { countPeople, eachPerson, type PersonRow } from '../../../queries/org/people.ts'
import type { PeopleFilter } from '../../../queries/org/people-filter.ts'
import { loadSealedDetails, openDetails } from '../../../queries/org/person-details.ts'
import { referencesOfBatches } from '../../../queries/org/references.ts'
import { Afterwards, StreamedText, type TextBatch } from '../../../streaming/stream.ts'
import { action, type Answer, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_export_csv'

/** The people of a day as a file. */
export const handler = action('org_people_export_csv', { authorize, run })

function authorize(ctx: Context<Id>, _subject: undefined, input: Input<Id>): void {
  if (input.include_private && ctx.caller.credential.kind !== 'web')
    throw ctx.fail('private_export_needs_web', {})
}

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Answer<Id>> {
  const { db, caller, today } = ctx
  const { as_of: asOf = today, status, delimiter, include_private: withPrivate } = input
  const filter = { asOf, status }
  const [total, fields] = await Promise.all([countPeople(db, filter), listFields(db, false)])
  const layout: CsvLayout = { delimiter, withPrivate, fields: fieldColumns(fields, withPrivate) }
  let rows = 0
  async function* lines(): AsyncGenerator<TextBatch<PersonRow>> {
    for await (const people of peopleToExport(ctx, filter, total, layout)) {
      rows += people.rows.length
      yield people
    }
    ctx.record(peopleExported(rows, withPrivate))
  }
  return {
    filename: `${caller.organization.slug}-people-${asOf}.csv`,
    csv: new StreamedText(csvHeader(layout), lines()),
    rows: new Afterwards(() => rows),
    columns: csvColumns(layout),
  }
}

/** People in batches, with what their lines say. Details are opened when the line is written. */
async function* peopleToExport(
  { db, today }: Context<Id>,
  filter: PeopleFilter,
  total: number,
  layout: CsvLayout,
): AsyncGenerator<TextBatch<PersonRow>> {
  const loadReferences = referencesOfBatches(db, today, filter.asOf)
  for await (const found of eachPerson(db, filter, {}, total)) {
    const people = found.filter(({ erased_at: erased }) => erased === null)
    const ids = people.map(({ id }) => id)
    const [references, values, sealed] = await Promise.all([
      loadReferences(people),
      loadCustomValues(db, layout.fields, people),
      layout.withPrivate ? loadSealedDetails(db, ids) : [],
    ])
    const detailsOf = new Map(sealed.map((row) => [row.person_id, row]))
    const details = (id: string) => {
      const row = detailsOf.get(id)
      return row && openDetails(db, row)
    }
    const facts = { references, values, details }
    yield { rows: people, write: (rows) => csvPeople(layout, facts, rows) }
  }
}
