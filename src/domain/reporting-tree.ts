/** Somebody, and whom they report to. The manager may be in the list or not. */
export interface Reporting {
  id: string
  manager_id: string | null
}

/** The reporting lines of a list of people. People are named by their index in the list. */
export interface ReportingTree {
  /** Everybody's manager; -1 for those at the top, whose manager is not in the list. */
  above: Int32Array
  /** Levels between the top and a person; 0 at the top. */
  level: Int32Array
  direct: Int32Array
  total: Int32Array
  /** Everybody, level by level, and on each level in the order of the list. */
  order: number[]
}

/** So many people are looked at in a tenth of a millisecond. */
const peopleAtOnce = 500

/** Picks the people who have a job, in the order of the people, with their names. It yields as `growTree` does. */
export function* withNames<Job extends { id: string }, Person extends { id: string }>(
  people: readonly Person[],
  jobs: readonly Job[],
): Generator<undefined, (Job & Person)[], undefined> {
  const jobOf = new Map<string, Job>()
  for (const [index, job] of jobs.entries()) {
    jobOf.set(job.id, job)
    if (index % peopleAtOnce === 0) yield
  }
  const named: (Job & Person)[] = []
  for (const [index, person] of people.entries()) {
    const job = jobOf.get(person.id)
    if (job) named.push({ ...job, ...person })
    if (index % peopleAtOnce === 0) yield
  }
  return named
}

/**
 * Puts people below their managers, and counts who is below whom. A loop, which no action makes, is cut at one of its
 * people: so everybody is in the tree once. The work is interrupted wherever it yields (see src/streaming/yield.ts).
 *
 * @param topId who is at the top although the manager may be in the list
 */
export function* growTree(
  people: readonly Reporting[],
  topId?: string,
): Generator<undefined, ReportingTree, undefined> {
  const indexOf = new Map<string, number>()
  const above = new Int32Array(people.length).fill(nobody)
  for (const [index, { id }] of people.entries()) {
    indexOf.set(id, index)
    if (index % peopleAtOnce === 0) yield
  }
  for (const [index, { id, manager_id: managerId }] of people.entries()) {
    if (managerId !== null && id !== topId) above[index] = indexOf.get(managerId) ?? nobody
    if (index % peopleAtOnce === 0) yield
  }
  const level = cutIntoLevels(above)
  const order = byLevel(level)
  const direct = new Int32Array(people.length)
  const total = new Int32Array(people.length)
  for (const index of order.toReversed()) {
    const manager = above[index]!
    if (manager === nobody) continue
    direct[manager]! += 1
    total[manager]! += total[index]! + 1
  }
  return { above, level, direct, total, order }
}

/** The people of the tree down to a level, in its order. Undefined: everybody. */
export const downTo = ({ order, level }: ReportingTree, depth: number | undefined): number[] =>
  depth === undefined ? order : order.filter((index) => level[index]! <= depth)

const nobody = -1
const unknown = -1
const onTheWay = -2

/** Everybody's level. Walks up from each person to the first one whose level is known; cuts `above` where that loops. */
function cutIntoLevels(above: Int32Array): Int32Array {
  const level = new Int32Array(above.length).fill(unknown)
  const way: number[] = []
  for (let start = 0; start < above.length; start++) {
    let at = start
    while (at !== nobody && level[at] === unknown) {
      level[at] = onTheWay
      way.push(at)
      at = above[at]!
    }
    if (at !== nobody && level[at] === onTheWay) {
      above[at] = nobody
      level[at] = 0
    }
    for (let below = way.pop(); below !== undefined; below = way.pop()) {
      const manager = above[below]!
      level[below] = manager === nobody ? 0 : level[manager]! + 1
    }
  }
  return level
}

/** All indexes, by level, and with the same level in their own order. */
function byLevel(level: Int32Array): number[] {
  const levels: number[][] = []
  for (const [index, one] of level.entries()) (levels[one] ??= []).push(index)
  return levels.flat()
}
