import { relative } from 'node:path'
import { cpuOfCluster } from './cluster.ts'
import { cpuOfEndedPrograms } from './process.ts'

/** Seconds. */
export interface Spent {
  /** Time by the clock. What is more than CPU time was spent waiting, mostly for PostgreSQL. */
  wall: number
  /** CPU time of this process. */
  cpu: number
  /** CPU time of the PostgreSQL that all tests of this process share. */
  postgres: number
  /** CPU time of other programs, counted when they end. */
  programs: number
}

const columns = ['wall', 'cpu', 'postgres', 'programs'] as const

/** A file that takes so many seconds is named after a full run. */
export const longSeconds = 5

export const nothing: Spent = { wall: 0, cpu: 0, postgres: 0, programs: 0 }

/** What this process has spent so far. */
export function spentSoFar(): Spent {
  const { user, system } = process.cpuUsage()
  return {
    wall: performance.now() / 1000,
    cpu: (user + system) / 1e6,
    postgres: cpuOfCluster(),
    programs: cpuOfEndedPrograms(),
  }
}

export function spentSince(before: Spent): Spent {
  return combine(spentSoFar(), before, -1)
}

export function add(a: Spent, b: Spent): Spent {
  return combine(a, b, 1)
}

function combine(a: Spent, b: Spent, sign: 1 | -1): Spent {
  return {
    wall: a.wall + sign * b.wall,
    cpu: a.cpu + sign * b.cpu,
    postgres: a.postgres + sign * b.postgres,
    programs: a.programs + sign * b.programs,
  }
}

/**
 * The table of what files took, the slowest first, with further lines below.
 *
 * @param least leaves out files that took fewer seconds; their sum is told
 */
export function tableOfTimes(
  files: Map<string, Spent>,
  further: [what: string, spent: Spent][],
  least = 0,
): string {
  const rows = [...files].toSorted(([, a], [, b]) => b.wall - a.wall)
  const shown = rows.filter(([, { wall }]) => wall >= least)
  const others = rows.slice(shown.length)
  const rest: [string, Spent][] =
    others.length === 0
      ? []
      : [[`${others.length} files of less than ${least} s`, others.map(([, spent]) => spent).reduce(add)]]
  const line = ([what, spent]: [string, Spent]) =>
    `${columns.map((name) => spent[name].toFixed(2).padStart(9)).join('')}  ${what}`
  return [
    '',
    `${columns.map((name) => name.padStart(9)).join('')}  (seconds)`,
    ...shown.map(([file, spent]) => line([relative(process.cwd(), file), spent])),
    ...[...rest, ...further].map(line),
    '',
  ].join('\n')
}
