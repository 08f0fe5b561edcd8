import { seesAhead } from '../../../access/people.ts'
import { downTo, type ReportingTree } from '../../../domain/reporting-tree.ts'
import { notFound } from '../../../errors.ts'
import { presentChartNode } from '../../../presenters/org/chart.ts'
import { findMissing } from '../../../queries/existence.ts'
import { unitNames, type ChartRow } from '../../../queries/org/chart.ts'
import { StreamedList } from '../../../streaming/stream.ts'
import { action, type Answer, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'
import { readUpper, readWhole } from '../../../views/chart.ts'

type Id = 'org_people_chart'

/** The reporting lines of a day. */
export const handler = action('org_people_chart', { authorize, run })

function authorize(ctx: Context<Id>, _subject: undefined, { as_of: asOf }: Input<Id>): void {
  if (asOf !== undefined && asOf > ctx.today && !seesAhead(ctx.audience))
    throw ctx.fail('future_needs_manage', {})
}

async function run({ db, today }: Context<Id>, input: Input<Id>): Promise<Answer<Id>> {
  const { as_of: asOf = today, root_person_id: rootId, depth } = input
  const [missing, { rows, tree, reportsOf }, units] = await Promise.all([
    findMissing(db, { root_person_id: ['person', rootId] }),
    depth === undefined ? readWhole(db, asOf, rootId) : readUpper(db, asOf, rootId, depth),
    unitNames(db),
  ])
  if (missing) throw notFound(missing.field, missing.kind)
  const shown = downTo(tree, depth)
  const present = (index: number) =>
    presentChartNode(rows[index]!, managerOf(index, rows, tree, rootId), units, reportsOf(index))
  return { as_of: asOf, nodes: new StreamedList([{ rows: shown, present }]) }
}

/** The id of the manager in the tree. The person at whom the chart begins keeps the manager, who is not in it. */
function managerOf(
  index: number,
  rows: readonly ChartRow[],
  { above }: ReportingTree,
  rootId: string | undefined,
): string | null {
  const { id, manager_id: managerId } = rows[index]!
  return above[index]! >= 0 || id === rootId ? managerId : null
}
