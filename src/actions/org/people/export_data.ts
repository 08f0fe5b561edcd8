import { mayExportData } from '../../../access/people.ts'
import { personExported } from '../../../events/exports.ts'
import { getPerson, type PersonRow } from '../../../queries/org/people.ts'
import { prepareLinks, type DocumentLinks } from '../../../services/documents/link.ts'
import { exportPerson } from '../../../views/person-data/export.ts'
import { action, type Answer, type Input } from '../../action.ts'
import type { Before } from '../../before.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_export_data'

/** All that is held about one person, for those who answer for it. */
export const handler = action('org_people_export_data', {
  prepare: async (before: Before<Id>, { person_id: id }: Input<Id>) =>
    mayExportData(before.caller, id) ? prepareLinks(before, id) : none,
  subject: ({ db, today }, { person_id: id }) => getPerson(db, id, today),
  authorize,
  run,
})

const none: DocumentLinks = new Map()

function authorize(ctx: Context<Id>, { id }: PersonRow): void {
  if (!mayExportData(ctx.caller, id)) throw ctx.fail('export_needs_web', {})
}

async function run(
  ctx: Context<Id>,
  _input: Input<Id>,
  person: PersonRow,
  links: DocumentLinks,
): Promise<Answer<Id>> {
  const data = await exportPerson(ctx, person.id, links)
  ctx.record(personExported(person))
  return data!
}
