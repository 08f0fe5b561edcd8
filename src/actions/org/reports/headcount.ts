import { addUp, isCounted, ofAll, turnoverRate, type Numbers } from '../../../domain/headcount.ts'
import { reportMonths, type Month } from '../../../domain/months.ts'
import {
  headcountChanges,
  headcountDays,
  listHeadcountGroups,
  type HeadcountGroupRow,
} from '../../../queries/org/headcount.ts'
import { runCooperatively } from '../../../streaming/yield.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_reports_headcount'

/** People who work here, join and leave, counted month by month. */
export const handler = action('org_reports_headcount', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db, today } = ctx
  const { by, include_subunits: includeSubunits } = input
  if (includeSubunits && by !== 'unit') throw ctx.fail('subunits_need_by_unit', {})
  const { months, problems } = reportMonths(input as { from?: Month; to?: Month }, today)
  ctx.refuse(problems)
  const [changes, groups] = await db.last(() =>
    Promise.all([headcountChanges(db, by, headcountDays(months, today)), listHeadcountGroups(db, by)]),
  )
  const all = await runCooperatively(ofAll(changes, months))
  const numbers: Numbers = by
    ? await runCooperatively(addUp(changes, months, includeSubunits ? groups : []))
    : new Map()
  return { months: all, groups: named(numbers, groups), turnover_rate: turnoverRate(all) }
}

/** The groups in which somebody counts, in order of their names; last those who are in none. */
function named(numbers: Numbers, groups: readonly HeadcountGroupRow[]): Result<Id>['groups'] {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const order =
    groups.length > 0 ? [...names.keys()] : [...numbers.keys()].filter((id) => id !== null).toSorted()
  return [...order, null].flatMap((id) => {
    const months = numbers.get(id)
    return months && isCounted(months) ? [{ id, name: id && (names.get(id) ?? id), months }] : []
  })
}
