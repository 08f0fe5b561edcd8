import { tiersOf } from '../../../access/people.ts'
import { asRecord } from '../../../services/employment/write.ts'
import type { Timeline } from '../../../domain/employment.ts'
import { presentEmployment, presentJob } from '../../../presenters/org/people.ts'
import { loadReferences } from '../../../queries/org/references.ts'
import { isAbove } from '../../../queries/org/reporting-line.ts'
import { loadTimelines } from '../../../queries/org/timelines.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_timeline'

interface Subject {
  timeline: Timeline
  /** Tells that the caller is above this person on the reporting line today. */
  above: boolean
}

/** The whole job history of a person. */
export const handler = action('org_people_timeline', { subject, authorize, run })

async function subject(
  { db, caller, audience, today }: Context<Id>,
  { person_id: personId }: Input<Id>,
): Promise<Subject | undefined> {
  const asManager = audience === 'me' && caller.personId !== null
  const [timelines, above] = await Promise.all([
    loadTimelines(db, [personId]),
    asManager ? isAbove(db, caller.personId as string, personId, today) : false,
  ])
  const timeline = timelines.get(personId)
  return timeline && timeline.employments.length > 0 ? { timeline, above } : undefined
}

function authorize(ctx: Context<Id>, { above }: Subject, { person_id: personId }: Input<Id>): void {
  if (!tiersOf(ctx.caller, ctx.audience, personId, above).job) throw ctx.fail('history_needs_job_tier', {})
}

async function run(
  { db, today }: Context<Id>,
  { person_id: personId }: Input<Id>,
  { timeline }: Subject,
): Promise<Result<Id>> {
  const rows = timeline.rows.map((row) => asRecord(timeline, row))
  const references = await loadReferences(db, [], today, rows)
  return {
    person_id: personId,
    jobs: rows.map((row) => presentJob(row, references)),
    employments: timeline.employments.map(presentEmployment),
  }
}
