import { employmentDay, employmentFor } from '../../../../domain/checklists.ts'
import { notFound, problem } from '../../../../errors.ts'
import { findManager, findOpenRun } from '../../../../queries/org/checklist-starts.ts'
import { getTemplate } from '../../../../queries/org/checklist-templates.ts'
import { lockPerson } from '../../../../queries/org/timelines.ts'
import { startChecklists } from '../../../../services/checklists/start.ts'
import { showRun } from '../../../../views/checklists.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_checklists_runs_start'

/** A checklist for somebody, by hand. */
export const handler = action('org_checklists_runs_start', {
  subject: ({ db }, { template_id: id }) => getTemplate(db, id),
  run,
})

async function run(
  ctx: Context<Id>,
  { person_id: personId, anchor_date: chosen }: Input<Id>,
  { id: templateId }: { id: string },
): Promise<Result<Id>> {
  const { db, today, caller } = ctx
  // The lock of the person: their employment does not move meanwhile, and no other call starts the same checklist.
  const person = await lockPerson(db, personId)
  if (!person) throw notFound('person_id', 'person')
  // It may have been changed, or archived, while this waited. None is ever deleted.
  const template = (await getTemplate(db, templateId))!
  const employment = employmentFor(person.timeline.employments, today)
  const day = employment ? employmentDay(template.kind, employment) : null
  const anchor = chosen ?? (template.kind === 'custom' ? today : day)
  const [managerId, open] = await Promise.all([
    findManager(db, personId, today),
    template.kind === 'custom' ? undefined : findOpenRun(db, template.id, employment?.id ?? null),
  ])
  ctx.refuse([
    ...(template.archived_at === null ? [] : [problem('template_archived', {})]),
    ...(person.erased ? [problem('person_erased', { field: 'person_id', record_id: personId })] : []),
    ...(anchor === null ? [problem('no_day_for_checklist', {})] : []),
    ...(open === undefined ? [] : [problem('checklist_open_already', { record_id: open })]),
  ])
  const { runs, domainEvents } = await startChecklists(ctx, [
    {
      template,
      person: { id: personId, name: person.name },
      managerId,
      employmentId: employment?.id ?? null,
      anchor: anchor!,
      follows: chosen === undefined && day !== null,
      startedBy: caller.personId,
    },
  ])
  for (const domainEvent of domainEvents) ctx.record(domainEvent)
  return showRun(ctx, runs[0]!.id)
}
