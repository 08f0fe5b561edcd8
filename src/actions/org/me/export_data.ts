import { ownDataExported } from '../../../events/exports.ts'
import { getPerson } from '../../../queries/org/people.ts'
import { prepareLinks, type DocumentLinks } from '../../../services/documents/link.ts'
import { exportPerson } from '../../../views/person-data/export.ts'
import { action, type Answer, type Input } from '../../action.ts'
import type { Before } from '../../before.ts'
import type { Context } from '../../context.ts'

type Id = 'org_me_export_data'

/** All that is held about the caller, as far as they may see it. */
export const handler = action('org_me_export_data', { prepare, authorize, run })

const none: DocumentLinks = new Map()

async function prepare(before: Before<Id>): Promise<DocumentLinks> {
  const { personId } = before.caller
  return personId === null ? none : prepareLinks(before, personId)
}

function authorize(ctx: Context<Id>): string {
  const { personId } = ctx.caller
  if (personId === null) throw ctx.fail('no_own_person', {})
  return personId
}

async function run(
  ctx: Context<Id>,
  _input: Input<Id>,
  personId: string,
  links: DocumentLinks,
): Promise<Answer<Id>> {
  const [person, data] = await Promise.all([
    getPerson(ctx.db, personId, ctx.today),
    exportPerson(ctx, personId, links),
  ])
  ctx.record(ownDataExported(person!))
  return data!
}
