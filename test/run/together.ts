import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { leftOutLines } from '../support/left-out.ts'
import { add, longSeconds, nothing, spentSoFar, tableOfTimes } from '../support/times.ts'
import { longestFirst } from './order.ts'
import { Printer } from './printer.ts'
import { failure, runInProcesses, type Outcome } from './processes.ts'
import { problemsOf, together } from './saw.ts'

interface Wanted {
  /** How many processes. */
  count: number
  isFull: boolean
  /** Whether the times of all files are printed, not only of long ones. */
  wantsTimes: boolean
}

/**
 * Runs files in several processes and prints the outcome as if it were one. The last line is `N passed, N failed`.
 *
 * @param patterns of names of files
 * @returns the exit code
 */
export async function runTogether(
  patterns: string[],
  { count, isFull, wantsTimes }: Wanted,
): Promise<number> {
  const files = longestFirst(globSync(patterns).map((file) => resolve(file)))
  const printer = new Printer()
  const outcome = await runInProcesses(files, Math.min(count, files.length), printer)
  if (files.length === 0)
    outcome.failures.push(failure(['no test file'], `is called ${patterns.join(' or ')}`))
  // What a process that broke off has not seen is no fault of the tests.
  if (outcome.saw)
    for (const problem of await problemsOf(together(outcome.saw), isFull))
      outcome.failures.push(failure(['the end of the run'], problem.message))
  printer.line('')
  if (outcome.failures.length > 0) printer.failures(outcome.failures)
  if (isFull || wantsTimes) printer.line(timesOf(outcome, count, wantsTimes ? 0 : longSeconds))
  for (const line of leftOutLines(outcome.leftOut)) printer.line(line)
  printer.line(`${outcome.passes} passed, ${outcome.failures.length} failed`)
  return Math.min(outcome.failures.length, 255)
}

/** The table of times. What was spent and belongs to no file: starting, ending, PostgreSQL. */
function timesOf({ files, alone }: Outcome, count: number, least: number): string {
  const { wall, cpu, programs } = spentSoFar()
  const inFiles = [...files.values()].reduce(add, nothing)
  // To this process the others and their PostgreSQL are programs.
  const all = {
    wall,
    cpu: cpu + inFiles.cpu,
    postgres: inFiles.postgres,
    programs: programs - inFiles.cpu - inFiles.postgres,
  }
  return `${tableOfTimes(files, [['in all', all]], least)}${count} processes; ${alone.toFixed(1)} s passed between their last files\n`
}
