import type { LeftOut } from '../support/left-out.ts'
import type { Spent } from '../support/times.ts'
import type { Saw } from './saw.ts'

/** To a process that runs tests: a file to run, or that there is none left. */
export type Order = { run: string } | { finish: true }

/** A failed test or hook, as mocha prints it. */
export interface Failure {
  titles: string[]
  err: Thrown
}

export interface Thrown {
  message: string
  stack: string
  uncaught: boolean
  /** Whether the difference of both texts is shown. */
  showDiff: boolean
  actual?: string
  expected?: string
  cause?: Thrown
}

/** From a process that runs tests. */
export type Report =
  /** A test or a hook begins: a process that hangs is there. */
  | { kind: 'begins'; title: string }
  | { kind: 'ends'; ok: boolean }
  | { kind: 'file'; passes: number; failures: Failure[]; leftOut: LeftOut; spent: Spent }
  /** The last one, after `finish`. */
  | { kind: 'saw'; saw: Saw }
