import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newFolderInMemory } from '../support/memory.ts'
import { addLeftOut, type LeftOut } from '../support/left-out.ts'
import { endOnSignals } from '../support/signals.ts'
import type { Spent } from '../support/times.ts'
import type { Failure, Order, Report } from './messages.ts'
import type { Printer } from './printer.ts'
import type { Saw } from './saw.ts'

/**
 * How long a process may say nothing. A test that takes too long says so itself after its timeout, which is a quarter of an
 * hour (`.mocharc.json`); only a process that hangs in a loop, or does not end, says nothing.
 */
const silenceSeconds = 930
/** A shorter time, for tests of this. A process that starts on a busy machine has not said anything yet. */
const shorterSeconds = Number(process.env['TEST_SILENCE_SECONDS'] ?? silenceSeconds)

/** The outcome of all files. */
export interface Outcome {
  passes: number
  failures: Failure[]
  leftOut: LeftOut
  files: Map<string, Spent>
  /** What was seen; undefined when a process has not told. */
  saw: Saw[] | undefined
  /** Seconds in which not all processes had a file to run. */
  alone: number
}

/**
 * Runs test files in several processes, each with a server and a PostgreSQL of its own. Whichever is free takes the next
 * file, so none has to be assigned, and none is idle before the last files.
 */
export async function runInProcesses(files: string[], count: number, printer: Printer): Promise<Outcome> {
  const outcome: Outcome = { passes: 0, failures: [], leftOut: {}, files: new Map(), saw: [], alone: 0 }
  const queue = [...files]
  const members = Array.from({ length: count }, () => new Member(outcome, queue, printer))
  // Each of them has the usual time, and begins a moment later.
  endOnSignals(() => Promise.all(members.map((member) => member.end())), 30_000)
  await Promise.all(members.map((member) => member.ended))
  const ends = members.map((member) => member.lastFileAt)
  if (ends.length > 1) outcome.alone = (Math.max(...ends) - Math.min(...ends)) / 1000
  for (const file of files)
    if (!outcome.files.has(file)) outcome.failures.push(failure([file], 'was not run to its end'))
  return outcome
}

/** One process. */
class Member {
  readonly ended: Promise<void>
  lastFileAt = performance.now()
  readonly #child: ChildProcess
  /** For its databases and temporary files. What a killed process leaves behind is found there. */
  readonly #home = newFolderInMemory('rollcall-tests-')
  readonly #outcome: Outcome
  readonly #queue: string[]
  readonly #printer: Printer
  #file: string | undefined
  /** What it does at the moment. */
  #doing = 'it starts'
  #told = false
  #silence: NodeJS.Timeout | undefined

  constructor(outcome: Outcome, queue: string[], printer: Printer) {
    this.#outcome = outcome
    this.#queue = queue
    this.#printer = printer
    this.#child = fork(join(import.meta.dirname, 'child.ts'), {
      env: { ...process.env, TMPDIR: this.#home, TEST_DATABASES_DIR: this.#home },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      createInterface(stream).on('line', (line) => printer.line(line))
    this.#child.on('message', (report: Report) => this.#hear(report))
    // Its last words come before it disconnects, but not always before its exit.
    this.ended = Promise.all([once(this.#child, 'exit'), once(this.#child, 'disconnect')]).then(
      ([[code, signal]]) => this.#leave(signal ?? code),
    )
    this.#next(silenceSeconds)
  }

  /** Tells it to stop its databases and to end. */
  async end(): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.ended
  }

  #leave(code: number | string): void {
    clearTimeout(this.#silence)
    if (code !== 0 || !this.#told) this.#fail(`the process ended with ${code}`)
    for (const file of globSync('{*,*/*}/postgres/postmaster.pid', { cwd: this.#home }))
      killPostgres(join(this.#home, file))
    rmSync(this.#home, { recursive: true, force: true })
  }

  #hear(report: Report): void {
    this.#listen()
    if (report.kind === 'begins') this.#doing = report.title
    else if (report.kind === 'ends') this.#printer.test(report.ok)
    else if (report.kind === 'file') this.#note(report)
    else {
      this.#told = true
      this.#doing = 'it ends: a test has left something open'
      this.#outcome.saw?.push(report.saw)
    }
  }

  #note({ passes, failures, leftOut, spent }: Extract<Report, { kind: 'file' }>): void {
    this.#outcome.passes += passes
    this.#outcome.failures.push(...failures)
    addLeftOut(this.#outcome.leftOut, leftOut)
    this.#outcome.files.set(this.#file!, spent)
    this.#printer.file(this.#file!, spent, failures.length)
    this.lastFileAt = performance.now()
    this.#next()
  }

  #next(seconds = shorterSeconds): void {
    this.#file = this.#queue.shift()
    this.#doing = this.#file === undefined ? 'it stops its server' : 'it starts'
    const order: Order = this.#file === undefined ? { finish: true } : { run: this.#file }
    this.#child.send(order)
    this.#listen(seconds)
  }

  #listen(seconds = shorterSeconds): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.#doing += `; it has said nothing for ${seconds} s`
      this.#child.kill('SIGKILL')
    }, seconds * 1000)
  }

  #fail(message: string): void {
    this.#outcome.saw = undefined
    this.#outcome.failures.push(failure([this.#file ?? 'the end of a process', this.#doing], message))
  }
}

/** A process that was killed has not stopped its PostgreSQL. */
function killPostgres(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
  } catch {
    // It has ended by itself.
  }
}

/** A failure that is no test's. */
export function failure(titles: string[], message: string): Failure {
  return { titles, err: { message, stack: message, uncaught: false, showDiff: false } }
}
