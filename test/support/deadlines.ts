import { deadlines } from '../../src/db/deadlines.ts'

const usual = { ...deadlines }

/** Gives transactions the time that they have in production, for tests of what happens when it is over. */
export function useUsualDeadlines(): void {
  const longer = { ...deadlines }
  before(() => void Object.assign(deadlines, usual))
  after(() => void Object.assign(deadlines, longer))
}

/**
 * Gives them more, for all other tests: on a machine that does much else, calls would be refused. A program takes it by
 * `patientArguments`.
 */
export function allowMoreTime(): void {
  deadlines.poolWaitMs = 10_000
  deadlines.statementMs = 20_000
  // It counts from when a statement is sent, with those that are sent before it.
  deadlines.silenceMs = 25_000
  deadlines.transactionMs = 25_000
}

/** Arguments for node: the program has the time of tests, because its answers are looked at and not how soon they come. */
export const patientArguments = ['--import', import.meta.resolve('./patient-program.ts')]
