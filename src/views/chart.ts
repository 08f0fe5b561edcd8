import type { Db } from '../db/transaction.ts'
import { fits, outline, type Reports } from '../domain/chart-outline.ts'
import type { Day } from '../domain/day.ts'
import { growTree, withNames, type ReportingTree } from '../domain/reporting-tree.ts'
import {
  listBelow,
  listJobs,
  listManagers,
  listNames,
  listReports,
  type ChartRow,
} from '../queries/org/chart.ts'
import { runCooperatively } from '../streaming/yield.ts'

/**
 * Above this number of people, a chart with a depth reads only the levels that it shows, unless they are more than half of
 * the organization.
 */
const mostAtOnce = 5000

/** People in the order of their names, and the tree that they make, with how many report to each of them. */
export interface Chart {
  rows: readonly ChartRow[]
  tree: ReportingTree
  reportsOf: (index: number) => Reports
}

/**
 * Everybody of the company, or one person and everybody below.
 *
 * @param rootId at whom the chart begins
 */
export async function readWhole(db: Db, asOf: Day, rootId: string | undefined): Promise<Chart> {
  return grown(await (rootId === undefined ? listEverybody(db, asOf) : listBelow(db, rootId, asOf)), rootId)
}

async function grown(rows: readonly ChartRow[], rootId: string | undefined): Promise<Chart> {
  const tree = await runCooperatively(growTree(rows, rootId))
  return { rows, tree, reportsOf: (index) => ({ direct: tree.direct[index]!, total: tree.total[index]! }) }
}

/** @param most an organization with more people than this, leavers included, has an empty answer */
async function listEverybody(db: Db, asOf: Day, most?: number): Promise<ChartRow[]> {
  const [people, jobs] = await Promise.all([listNames(db, most), listJobs(db, asOf, most)])
  return runCooperatively(withNames(people, jobs))
}

/** At least the people down to the depth. */
export async function readUpper(
  db: Db,
  asOf: Day,
  rootId: string | undefined,
  depth: number,
): Promise<Chart> {
  if (rootId === undefined) {
    const all = await listEverybody(db, asOf, mostAtOnce)
    if (all.length > 0) return grown(all, rootId)
  } else {
    const below = await listBelow(db, rootId, asOf, mostAtOnce + 1)
    if (below.length <= mostAtOnce) return grown(below, rootId)
  }
  return (await readLarge(db, asOf, rootId, depth)) ?? readWhole(db, asOf, rootId)
}

/** Of a large tree only the managers, and those who are shown; undefined if the whole tree must be read. */
async function readLarge(
  db: Db,
  asOf: Day,
  rootId: string | undefined,
  depth: number,
): Promise<Chart | undefined> {
  const counted = await runCooperatively(outline(await listManagers(db, asOf), depth, rootId))
  if (!counted || counted.shown > counted.everybody / 2) return undefined
  const { reports } = counted
  const found = await listReports(db, counted.asked, asOf, rootId)
  const rows = found.map((row) =>
    row.id === rootId && !reports.has(row.manager_id ?? '') ? { ...row, manager_id: null } : row,
  )
  const tree = await runCooperatively(growTree(rows, rootId))
  if (!fits(counted, rows, tree, rootId)) return undefined
  return { rows, tree, reportsOf: (index) => reports.get(rows[index]!.id) ?? noReports }
}

const noReports: Reports = { direct: 0, total: 0 }
