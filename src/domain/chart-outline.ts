import { growTree, type ReportingTree } from './reporting-tree.ts'

/**
 * The upper levels of a large reporting tree, as its managers alone tell them: they are few, and everybody else has nobody
 * below. So the others need not be read to be counted.
 */

/** Whoever is somebody's manager. The id null stands for those who have no manager. */
export interface Manager {
  id: string | null
  /** The number of people who report to them directly. */
  direct: number
  /** Tells whether they work here themselves. If not, their reports are at the top. */
  here: boolean
  /** The manager's own manager; null also for managers who are not here. */
  manager_id: string | null
}

export interface Reports {
  direct: number
  total: number
}

export interface Outline {
  /** The number of people below each manager who works here. */
  reports: ReadonlyMap<string, Reports>
  /** The managers whose reports are on these levels, also those who do not work here. */
  asked: string[]
  /** The number of people on these levels. */
  shown: number
  /** The number of people in the whole tree. */
  everybody: number
}

type Present = Manager & { id: string }

/** So many managers are looked at in a tenth of a millisecond. */
const managersAtOnce = 500

/**
 * It yields wherever it may be interrupted (see src/streaming/yield.ts).
 *
 * @param depth how many levels below the top
 * @param topId at whom the tree begins; left out: it has everybody
 * @returns undefined if there is a loop, which no action makes: where that is cut depends on those who are no managers
 */
export function* outline(
  managers: readonly Manager[],
  depth: number,
  topId: string | undefined,
): Generator<undefined, Outline | undefined, undefined> {
  const present = managers.filter(isPresent)
  const tree = yield* growTree(present)
  if (isCut(present, tree)) return undefined
  const totals = addUp(present, tree)
  const reports = new Map<string, Reports>()
  const within = new Uint8Array(present.length)
  const begins = topId === undefined ? 0 : (tree.level[present.findIndex(({ id }) => id === topId)] ?? 0)
  const asking: Manager[] = topId === undefined ? managers.filter(({ here }) => !here) : []
  for (const [count, index] of tree.order.entries()) {
    const manager = present[index]!
    const above = tree.above[index]!
    reports.set(manager.id, { direct: manager.direct, total: totals[index]! })
    within[index] = Number(topId === undefined || manager.id === topId || within[above] === 1)
    if (within[index] && tree.level[index]! - begins < depth) asking.push(manager)
    if (count % managersAtOnce === 0) yield
  }
  const all = topId === undefined ? sum(managers) : 1 + (reports.get(topId)?.total ?? 0)
  return {
    reports,
    asked: asking.flatMap(({ id }) => id ?? []),
    shown: sum(asking) + (topId === undefined ? 0 : 1),
    everybody: all,
  }
}

/**
 * Tells whether people who are read after an outline still fit it: nobody among them has a manager who works here and is not
 * among them. Otherwise somebody got another manager in the meantime.
 *
 * @param people with the tree that they make
 */
export const fits = (
  { reports }: Outline,
  people: readonly { id: string; manager_id: string | null }[],
  { above }: ReportingTree,
  topId: string | undefined,
): boolean =>
  people.every(
    ({ id, manager_id: managerId }, index) =>
      above[index]! >= 0 || id === topId || managerId === null || !reports.has(managerId),
  )

function isPresent(manager: Manager): manager is Present {
  return manager.here && manager.id !== null
}

/** Tells whether a loop was cut: then somebody is at the top whose manager is in the tree. */
function isCut(present: readonly Present[], { above }: ReportingTree): boolean {
  const ids = new Set<string | null>(present.map(({ id }) => id))
  return present.some(({ manager_id: managerId }, index) => above[index]! < 0 && ids.has(managerId))
}

/** Counts the people below each manager. */
function addUp(present: readonly Present[], { above, order }: ReportingTree): Int32Array {
  const totals = Int32Array.from(present, ({ direct }) => direct)
  for (const index of order.toReversed()) if (above[index]! >= 0) totals[above[index]!]! += totals[index]!
  return totals
}

const sum = (managers: readonly Manager[]): number =>
  managers.reduce((people, { direct }) => people + direct, 0)
