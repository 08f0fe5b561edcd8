import { apply } from '../../../services/bulk/apply.ts'
import { fieldOf, type BulkProblem } from '../../../services/bulk/input.ts'
import { plan, type Plan } from '../../../services/bulk/plan.ts'
import { columnOf, mostRowErrors, rowProblem, type RowProblem } from '../../../domain/people-import.ts'
import { tellDetail } from '../../../errors.ts'
import type { DomainEvent } from '../../../events/domain-event.ts'
import { peopleImported } from '../../../events/imports.ts'
import type { ActionEvents } from '../../../generated/events.ts'
import { readPeople, type PeopleFile } from '../../../services/bulk/csv/people.ts'
import { placeText, type ToldWarning } from '../../../warnings.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'
import type { Language } from '../../../texts/language.ts'

type Id = 'org_people_import_csv'

/** The people of a file: those that exist are changed, the others are new, or nothing is done at all. */
export const handler = action('org_people_import_csv', { run })

async function run(
  ctx: Context<Id>,
  { csv, start_checklists: startChecklists }: Input<Id>,
): Promise<Result<Id>> {
  const file = await readPeople(ctx, csv)
  if ('name' in file) throw ctx.fail(file.name, file.params as never)
  const placeOf = (index: number) => ({ row: file.rows[index]! })
  const label = (index: number) => placeText(placeOf(index), ctx.language)
  const { people, leftOut } = file
  const decided = await plan(ctx, { locations: [], units: [], people, leftOut, makesTeams: true, label })
  const problems = problemsOf(ctx, file, decided)
  if (problems.length > 0) return refused(problems, ctx.language, ctx.tell(file.warnings))

  const done = await apply(ctx, decided, peopleImported, startChecklists)
  // A file has no locations, and moves no units.
  for (const domainEvent of done.domainEvents) ctx.record(domainEvent as DomainEvent<ActionEvents[Id]>)
  return {
    created: done.created.people,
    updated: done.updated.people,
    unchanged: done.unchanged,
    rows: done.people.map(({ index, id, outcome }) => ({ ...placeOf(index), outcome, person_id: id })),
    row_errors: [],
    warnings: [
      ...ctx.tell(file.warnings),
      ...ctx.tell(done.notStarted),
      ...done.warnings.flatMap(({ index, warning }) => ctx.tell([warning], placeOf(index))),
    ],
    team_lead_managers: done.teamLeadManagers,
  }
}

/** @param warnings about the file itself: a column that nobody reads may be why another one is missing */
const refused = (problems: RowProblem[], language: Language, warnings: ToldWarning[]): Result<Id> => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  rows: [],
  row_errors: problems
    .slice(0, mostRowErrors)
    .map(({ row, column, ...one }) => ({ row, column, ...toldOf(one, language) })),
  warnings,
  team_lead_managers: 0,
})

function toldOf(one: Pick<RowProblem, 'code' | 'message' | 'params'>, language: Language) {
  const { code, message, params } = tellDetail({ path: '', ...one }, language)
  return { code, message, params }
}

/** All that is wrong with a file, in the order of its rows. */
function problemsOf(ctx: Context<Id>, file: PeopleFile, { problems }: Plan): RowProblem[] {
  const ofPlan = problems.map((one): RowProblem => {
    if (one.at === null) throw refusalOf(ctx, one.problem)
    return rowProblem(file.rows[one.at.index] ?? 1, columnOf(fieldOf(one)), one.problem)
  })
  return [...file.problems, ...ofPlan].sort((a, b) => a.row - b.row)
}

/** The refusal of a file for what the company has, and not for one of its rows. */
function refusalOf(ctx: Context<Id>, { name, params }: BulkProblem['problem']) {
  return name === 'too_many_in_all'
    ? ctx.fail(name, { ...params, field: 'csv' })
    : ctx.fail('company_root_missing', {})
}
