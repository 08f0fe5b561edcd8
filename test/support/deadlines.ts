import { deadlines } from '../../src/db/deadlines.ts'

const usual = { ...deadlines }

/** Gives transactions the time that they have in production, for tests of what happens when it is over. */
export function useUsualDeadlines(): void {
  const longer = { ...deadlines }
  before(() => void Object.assign(deadlines, usual))
  after(() => void Object.assign(deadlines, longer))
}

/** Gives them more, for all other tests: on a machine that does much else, calls would be refused. */
export function allowMoreTime(): void {
  deadlines.poolWaitMs = 5000
  deadlines.transactionMs = 12_000
}
